// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Graphs that cannot be built, whatever their tensors: circles, types, ports, attributes.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "graph_testing.h"
#include "ops_proto_nn.h"

namespace ge {

// Prototypes that a program may bring along: an operator that is not here, and wrong ones.
REG_OP(Cast)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Cast) namespace foreign {
  class Loss : public Operator {
   public:
    Loss(const char* extra_input, const char* output)
        : Operator("foreign", "SigmoidCrossEntropyWithLogits") {
      InputRegister("predict");
      InputRegister("target");
      if (extra_input != nullptr) InputRegister(extra_input);
      OutputRegister(output);
    }
  };
}  // namespace foreign
}  // namespace ge

namespace sigloss::graph_testing {
namespace {

using RefusedGraphTest = GraphTest;

const ge::TensorDesc kDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_FLOAT);

// A Data node and one that reads it.
struct Parts {
  ge::Operator data = MakeData("data", 0, kDesc);
  ge::op::SigmoidCrossEntropyWithLogits loss{"loss"};
  ge::op::SigmoidCrossEntropyWithLogits other{"other"};
  Parts() { loss.set_input_predict(data).set_input_target(data); }

  [[nodiscard]] ge::Graph Build(const std::vector<ge::Operator>& outputs) const {
    ge::Graph graph("graph");
    graph.SetInputs({data}).SetOutputs(outputs);
    return graph;
  }
};

ge::Graph Circle() {
  Parts parts;
  parts.loss.set_input_target(parts.other);
  parts.other.set_input_predict(parts.loss).set_input_target(parts.data);
  return parts.Build({parts.loss});
}

ge::Graph SelfCircle() {
  Parts parts;
  parts.loss.set_input_target(parts.loss);
  return parts.Build({parts.loss});
}

ge::Graph ControlCircle() {
  Parts parts;
  parts.other.set_input_predict(parts.loss).set_input_target(parts.data);
  parts.loss.AddControlInput(parts.other);
  return parts.Build({parts.other});
}

ge::Graph UnknownType() {
  Parts parts;
  ge::op::Cast cast("cast");
  cast.set_input_x(parts.data);
  return parts.Build({cast});
}

ge::Graph Foreign(const char* extra_input, const char* output) {
  Parts parts;
  ge::foreign::Loss loss(extra_input, output);
  loss.SetInput("predict", parts.data).SetInput("target", parts.data);
  if (extra_input != nullptr) loss.SetInput(extra_input, parts.data);
  return parts.Build({loss});
}

ge::Graph MissingInput() {
  Parts parts;
  parts.other.set_input_predict(parts.data);
  return parts.Build({parts.other});
}

ge::Graph NoValue() {
  Parts parts;
  ge::op::Const constant("constant");
  constant.SetAttr("value", 3);
  parts.loss.set_input_target(constant);
  return parts.Build({parts.loss});
}

ge::Graph ConstantOfWrongSize() {
  Parts parts;
  ge::op::Const constant("constant");
  constant.set_attr_value(ge::Tensor(kDesc));
  parts.loss.set_input_target(constant);
  return parts.Build({parts.loss});
}

TEST_F(RefusedGraphTest, EachWithAText) {
  struct Row {
    ge::Graph graph;
    std::string text;
  };
  const Row rows[] = {
      {Circle(), "The graph has a circle: loss is read by other, which is read by loss."},
      {SelfCircle(), "The graph has a circle: loss is read by loss."},
      {ControlCircle(), "The graph has a circle: other is read by loss, which is read by other."},
      {UnknownType(), "Cast node 'cast': there is no operator of that type; there are Sigmoid"},
      {Foreign("mask", "loss"), "node 'foreign': The operator has no input mask."},
      {Foreign(nullptr, "result"), "node 'foreign': The operator has no output result."},
      {MissingInput(),
       "(E13025): RunGraph: SigmoidCrossEntropyWithLogits node 'other': Expected a "
       "proper Tensor but got null for argument target."},
      {NoValue(), "Const node 'constant': Attribute value has a value of another type"},
      {ConstantOfWrongSize(), "Const constant holds 0 bytes, expected 8."}};
  for (const Row& row : rows) {
    ge::Session session{Options()};
    ASSERT_EQ(session.AddGraph(1, row.graph), ge::SUCCESS) << TakeErrors();
    for (int again = 0; again < 2; ++again) {
      Tensors outputs;
      EXPECT_EQ(session.RunGraph(1, {MakeTensor(ge::DT_FLOAT, {2}, {1, 2})}, outputs), ge::FAILED);
      const std::string error = TakeErrors();
      EXPECT_NE(error.find(row.text), std::string::npos) << row.text << " in " << error;
      EXPECT_TRUE(outputs.empty());
    }
  }
}

TEST_F(RefusedGraphTest, InputsThatAreNoTensors) {
  struct Row {
    ge::TensorDesc desc;
    std::string text;
  };
  const auto make = [](const Extents& dims, ge::DataType dtype) {
    return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, dtype);
  };
  const Row rows[] = {
      {make({-1}, ge::DT_FLOAT), "The shape of tensor data [-1] has a negative extent"},
      {make({int64_t{1} << 40, int64_t{1} << 40}, ge::DT_FLOAT), "more than 2^56 elements"},
      {make(Extents(9, 1), ge::DT_FLOAT), "cannot be larger than 8 dimensions, but it has 9"},
      {make({2}, ge::DT_STRING), "Tensor data has the dtype DT_STRING, which has no fixed size."},
      {make({2}, static_cast<ge::DataType>(300)), "Tensor data has the dtype 300"}};
  for (const Row& row : rows) {
    ge::Session session{Options()};
    Parts parts;
    ASSERT_EQ(session.AddGraph(1, parts.Build({parts.loss})), ge::SUCCESS);
    Tensors outputs;
    EXPECT_EQ(session.RunGraph(1, {ge::Tensor(row.desc)}, outputs), ge::FAILED);
    const std::string error = TakeErrors();
    EXPECT_NE(error.find(row.text), std::string::npos) << row.text << " in " << error;
  }
}

}  // namespace
}  // namespace sigloss::graph_testing
