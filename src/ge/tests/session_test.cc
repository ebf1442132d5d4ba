// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Sessions: life cycle, ids, what a run fixes, inputs and outputs.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "graph_testing.h"
#include "ops_proto_nn.h"

namespace sigloss::graph_testing {
namespace {

constexpr ge::Status kUnknownId = 1343242242;

NodeCase Bce(const Extents& dims, uint32_t seed = 1) {
  NodeCase node{"SigmoidCrossEntropyWithLogits", {}, {}};
  node["predict"] = MakeRandom(ge::DT_FLOAT, dims, -4, 4, seed);
  node["target"] = MakeRandom(ge::DT_FLOAT, dims, 0, 1, seed + 1);
  return node;
}

void ExpectError(const std::string& text) {
  const std::string error = TakeErrors();
  EXPECT_NE(error.find(text), std::string::npos) << text << " in " << error;
}

using SessionTest = GraphTest;

TEST(SessionLife, NothingWorksBeforeTheStart) {
  ge::Session session{Options()};
  Tensors outputs;
  (void)TakeErrors();
  EXPECT_EQ(session.GetSessionId(), 0u);
  EXPECT_EQ(session.AddGraph(1, Bce({2}).Build()), ge::FAILED);
  ExpectError("(E10062): AddGraph: The session was made before GEInitialize.");
  EXPECT_EQ(session.RunGraph(1, {}, outputs), ge::FAILED);
  ExpectError("(E10062): RunGraph:");
  EXPECT_EQ(session.RunGraphAsync(1, {}, [](ge::Status, Tensors&) {}), ge::FAILED);
  ExpectError("(E10062): RunGraphAsync:");
  EXPECT_EQ(session.RemoveGraph(1), ge::FAILED);
  ExpectError("(E10062): RemoveGraph:");
  EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS) << "without a start";
}

TEST(SessionLife, NothingWorksAfterTheEnd) {
  ASSERT_EQ(ge::GEInitialize(Options()), ge::SUCCESS);
  ge::Session session{Options()};
  EXPECT_NE(session.GetSessionId(), 0u);
  ASSERT_EQ(session.AddGraph(1, Bce({2}).Build()), ge::SUCCESS);
  EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
  ASSERT_EQ(ge::GEInitialize(Options()), ge::SUCCESS) << "another start does not revive it";
  Tensors outputs;
  (void)TakeErrors();
  EXPECT_EQ(session.RunGraph(1, Bce({2}).InputTensors(), outputs), ge::FAILED);
  ExpectError("GEFinalize has ended the session.");
  EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
}

TEST(SessionLife, OptionsAreChecked) {
  struct Row {
    Options options;
    ge::Status status;
    std::string error, warning;
  };
  const Row rows[] = {
      {{{"ge.exec.deviceId", "0"}, {"ge.graphRunMode", "1"}, {"ge.jit_compile", "0"}},
       ge::SUCCESS,
       "",
       ""},
      {{{"", "1"}}, ge::FAILED, "GEInitialize: An option has an empty name.", ""},
      {{{"ge.exec.deviceId", "1"}}, ge::FAILED, "is \"1\"; expected a number in [0, 1).", ""},
      {{{"ge.exec.deviceId", "0x"}}, ge::FAILED, "is \"0x\"; expected a number", ""},
      {{{"ge.exec.deviceId", ""}}, ge::FAILED, "is \"\"; expected a number", ""},
      {{{"ge.noSuch", "1"}}, ge::SUCCESS, "", "Option ge.noSuch is unknown"}};
  for (const Row& row : rows) {
    (void)TakeErrors();
    (void)ge::GEGetWarningMsgV2();
    EXPECT_EQ(ge::GEInitialize(row.options), row.status);
    ExpectError(row.error);
    const std::string warning = ge::GEGetWarningMsgV2().GetString();
    EXPECT_NE(warning.find(row.warning), std::string::npos) << warning;
    EXPECT_EQ(warning.empty(), row.warning.empty()) << warning;
    EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
  }
}

TEST(SessionLife, ASecondStartKeepsTheFirst) {
  ASSERT_EQ(ge::GEInitialize(Options()), ge::SUCCESS);
  (void)ge::GEGetWarningMsgV2();
  EXPECT_EQ(ge::GEInitialize(Options()), ge::SUCCESS);
  EXPECT_STREQ(ge::GEGetWarningMsgV2().GetString(), "");
  EXPECT_EQ(ge::GEInitialize(Options{{"ge.graphRunMode", "0"}}), ge::SUCCESS);
  EXPECT_NE(std::string(ge::GEGetWarningMsgV2().GetString()).find("initialised already"),
            std::string::npos);
  EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
}

TEST_F(SessionTest, RefusedOptionsLeaveNoSession) {
  ge::Session session{Options{{"ge.exec.deviceId", "9"}}};
  EXPECT_EQ(session.GetSessionId(), 0u);
  ExpectError("Session: Option ge.exec.deviceId is \"9\"");
  EXPECT_EQ(session.AddGraph(1, Bce({2}).Build()), ge::FAILED);
  ExpectError("The session has options that are refused.");
}

TEST_F(SessionTest, IdsAreKept) {
  ge::Session session{Options()};
  const NodeCase two = Bce({2}), three = Bce({3});
  const ge::Graph graph = two.Build();
  Tensors outputs;
  EXPECT_EQ(session.RunGraph(1, two.InputTensors(), outputs), kUnknownId);
  ExpectError("(E10062): RunGraph: Graph id 1 is unknown");
  EXPECT_EQ(session.AddGraph(1, graph), ge::SUCCESS);
  EXPECT_EQ(session.AddGraph(1, three.Build()), ge::SUCCESS) << "the first graph stays";
  EXPECT_EQ(session.AddGraph(2, graph), ge::FAILED);
  ExpectError("has been added under another id.");
  EXPECT_EQ(session.AddGraphWithCopy(2, graph), ge::SUCCESS);
  EXPECT_EQ(session.AddGraphWithCopy(2, graph), ge::FAILED);
  ExpectError("Graph id 2 is taken.");
  EXPECT_EQ(session.RunGraph(1, two.InputTensors(), outputs), ge::SUCCESS) << TakeErrors();
  EXPECT_EQ(session.RemoveGraph(1), ge::SUCCESS);
  EXPECT_EQ(session.RemoveGraph(1), ge::FAILED);
  ExpectError("RemoveGraph: Graph id 1 is unknown.");
  EXPECT_EQ(session.RunGraph(1, two.InputTensors(), outputs), kUnknownId);
  EXPECT_EQ(session.AddGraph(1, three.Build()), ge::SUCCESS);
  EXPECT_EQ(session.RunGraph(1, three.InputTensors(), outputs), ge::SUCCESS) << TakeErrors();
  EXPECT_EQ(session.AddGraph(3, graph), ge::SUCCESS) << "free again: " << TakeErrors();
}

TEST_F(SessionTest, GraphsWithoutInputsAreRefused) {
  ge::Session session{Options()};
  EXPECT_EQ(session.AddGraph(1, ge::Graph("empty")), ge::FAILED);
  ExpectError("has no inputs; SetInputs must be called first.");
  EXPECT_EQ(session.AddGraph(1, ge::Graph()), ge::FAILED);
}

TEST_F(SessionTest, TheFirstRunFixesAStaticShape) {
  ge::Session session{Options()};
  const NodeCase two = Bce({2}), three = Bce({3});
  Tensors outputs;
  ASSERT_EQ(session.AddGraph(1, two.Build()), ge::SUCCESS);
  EXPECT_TRUE(session.IsGraphNeedRebuild(1));
  EXPECT_EQ(session.RunGraph(1, three.InputTensors(), outputs), ge::SUCCESS) << TakeErrors();
  EXPECT_FALSE(session.IsGraphNeedRebuild(1));
  EXPECT_EQ(session.RunGraph(1, two.InputTensors(), outputs), ge::FAILED);
  ExpectError("Data data_predict has the shape [2], expected [3] as in the first run");
  EXPECT_EQ(outputs[0].GetSize(), 12u) << "of the first run";
}

TEST_F(SessionTest, TheFirstRunFixesTypes) {
  ge::Session session{Options()};
  Tensors outputs;
  ASSERT_EQ(session.AddGraph(1, Bce({2}).Build()), ge::SUCCESS);
  ASSERT_EQ(session.RunGraph(1, Bce({2}).InputTensors(), outputs), ge::SUCCESS);
  NodeCase other = Bce({2});
  other["predict"] = MakeTensor(ge::DT_BF16, {2}, {1, 2});
  EXPECT_EQ(session.RunGraph(1, other.InputTensors(), outputs), ge::FAILED);
  ExpectError("Data data_predict has the dtype DT_BF16, expected DT_FLOAT as in the first run.");
}

// A declaration in place of that which the tensors of a case have.
ge::Graph BuildDeclared(const Extents& declared) {
  const ge::TensorDesc desc(ge::Shape(declared), ge::FORMAT_ND, ge::DT_FLOAT);
  ge::Operator predict = MakeData("predict", 0, desc), target = MakeData("target", 1, desc);
  ge::op::SigmoidCrossEntropyWithLogits loss("loss");
  loss.set_input_predict(predict).set_input_target(target);
  ge::Graph graph("declared");
  graph.SetInputs({predict, target}).SetOutputs(std::vector<ge::Operator>{loss});
  return graph;
}

TEST_F(SessionTest, OpenShapesVary) {
  struct Row {
    Extents declared, given;
    bool allowed;
  };
  const Row rows[] = {{{-1, -1}, {2, 3}, true}, {{-1, -1}, {0, 3}, true}, {{-1, -1}, {6}, false},
                      {{-1, 3}, {7, 3}, true},  {{-1, 3}, {7, 2}, false}, {{-2}, {2, 3, 4}, true},
                      {{-2}, {6}, true}};
  for (const Row& row : rows) {
    ge::Session session{Options()};
    ASSERT_EQ(session.AddGraph(1, BuildDeclared(row.declared)), ge::SUCCESS);
    for (int again = 0; again < 2; ++again) {
      Tensors outputs;
      const ge::Status status = session.RunGraph(1, Bce(row.given).InputTensors(), outputs);
      EXPECT_EQ(status == ge::SUCCESS, row.allowed) << TakeErrors();
      if (row.allowed) {
        EXPECT_EQ(outputs[0].GetTensorDesc().GetShape().GetDims(), row.given);
      } else {
        ExpectError("with any extent for -1.");
      }
    }
  }
}

TEST_F(SessionTest, DataGoByTheirIndices) {
  const ge::Tensor predict = MakeTensor(ge::DT_FLOAT, {1}, {3});
  const ge::Tensor target = MakeTensor(ge::DT_FLOAT, {1}, {1});
  struct Row {
    int64_t predict_index, target_index;
    bool swapped;
  };
  const Row rows[] = {{0, 1, false}, {1, 0, true}, {0, 0, false}, {5, 7, false}, {-1, 0, false}};
  for (const Row& row : rows) {
    ge::Operator first = MakeData("predict", row.predict_index, predict.GetTensorDesc());
    ge::Operator second = MakeData("target", row.target_index, target.GetTensorDesc());
    ge::op::SigmoidCrossEntropyWithLogits loss("loss");
    loss.set_input_predict(first).set_input_target(second);
    ge::Graph graph("graph");
    graph.SetInputs({first, second}).SetOutputs(std::vector<ge::Operator>{loss});
    ge::Session session{Options()};
    Tensors outputs;
    ASSERT_EQ(session.AddGraph(1, graph), ge::SUCCESS);
    const Tensors inputs = row.swapped ? Tensors{target, predict} : Tensors{predict, target};
    ASSERT_EQ(session.RunGraph(1, inputs, outputs), ge::SUCCESS) << TakeErrors();
    EXPECT_NEAR(FloatAt(outputs[0], 0), 0.048587352, 1e-7);
  }
}

TEST_F(SessionTest, InputsAreCountedAndMeasured) {
  const NodeCase node = Bce({2});
  ge::Session session{Options()};
  ASSERT_EQ(session.AddGraph(1, node.Build()), ge::SUCCESS);
  Tensors outputs, inputs = node.InputTensors();
  EXPECT_EQ(session.RunGraph(1, {inputs[0]}, outputs), ge::FAILED);
  ExpectError(
      "(E13025): RunGraph: The graph has 2 Data nodes, but there are 1 inputs; that for "
      "data_target is missing.");
  Tensors cut = inputs;
  cut[1] = ge::Tensor(inputs[1].GetTensorDesc(), inputs[1].GetData(), 4);
  EXPECT_EQ(session.RunGraph(1, cut, outputs), ge::FAILED);
  ExpectError("Data data_target holds 4 bytes, but its shape [2] and dtype take 8.");
  EXPECT_TRUE(outputs.empty());
  inputs.push_back(inputs[0]);
  (void)ge::GEGetWarningMsgV2();
  EXPECT_EQ(session.RunGraph(1, inputs, outputs), ge::SUCCESS);
  EXPECT_NE(std::string(ge::GEGetWarningMsgV2().GetString()).find("of 3 inputs the last are"),
            std::string::npos);
}

TEST_F(SessionTest, GraphsAreBuiltAhead) {
  const NodeCase node = Bce({2});
  ge::Session session{Options()};
  ASSERT_EQ(session.AddGraph(1, node.Build()), ge::SUCCESS);
  EXPECT_EQ(session.CompileGraph(1), ge::SUCCESS);
  EXPECT_FALSE(session.IsGraphNeedRebuild(1));
  EXPECT_EQ(session.BuildGraph(1, node.InputTensors()), ge::SUCCESS);
  const ge::InputTensorInfo good = {ge::DT_FLOAT, {2}, nullptr, 0};
  const ge::InputTensorInfo bad = {ge::DT_INT32, {2}, nullptr, 0};
  EXPECT_EQ(session.BuildGraph(1, std::vector<ge::InputTensorInfo>{good, good}), ge::SUCCESS);
  EXPECT_EQ(session.BuildGraph(1, std::vector<ge::InputTensorInfo>{bad, good}), ge::FAILED);
  ExpectError("Tensor predict not implemented for DT_INT32");
  EXPECT_EQ(session.CompileGraph(2), kUnknownId);
}

TEST_F(SessionTest, OutputsMayComeStraightFromInputsAndConstants) {
  const NodeCase node = Bce({2});
  ge::Operator data = MakeData("data", 0, node.inputs[0].tensor.GetTensorDesc());
  ge::op::Const constant("constant");
  constant.set_attr_value(node.inputs[1].tensor);
  ge::op::SigmoidCrossEntropyWithLogits loss("loss");
  loss.set_input_predict(data).set_input_target(constant);
  ge::Graph graph("graph");
  graph.SetInputs({data}).SetOutputs(std::vector<ge::Operator>{constant, loss, data, loss});
  ge::Session session{Options()};
  Tensors outputs;
  ASSERT_EQ(session.AddGraph(1, graph), ge::SUCCESS);
  ASSERT_EQ(session.RunGraph(1, {node.inputs[0].tensor}, outputs), ge::SUCCESS) << TakeErrors();
  ASSERT_EQ(outputs.size(), 4u);
  EXPECT_EQ(BytesOf(outputs[0]), BytesOf(node.inputs[1].tensor));
  EXPECT_EQ(BytesOf(outputs[1]), BytesOf(RunNode(node).outputs[0]));
  EXPECT_EQ(BytesOf(outputs[2]), BytesOf(node.inputs[0].tensor));
  EXPECT_EQ(BytesOf(outputs[3]), BytesOf(outputs[1]));
  EXPECT_NE(outputs[2].GetData(), node.inputs[0].tensor.GetData()) << "the program's own";
  EXPECT_NE(outputs[3].GetData(), outputs[1].GetData());
}

TEST_F(SessionTest, OutputsAreUsedAgainOnlyWhereNobodySeesIt) {
  const NodeCase node = Bce({64}), other = Bce({64}, 7);
  ge::Session session{Options()};
  ASSERT_EQ(session.AddGraph(1, node.Build()), ge::SUCCESS);
  Tensors outputs;
  ASSERT_EQ(session.RunGraph(1, node.InputTensors(), outputs), ge::SUCCESS);
  const std::string first = BytesOf(outputs[0]);
  const ge::Tensor kept = outputs[0];
  ASSERT_EQ(session.RunGraph(1, other.InputTensors(), outputs), ge::SUCCESS);
  EXPECT_EQ(BytesOf(kept), first) << "a copy that the program holds";
  const uint8_t* const address = outputs[0].GetData();
  ASSERT_EQ(session.RunGraph(1, node.InputTensors(), outputs), ge::SUCCESS);
  EXPECT_EQ(outputs[0].GetData(), address) << "nobody holds it";
  EXPECT_EQ(BytesOf(outputs[0]), first);
}

TEST_F(SessionTest, OutputsMayBeInputs) {
  const NodeCase node = Bce({64});
  ge::Session session{Options()};
  ASSERT_EQ(session.AddGraph(1, node.Build()), ge::SUCCESS);
  Tensors outputs;
  ASSERT_EQ(session.RunGraph(1, node.InputTensors(), outputs), ge::SUCCESS);
  NodeCase next = node;
  next["predict"] = outputs[0].Clone();
  const std::string expected = BytesOf(RunNode(next).outputs[0]);
  // The same vector, and memory that only an address leads to.
  Tensors both = {outputs[0], node.inputs[1].tensor};
  outputs.clear();
  ASSERT_EQ(session.RunGraph(1, both, both), ge::SUCCESS);
  EXPECT_EQ(BytesOf(both[0]), expected);

  ASSERT_EQ(session.RunGraph(1, node.InputTensors(), outputs), ge::SUCCESS);
  ge::Tensor alias(outputs[0].GetTensorDesc());
  ASSERT_EQ(alias.SetData(outputs[0].GetData(), outputs[0].GetSize(), [](uint8_t*) {}),
            ge::GRAPH_SUCCESS);
  ASSERT_EQ(session.RunGraph(1, {alias, node.inputs[1].tensor}, outputs), ge::SUCCESS);
  EXPECT_EQ(BytesOf(outputs[0]), expected);
}

}  // namespace
}  // namespace sigloss::graph_testing
