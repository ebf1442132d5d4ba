// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The operators as nodes of a graph: the bits of the C++ functions, exact descriptions.
#include <gtest/gtest.h>

#include <string>

#include "graph_testing.h"
#include "sigloss/bce_with_logits.h"

namespace sigloss::graph_testing {
namespace {

struct Row {
  const char* type;
  ge::DataType dtype;
  bool has_weight, has_pos_weight;
  const char* reduction;  // null: not set
};

constexpr const char* kLoss = "SigmoidCrossEntropyWithLogits";
constexpr const char* kGrad = "SigmoidCrossEntropyWithLogitsGrad";
constexpr const char* kLossV2 = "SigmoidCrossEntropyWithLogitsV2";
constexpr const char* kGradV2 = "SigmoidCrossEntropyWithLogitsGradV2";

constexpr Row kRows[] = {
    {kLoss, ge::DT_FLOAT, false, false, nullptr},   {kLoss, ge::DT_BF16, false, false, nullptr},
    {kGrad, ge::DT_FLOAT, false, false, nullptr},   {kGrad, ge::DT_FLOAT16, false, false, nullptr},
    {kLossV2, ge::DT_FLOAT, false, false, nullptr}, {kLossV2, ge::DT_FLOAT, true, true, "none"},
    {kLossV2, ge::DT_BF16, true, false, "sum"},     {kLossV2, ge::DT_FLOAT16, false, true, "mean"},
    {kGradV2, ge::DT_FLOAT, false, false, nullptr}, {kGradV2, ge::DT_FLOAT, true, true, "none"},
    {kGradV2, ge::DT_BF16, true, false, "sum"},     {kGradV2, ge::DT_FLOAT16, false, true, "mean"},
};

bool IsGrad(const Row& row) { return row.type == kGrad || row.type == kGradV2; }

Reduction ReductionOf(const Row& row) {
  if (row.type == kLoss || row.type == kGrad) return Reduction::kNone;
  const std::string word = row.reduction == nullptr ? "mean" : row.reduction;
  return word == "none" ? Reduction::kNone : word == "sum" ? Reduction::kSum : Reduction::kMean;
}

NodeCase MakeCase(const Row& row, const Extents& dims) {
  NodeCase node{row.type, {}, {}};
  node["predict"] = MakeRandom(row.dtype, dims, -6, 6, 1);
  node["target"] = MakeRandom(row.dtype, dims, 0, 1, 2);
  if (IsGrad(row)) node["dout"] = MakeRandom(row.dtype, dims, -2, 2, 3);
  if (row.has_weight) node["weight"] = MakeRandom(row.dtype, dims, 0, 2, 4);
  if (row.has_pos_weight) node["pos_weight"] = MakeRandom(row.dtype, dims, 0, 3, 5);
  node.set_attrs = [row](ge::Operator& op) {
    if (row.reduction != nullptr) op.SetAttr("reduction", row.reduction);
  };
  return node;
}

Status CallFunction(const Row& row, NodeCase& node, const ge::Tensor& out) {
  BceOptions options;
  options.reduction = ReductionOf(row);
  if (row.has_weight) options.weight = ViewOf(node["weight"]);
  if (row.has_pos_weight) options.pos_weight = ViewOf(node["pos_weight"]);
  const TensorView logits = ViewOf(node["predict"]), target = ViewOf(node["target"]);
  if (!IsGrad(row)) return bce_with_logits(logits, target, ViewOf(out), options);
  return bce_with_logits_backward(ViewOf(node["dout"]), logits, target, ViewOf(out), options);
}

using BceGraphTest = GraphTest;

TEST_F(BceGraphTest, ResultsAreThoseOfTheFunctions) {
  for (const Row& row : kRows) {
    for (const Extents& dims : {Extents{1}, Extents{2, 3}, Extents{0, 4}, Extents{300, 70},
                                Extents{1, 2, 1, 2, 1, 2, 1, 2}}) {
      SCOPED_TRACE(&row - kRows);
      NodeCase node = MakeCase(row, dims);
      const bool reduced = !IsGrad(row) && ReductionOf(row) != Reduction::kNone;
      const ge::Tensor expected = MakeRandom(row.dtype, reduced ? Extents{} : dims, 9, 10, 6);
      const Status status = CallFunction(row, node, expected);
      ASSERT_TRUE(status.ok()) << status.message();
      const Outcome outcome = RunNode(node);
      ASSERT_EQ(outcome.status, ge::SUCCESS) << outcome.error;
      ASSERT_EQ(outcome.outputs.size(), 1u);
      const ge::TensorDesc desc = outcome.outputs[0].GetTensorDesc();
      EXPECT_EQ(desc.GetShape().GetDims(), reduced ? Extents{} : dims);
      EXPECT_EQ(desc.GetDataType(), row.dtype);
      EXPECT_EQ(BytesOf(outcome.outputs[0]), BytesOf(expected));
    }
  }
}

TEST_F(BceGraphTest, ReductionOfTheGradientMayBeANumber) {
  for (const auto& [number, word] :
       {std::pair(0, "none"), std::pair(1, "mean"), std::pair(2, "sum")}) {
    NodeCase node = MakeCase({kGradV2, ge::DT_FLOAT, true, true, word}, {4, 5});
    const std::string expected = BytesOf(RunNode(node).outputs[0]);
    node.set_attrs = [n = number](ge::Operator& op) { op.SetAttr("reduction", n); };
    const Outcome outcome = RunNode(node);
    ASSERT_EQ(outcome.status, ge::SUCCESS) << outcome.error;
    EXPECT_EQ(BytesOf(outcome.outputs[0]), expected);
  }
}

// The example of the operator's documentation.
TEST_F(BceGraphTest, KnownValue) {
  NodeCase node = MakeCase({kGradV2, ge::DT_FLOAT, true, true, "none"}, {1});
  node["predict"] = MakeTensor(ge::DT_FLOAT, {1}, {1});
  node["target"] = MakeTensor(ge::DT_FLOAT, {1}, {0.5});
  node["dout"] = MakeTensor(ge::DT_FLOAT, {1}, {1});
  node["weight"] = MakeTensor(ge::DT_FLOAT, {1}, {1});
  node["pos_weight"] = MakeTensor(ge::DT_FLOAT, {1}, {2});
  EXPECT_NEAR(FloatAt(RunNode(node).outputs[0], 0), 0.0965878678, 1e-8);
}

}  // namespace
}  // namespace sigloss::graph_testing
