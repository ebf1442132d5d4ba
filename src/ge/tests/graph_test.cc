// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Graphs before they run: what belongs to them, what they say, their dumps.
#include "graph/graph.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "ge/ge_ir_build.h"
#include "graph_testing.h"
#include "ops_proto_nn.h"

namespace ge {
namespace {

using sigloss::graph_testing::TakeErrors;

// predict, target -> loss -> (nothing); dout is not connected.
struct Parts {
  op::Data predict{"predict"}, target{"target"}, dout{"dout"};
  op::SigmoidCrossEntropyWithLogits loss{"loss"};
  Parts() { loss.set_input_predict(predict).set_input_target(target); }
};

std::vector<AscendString> NamesOf(const Graph& graph) {
  std::vector<AscendString> names;
  EXPECT_EQ(graph.GetAllOpName(names), GRAPH_SUCCESS);
  return names;
}

TEST(GraphOf, WhatIsConnectedWithItsInputs) {
  Parts parts;
  Graph graph("graph");
  graph.SetInputs({parts.predict});
  EXPECT_EQ(NamesOf(graph), (std::vector<AscendString>{"predict", "loss", "target"}));
  EXPECT_EQ(graph.AddOp(parts.dout), GRAPH_SUCCESS);
  EXPECT_EQ(graph.AddOp(op::Data("dout")), GRAPH_SUCCESS) << "a name that is taken is left out";
  EXPECT_EQ(NamesOf(graph).size(), 4u);
}

TEST(GraphOf, OperatorsAreFound) {
  Parts parts;
  Graph graph("graph");
  graph.SetInputs({parts.predict});
  Operator found;
  EXPECT_EQ(graph.FindOpByName("loss", found), GRAPH_SUCCESS);
  AscendString type;
  EXPECT_EQ(found.GetOpType(type), GRAPH_SUCCESS);
  EXPECT_EQ(type, "SigmoidCrossEntropyWithLogits");
  EXPECT_EQ(graph.FindOpByName("dout", found), GRAPH_FAILED);
  std::vector<Operator> data;
  EXPECT_EQ(graph.FindOpByType("Data", data), GRAPH_SUCCESS);
  EXPECT_EQ(data.size(), 2u);
  AscendString name;
  EXPECT_EQ(graph.GetName(name), GRAPH_SUCCESS);
  EXPECT_EQ(name, "graph");
}

TEST(GraphOf, WhatCannotBeSetIsTold) {
  Parts parts;
  Graph graph("graph"), unnamed;
  const std::vector<std::pair<Operator, AscendString>> bad_name = {{parts.loss, "none"}};
  const std::vector<std::pair<Operator, AscendString>> outside = {{parts.dout, "y"}};
  const std::vector<std::pair<Operator, std::vector<size_t>>> bad_index = {{parts.loss, {1}}};
  struct Row {
    std::function<void()> call;
    const char* text;
  };
  const Row rows[] = {
      {[&] { unnamed.SetInputs({parts.predict}); }, "made without a name"},
      {[&] { graph.SetOutputs({parts.loss}); }, "SetInputs must be called first."},
      {[&] { graph.SetInputs({Operator()}); }, "Input 0 of graph graph is an empty operator."},
      {[&] { graph.SetInputs({parts.predict}).SetInputs({parts.target}); }, "has inputs already."},
      {[&] { graph.SetOutputs(bad_name); }, "node 'loss' has no output none."},
      {[&] { graph.SetOutputs(outside); }, "node 'dout' is not connected with the inputs"},
      {[&] { graph.SetOutputs(bad_index); }, "node 'loss' has no output 1."},
      {[&] { graph.SetTargets({parts.dout}); }, "node 'dout' is not connected with the inputs"}};
  for (const Row& row : rows) {
    (void)TakeErrors();
    row.call();
    const std::string error = TakeErrors();
    EXPECT_NE(error.find(row.text), std::string::npos) << row.text << " in " << error;
  }
}

TEST(GraphOf, UnknownOutputsAreLeftOutWithAWarning) {
  Parts parts;
  Graph graph("graph");
  (void)TakeErrors();
  (void)GEGetWarningMsgV2();
  graph.SetInputs({}).SetInputs({parts.predict}).SetOutputs(std::vector<Operator>{parts.dout});
  EXPECT_EQ(TakeErrors(), "");
  const std::string warning = GEGetWarningMsgV2().GetString();
  EXPECT_NE(warning.find("Data node 'dout' is not connected"), std::string::npos) << warning;
  EXPECT_EQ(warning.find("[PID: "), 0u) << warning;
  EXPECT_STREQ(GEGetWarningMsgV2().GetString(), "");
}

class DumpTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("sigloss_dump_" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
    parts_.loss.update_output_desc_loss(TensorDesc(Shape({-1, 3}), FORMAT_ND, DT_BF16));
    graph_.SetInputs({parts_.predict}).SetOutputs(std::vector<Operator>{parts_.loss});
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  graphStatus Dump(const std::string& file) {
    return aclgrphDumpGraph(graph_, file.c_str(), file.size());
  }
  std::vector<std::filesystem::path> Files() const {
    return {std::filesystem::directory_iterator(folder_), {}};
  }

  Parts parts_;
  Graph graph_{"graph"};
  std::filesystem::path folder_;
};

TEST_F(DumpTest, IsReadable) {
  ASSERT_EQ(Dump((folder_ / "name").string()), GRAPH_SUCCESS);
  ASSERT_EQ(Files().size(), 1u);
  EXPECT_TRUE(Files()[0].filename().string().ends_with("_name.txt")) << Files()[0];
  std::ifstream stream(Files()[0]);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  for (const char* part : {"graph \"graph\"", "Data \"predict\" {", "attribute index = 0",
                           "SigmoidCrossEntropyWithLogits \"loss\" {", "input target from target.y",
                           "output loss declared [-1, 3] DT_BF16 ND", "result loss.loss"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
}

TEST_F(DumpTest, StaysApartFromOthers) {
  ASSERT_EQ(Dump((folder_ / "").string()), GRAPH_SUCCESS);
  ASSERT_EQ(Dump((folder_ / "").string()), GRAPH_SUCCESS);
  ASSERT_EQ(Files().size(), 2u);
  EXPECT_TRUE(Files()[0].filename().string().ends_with("_graph.txt")) << "the graph's name";
}

TEST_F(DumpTest, IsRefused) {
  const std::string good = (folder_ / "name").string();
  (void)TakeErrors();
  EXPECT_EQ(aclgrphDumpGraph(graph_, nullptr, 0), GRAPH_PARAM_INVALID);
  EXPECT_EQ(aclgrphDumpGraph(graph_, "", 0), GRAPH_PARAM_INVALID);
  EXPECT_EQ(aclgrphDumpGraph(graph_, good.c_str(), good.size() - 1), GRAPH_PARAM_INVALID);
  EXPECT_EQ(aclgrphDumpGraph(Graph("empty"), good.c_str(), good.size()), GRAPH_PARAM_INVALID);
  EXPECT_EQ(aclgrphDumpGraph(Graph(), good.c_str(), good.size()), GRAPH_PARAM_INVALID);
  EXPECT_EQ(Dump((folder_ / "none" / "name").string()), GRAPH_PARAM_INVALID);
  const std::string errors = TakeErrors();
  EXPECT_NE(errors.find("There is no folder"), std::string::npos) << errors;
  EXPECT_TRUE(Files().empty());
}

TEST(IRVersion, IsOne) {
  int32_t major = 0, minor = -1, patch = -1;
  EXPECT_EQ(aclgrphGetIRVersion(&major, &minor, &patch), GRAPH_SUCCESS);
  EXPECT_EQ(major, 1);
  EXPECT_EQ(minor + patch, 0);
  EXPECT_EQ(aclgrphGetIRVersion(nullptr, &minor, &patch), GRAPH_PARAM_INVALID);
}

}  // namespace
}  // namespace ge
