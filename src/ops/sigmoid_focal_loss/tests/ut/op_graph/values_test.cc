// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The operators as nodes of a graph: the bits of the C++ functions, exact descriptions.
#include <gtest/gtest.h>

#include <string>

#include "graph_testing.h"
#include "sigloss/sigmoid_focal_loss.h"

namespace sigloss::graph_testing {
namespace {

struct Row {
  ge::DataType pred, dout, weight;  // DT_UNDEFINED: no weight
  const char* reduction;            // null: not set
  float alpha, gamma;
};

constexpr ge::DataType kFloat = ge::DT_FLOAT, kHalf = ge::DT_FLOAT16, kNone = ge::DT_UNDEFINED;

constexpr Row kGradRows[] = {
    {kFloat, kFloat, kNone, nullptr, 0.25f, 2},     {kFloat, kFloat, kFloat, "none", 0.3f, 1.7f},
    {kFloat, kHalf, kHalf, "sum", -2, 0},           {kHalf, kHalf, kNone, "mean", 0.25f, 2},
    {kHalf, kFloat, kHalf, "none", 0.75f, 0.5f},    {kHalf, kHalf, kFloat, "mean", 1, 5},
    {kFloat, kHalf, kFloat, "mean", 0.25f, -0.25f},
};
constexpr Row kLossRows[] = {
    {kFloat, kNone, kNone, nullptr, 0.25f, 2}, {kFloat, kNone, kFloat, "none", 0.3f, 1.7f},
    {kHalf, kNone, kHalf, "sum", 0, 0},        {kHalf, kNone, kNone, "mean", 1, 5},
    {kHalf, kNone, kHalf, "none", 0.25f, 2},
};

NodeCase MakeCase(const char* type, const Row& row, const Extents& dims) {
  NodeCase node{type, {}, {}};
  node["pred"] = MakeRandom(row.pred, dims, -6, 6, 1);
  node["target"] = MakeRandom(ge::DT_INT32, dims, 0, 2, 2);
  if (row.dout != kNone) node["dout"] = MakeRandom(row.dout, dims, -2, 2, 3);
  if (row.weight != kNone) node["weight"] = MakeRandom(row.weight, dims, 0, 2, 4);
  node.set_attrs = [row](ge::Operator& op) {
    op.SetAttr("alpha", row.alpha).SetAttr("gamma", row.gamma);
    if (row.reduction != nullptr) op.SetAttr("reduction", row.reduction);
  };
  return node;
}

FocalOptions OptionsOf(const Row& row, NodeCase& node) {
  FocalOptions options;
  options.alpha = row.alpha;
  options.gamma = row.gamma;
  const std::string word = row.reduction == nullptr ? "mean" : row.reduction;
  options.reduction = word == "none"  ? Reduction::kNone
                      : word == "sum" ? Reduction::kSum
                                      : Reduction::kMean;
  if (row.weight != kNone) options.weight = ViewOf(node["weight"]);
  return options;
}

void ExpectOutput(const Outcome& outcome, const ge::Tensor& expected) {
  ASSERT_EQ(outcome.status, ge::SUCCESS) << outcome.error;
  ASSERT_EQ(outcome.outputs.size(), 1u);
  const ge::TensorDesc got = outcome.outputs[0].GetTensorDesc();
  const ge::TensorDesc wanted = expected.GetTensorDesc();
  EXPECT_EQ(got.GetShape().GetDims(), wanted.GetShape().GetDims());
  EXPECT_EQ(got.GetDataType(), wanted.GetDataType());
  EXPECT_EQ(got.GetFormat(), ge::FORMAT_ND);
  EXPECT_EQ(got.GetPlacement(), ge::kPlacementHost);
  EXPECT_EQ(BytesOf(outcome.outputs[0]), BytesOf(expected));
}

using FocalGraphTest = GraphTest;

TEST_F(FocalGraphTest, GradientIsThatOfTheFunction) {
  for (const Row& row : kGradRows) {
    for (const Extents& dims : {Extents{1, 1}, Extents{2, 3}, Extents{300, 70}}) {
      SCOPED_TRACE(&row - kGradRows);
      NodeCase node = MakeCase("SigmoidFocalLossGrad", row, dims);
      ge::Tensor expected = MakeRandom(row.pred, dims, 9, 10, 5);
      const Status status = sigmoid_focal_loss_backward(
          ViewOf(node["dout"]), ViewOf(node["pred"]), FocalTarget::Selector(ViewOf(node["target"])),
          ViewOf(expected), OptionsOf(row, node));
      ASSERT_TRUE(status.ok()) << status.message();
      ExpectOutput(RunNode(node), expected);
    }
  }
}

TEST_F(FocalGraphTest, LossIsThatOfTheFunction) {
  for (const Row& row : kLossRows) {
    for (const Extents& dims : {Extents{1, 1}, Extents{2, 3}, Extents{0, 3}, Extents{300, 70}}) {
      SCOPED_TRACE(&row - kLossRows);
      NodeCase node = MakeCase("SigmoidFocalLoss", row, dims);
      const FocalOptions options = OptionsOf(row, node);
      const bool reduced = options.reduction != Reduction::kNone;
      ge::Tensor expected = MakeRandom(row.pred, reduced ? Extents{} : dims, 9, 10, 5);
      const Status status =
          sigmoid_focal_loss(ViewOf(node["pred"]), FocalTarget::Labels(ViewOf(node["target"])),
                             ViewOf(expected), options);
      ASSERT_TRUE(status.ok()) << status.message();
      ExpectOutput(RunNode(node), expected);
    }
  }
}

TEST_F(FocalGraphTest, DefaultsAreTheOperators) {
  const Row row = {kFloat, kFloat, kNone, nullptr, 0.25f, 2};
  NodeCase node = MakeCase("SigmoidFocalLossGrad", row, {2, 3});
  const std::string given = BytesOf(RunNode(node).outputs[0]);
  node.set_attrs = nullptr;
  EXPECT_EQ(BytesOf(RunNode(node).outputs[0]), given);
}

TEST_F(FocalGraphTest, SelectorIsTheComplementOfTheLabel) {
  const Row row = {kFloat, kFloat, kNone, "none", 0.25f, 2};
  NodeCase node = MakeCase("SigmoidFocalLossGrad", row, {1, 2});
  node["pred"] = MakeTensor(ge::DT_FLOAT, {1, 2}, {1, 1});
  node["target"] = MakeTensor(ge::DT_INT32, {1, 2}, {0, 1});
  node["dout"] = MakeTensor(ge::DT_FLOAT, {1, 2}, {1, 1});
  const Outcome outcome = RunNode(node);
  ASSERT_EQ(outcome.status, ge::SUCCESS) << outcome.error;
  EXPECT_LT(FloatAt(outcome.outputs[0], 0), 0) << "0 is positive";
  EXPECT_GT(FloatAt(outcome.outputs[0], 1), 0) << "1 is negative";
}

}  // namespace
}  // namespace sigloss::graph_testing
