// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// data/numeric_cases.jsonl: inputs on which public implementations went wrong, values neutral;
// expected values by exact arithmetic, rounded once to the output's type. And single numbers.
#include "tests/support/numeric_cases.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ops/sigmoid_focal_loss/tests/ut/cpu/focal_case.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

using testing_support::json;
using testing_support::OperandOf;

FocalCase CaseOf(const json& row) {
  const bool is_loss = row["op"] == "focal_loss";
  FocalCase call;
  call.operation = is_loss ? Operation::kLoss : Operation::kGrad;
  call.target_kind = is_loss ? TargetKind::kLabels : TargetKind::kSelector;
  call.logits = OperandOf(row, "x");
  call.target = OperandOf(row, is_loss ? "y" : "selector");
  if (!is_loss) call.grad_output = OperandOf(row, "dout");
  if (!row["weight"].is_null()) call.weight = OperandOf(row, "weight");
  call.alpha = row["alpha"];
  call.gamma = row["gamma"];
  call.reduction = testing_support::ReductionOf(row);
  call.out = call.OutDesc();
  call.out->dtype = testing_support::OutTypeOf(row);
  return call;
}

TEST(NumericCases, EveryRowExactly) {
  const size_t rows = testing_support::ForEachRow(SIGLOSS_NUMERIC_CASES, [](const json& row) {
    FocalCase call = CaseOf(row);
    testing_support::ExpectRoundedValues(row, RunCase(call));
    // The pass that computes both has no upstream gradient.
    if (!IsLoss(call.operation) && row["dout"] != 1.0) return;
    call.operation = IsLoss(call.operation) ? Operation::kFusedLoss : Operation::kFusedGrad;
    testing_support::ExpectRoundedValues(row, RunCase(call));
  });
  EXPECT_EQ(rows, 50u) << "rows went missing";
}

// Where an implementation by the letter gives 0, infinity or NaN. Labels; alpha 0.25, gamma as
// given; right to the digits that are written.
TEST(NumericCases, ByHand) {
  struct Row {
    Operation operation;
    double x, y, gamma, wanted;
  };
  const Row rows[] = {
      {Operation::kGrad, -20, 0, 2, 1.970214908e-26},
      {Operation::kLoss, 17, 0, 2, 12.74999898},
      {Operation::kGrad, 50, 1, 0.5, -1.004488861e-33},
      {Operation::kGrad, -50, 0, 0.5, 3.013466582e-33},
      {Operation::kGrad, 50, 0, 0.5, 0.75},
      {Operation::kGrad, -50, 1, 0.5, -0.25},
  };
  for (const Row& row : rows) {
    FocalCase call;
    call.operation = row.operation;
    call.target_kind = TargetKind::kLabels;
    call.gamma = row.gamma;
    call.logits = Operand::Vector(DType::kFloat32, {row.x});
    call.target = Operand::Vector(DType::kFloat32, {row.y});
    const double value = oracle::Decode(RunCase(call)[0], DType::kFloat32);
    EXPECT_NEAR(value, row.wanted, std::fabs(row.wanted) * 2e-7) << row.x << ' ' << row.y;
  }
}

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
