// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// float16 and bfloat16: every logit there is.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "ops/sigmoid_focal_loss/tests/budgets.h"
#include "ops/sigmoid_focal_loss/tests/ut/cpu/expectation.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

struct Row {
  const char* name;
  Operation operation;
  TargetKind kind = TargetKind::kLabels;
  double target = 0;
  double gamma = 2;
  double alpha = 0.25;
  double dout = 1;
};

constexpr Row kRows[] = {
    {"y=0", Operation::kGrad},
    {"y=1", Operation::kGrad, TargetKind::kLabels, 1},
    {"t=0 gamma=0.5", Operation::kGrad, TargetKind::kSelector, 0, 0.5},
    {"t=1 gamma=0", Operation::kGrad, TargetKind::kSelector, 1, 0, 0.5},
    {"t=1 gamma=1.7 alpha=-1 dout=-3", Operation::kGrad, TargetKind::kSelector, 1, 1.7, -1, -3},
    {"y=0.25", Operation::kGrad, TargetKind::kLabels, 0.25},
    {"y=0.3 gamma=1.5", Operation::kGrad, TargetKind::kLabels, 0.3, 1.5},
    {"t=0.75", Operation::kGrad, TargetKind::kSelector, 0.75},
    {"y=0", Operation::kLoss},
    {"y=1 gamma=0.5", Operation::kLoss, TargetKind::kLabels, 1, 0.5},
    {"y=1 gamma=5", Operation::kLoss, TargetKind::kLabels, 1, 5},
    {"y=0.25", Operation::kLoss, TargetKind::kLabels, 0.25},
    {"t=1", Operation::kFusedLoss, TargetKind::kSelector, 1},
    {"y=1 gamma=3", Operation::kFusedGrad, TargetKind::kLabels, 1, 3},
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << Name(row.operation) << ' ' << row.name;
}

class Exhaustive16 : public ::testing::TestWithParam<std::tuple<DType, Row>> {};

TEST_P(Exhaustive16, CorrectlyRounded) {
  const auto& [dtype, row] = GetParam();
  const std::vector<double> all = testing_support::AllValues(dtype);
  std::vector<double> logits;
  for (size_t i = 0; i < all.size(); i += testing_support::TestStride()) logits.push_back(all[i]);
  FocalCase call;
  call.operation = row.operation;
  call.target = Operand::Vector(dtype, std::vector<double>(logits.size(), row.target));
  call.logits = Operand::Vector(dtype, logits);
  call.target_kind = row.kind;
  call.gamma = row.gamma;
  call.alpha = row.alpha;
  call.grad_output = Operand::Scalar(dtype, row.dout);
  ExpectAccurate(std::string(DTypeName(dtype)) + ' ' + Name(row.operation) + ' ' + row.name, call,
                 kRight16);
}

INSTANTIATE_TEST_SUITE_P(Rows, Exhaustive16,
                         ::testing::Combine(::testing::Values(DType::kFloat16, DType::kBFloat16),
                                            ::testing::ValuesIn(kRows)));

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
