// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every node that is refused: a text that names the node, the argument, what it is and should be.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "graph_testing.h"

namespace sigloss::graph_testing {
namespace {

NodeCase Good(const char* type) {
  const bool is_grad = std::string(type) == "SigmoidFocalLossGrad";
  NodeCase node{type, {}, {}};
  node["pred"] = MakeRandom(ge::DT_FLOAT, {2, 3}, -1, 1, 1);
  node["target"] = MakeRandom(ge::DT_INT32, {2, 3}, 0, 2, 2);
  if (is_grad) node["dout"] = MakeRandom(ge::DT_FLOAT, {2, 3}, -1, 1, 3);
  node["weight"] = MakeRandom(ge::DT_FLOAT, {2, 3}, 0, 1, 4);
  return node;
}

struct Row {
  std::function<void(NodeCase&)> spoil;
  std::string text;
};

auto Tensor(const char* port, ge::DataType dtype, const Extents& dims) {
  return [=](NodeCase& node) { node[port] = MakeRandom(dtype, dims, 0, 1, 9); };
}
auto Absent(const char* port) {
  return [=](NodeCase& node) { node.Remove(port); };
}
auto All(const Extents& dims) {
  return [=](NodeCase& node) {
    for (NodeCase::Input& input : node.inputs) {
      input.tensor = MakeRandom(input.tensor.GetDataType(), dims, 0, 1, 9);
    }
  };
}
auto NotND(const char* port) {
  return [=](NodeCase& node) { node[port].SetFormat(ge::FORMAT_NCHW); };
}
template <class T>
auto Attr(const char* name, T value) {
  return
      [=](NodeCase& node) { node.set_attrs = [=](ge::Operator& op) { op.SetAttr(name, value); }; };
}

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// What both operators refuse.
std::vector<Row> CommonRows() {
  return {
      {Absent("pred"), "Expected a proper Tensor but got null for argument pred."},
      {Absent("target"), "Expected a proper Tensor but got null for argument target."},
      {Tensor("pred", ge::DT_BF16, {2, 3}),
       "Tensor pred not implemented for DT_BF16, should be in dtype support list "
       "[DT_FLOAT16,DT_FLOAT,]."},
      {Tensor("target", ge::DT_FLOAT, {2, 3}),
       "Tensor target not implemented for DT_FLOAT, should be in dtype support list [DT_INT32,]."},
      {NotND("pred"), "Format of pred should be ND, but current is NCHW."},
      {NotND("target"), "Format of target should be ND, but current is NCHW."},
      {NotND("weight"), "Format of weight should be ND, but current is NCHW."},
      {All({6}), "The pred tensor must have 2 dimensions, but its shape is [6]."},
      {All({1, 2, 3}), "The pred tensor must have 2 dimensions, but its shape is [1, 2, 3]."},
      {All({}), "The pred tensor must have 2 dimensions, but its shape is []."},
      {Tensor("target", ge::DT_INT32, {3, 2}),
       "Expected tensor for target to have same size as tensor for pred, but [3, 2] does not "
       "equal [2, 3]."},
      {Tensor("weight", ge::DT_FLOAT, {1, 3}),
       "Expected tensor for weight to have same size as tensor for pred, but [1, 3]"},
      {Attr("alpha", kInf), "Attribute alpha should be "},
      {Attr("gamma", kNan), "but current is nan."},
      {Attr("alpha", 1), "Attribute alpha has a value of another type, expected a float."},
      {Attr("reduction", "avg"),
       "Attribute reduction should be one of [none, mean, sum], but current is avg."},
      {Attr("reduction", ""), "Attribute reduction should be one of [none, mean, sum]"},
      {Attr("reduction", 1), "Attribute reduction has a value of another type, expected a string."},
  };
}

void ExpectAll(const char* type, const std::vector<Row>& rows) {
  ASSERT_EQ(RunNode(Good(type)).status, ge::SUCCESS);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    NodeCase node = Good(type);
    row.spoil(node);
    ExpectRefused(node, {std::string(type) + " node 'node': ", row.text});
  }
}

using FocalGraphChecksTest = GraphTest;

TEST_F(FocalGraphChecksTest, OfTheGradient) {
  std::vector<Row> rows = CommonRows();
  const std::vector<Row> own = {
      {Absent("dout"), "Expected a proper Tensor but got null for argument dout."},
      {Tensor("dout", ge::DT_BF16, {2, 3}), "Tensor dout not implemented for DT_BF16"},
      {Tensor("weight", ge::DT_INT32, {2, 3}), "Tensor weight not implemented for DT_INT32"},
      {Tensor("dout", ge::DT_FLOAT, {2, 1}), "Expected tensor for dout to have same size"},
      {All({0, 3}), "Tensor pred must not be empty, but its shape is [0, 3]."},
      {NotND("dout"), "Format of dout should be ND, but current is NCHW."},
      {Attr("alpha", kNan), "Attribute alpha should be finite, but current is nan."},
      {Attr("gamma", 2e6f), "Attribute gamma should be in [-1e+06, 1e+06], but current is 2e+06."},
  };
  rows.insert(rows.end(), own.begin(), own.end());
  ExpectAll("SigmoidFocalLossGrad", rows);
}

TEST_F(FocalGraphChecksTest, OfTheLoss) {
  std::vector<Row> rows = CommonRows();
  const std::vector<Row> own = {
      {Tensor("weight", ge::DT_FLOAT16, {2, 3}),
       "Tensor weight expected dtype is DT_FLOAT but found DT_FLOAT16."},
      {Attr("alpha", 1.5f), "Attribute alpha should be in [0, 1], but current is 1.5."},
      {Attr("gamma", -0.5f), "Attribute gamma should be in [0, 5], but current is -0.5."},
      {Attr("gamma", 5.5f), "Attribute gamma should be in [0, 5], but current is 5.5."},
  };
  rows.insert(rows.end(), own.begin(), own.end());
  ExpectAll("SigmoidFocalLoss", rows);
}

// The gradient declares that it takes unknown extents, but no unknown rank.
TEST_F(FocalGraphChecksTest, UnknownRank) {
  const NodeCase good = Good("SigmoidFocalLossGrad");
  for (const bool on_node : {false, true}) {
    NodeCase node = good;
    const auto unknown = ge::TensorDesc(ge::Shape({-2}), ge::FORMAT_ND, ge::DT_FLOAT);
    node.set_attrs = [&](ge::Operator& op) {
      if (on_node) op.UpdateInputDesc("dout", unknown);
    };
    if (!on_node) node["dout"].SetTensorDesc(unknown);
    const std::string text = "The rank of tensor dout must be known: its shape is [-2]";
    ExpectRefused(node, {"SigmoidFocalLossGrad node 'node': ", text});
  }
}

}  // namespace
}  // namespace sigloss::graph_testing
