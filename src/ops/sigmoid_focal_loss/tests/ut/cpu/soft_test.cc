// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// float32: labels between 0 and 1, selectors that mix both branches, and
// gamma below 0 or large.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "ops/sigmoid_focal_loss/tests/budgets.h"
#include "ops/sigmoid_focal_loss/tests/ut/cpu/expectation.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

constexpr DType kFloat32 = DType::kFloat32;

struct Row {
  const char* name;
  Operation operation;
  TargetKind kind;
  std::optional<double> target;  // absent: uniform in (0, 1)
  double gamma;
  Budget budget;
  double largest = HUGE_VAL;  // of the logits
  Precision precision = Precision::kExact;
};

constexpr auto kLabels = TargetKind::kLabels;
constexpr auto kSelector = TargetKind::kSelector;
constexpr auto kGrad = Operation::kGrad;
constexpr auto kLoss = Operation::kLoss;

constexpr double kLargestFloat = 0x1.fffffep127;

constexpr Row kRows[] = {
    {"y uniform", kGrad, kLabels, {}, 2, kSoft32},
    {"y uniform gamma=0", kGrad, kLabels, {}, 0, kSoft32},
    {"y uniform gamma=0.5", kGrad, kLabels, {}, 0.5, kSoft32},
    {"y uniform gamma=20", kGrad, kLabels, {}, 20, kSoft32},
    {"y=0.5", kGrad, kLabels, 0.5, 2, kSoft32},
    {"y=2^-20", kGrad, kLabels, 0x1p-20, 1.7, kSoft32},
    {"y=1-2^-20", kGrad, kLabels, 1 - 0x1p-20, 1.7, kSoft32},
    {"y uniform gamma=-0.5", kGrad, kLabels, {}, -0.5, kSoft32},
    {"y uniform gamma=-2", kGrad, kLabels, {}, -2, kSoft32},
    {"y uniform", kLoss, kLabels, {}, 2, kHard32},
    {"y uniform gamma=0", kLoss, kLabels, {}, 0, kHard32},
    {"y uniform gamma=20", kLoss, kLabels, {}, 20, kHard32},
    {"y=2^-20", kLoss, kLabels, 0x1p-20, 0.5, kHard32},
    {"y uniform gamma=-2", kLoss, kLabels, {}, -2, kHard32},

    {"t uniform", kGrad, kSelector, {}, 2, kSoft32},
    {"t uniform gamma=0", kGrad, kSelector, {}, 0, kSoft32},
    {"t=0.5 gamma=0.5", kGrad, kSelector, 0.5, 0.5, kSoft32},
    {"t uniform gamma=20", kGrad, kSelector, {}, 20, kSoft32},
    {"t=2^-20", kGrad, kSelector, 0x1p-20, 1.7, kSoft32},
    // Both branches of one sign.
    {"t=2", kGrad, kSelector, 2, 2, kHard32},
    {"t=-1 gamma=1", kGrad, kSelector, -1, 1, kHard32},
    {"t uniform", kLoss, kSelector, {}, 2, kHard32},
    {"t uniform gamma=0", kLoss, kSelector, {}, 0, kHard32},

    {"y=1 gamma=100", kGrad, kLabels, 1, 100, kHard32},
    {"y=0 gamma=1e6", kGrad, kLabels, 0, 1e6, kHard32},
    {"y=1 gamma=1e30", kGrad, kLabels, 1, 1e30, kHard32},
    {"y=0 gamma=1e30", kLoss, kLabels, 0, 1e30, kHard32},
    {"y=1 gamma=-1000", kGrad, kLabels, 1, -1000, kSoft32},
    {"y=1 gamma=-1000", kLoss, kLabels, 1, -1000, kHard32},

    {"y=0 gamma=-0.5", kGrad, kLabels, 0, -0.5, kSoft32},
    {"y=1 gamma=-1", kGrad, kLabels, 1, -1, kSoft32, kLargestFloat},
    {"y=1 gamma=-2", kGrad, kLabels, 1, -2, kSoft32},
    {"y=0 gamma=-0.5", kLoss, kLabels, 0, -0.5, kHard32},
    {"y=0 gamma=-1", kLoss, kLabels, 0, -1, kHard32},
    {"y=1 gamma=-2", kLoss, kLabels, 1, -2, kHard32},

    {"fast y uniform", kLoss, kLabels, {}, 2, kFastSoft32, 87, Precision::kFast},
    {"fast t uniform", kLoss, kSelector, {}, 2, kFastSoft32, 87, Precision::kFast},
    {"fast y uniform", kGrad, kLabels, {}, 2, kFastSoft32, 87, Precision::kFast},
    {"fast t uniform", kGrad, kSelector, {}, 2, kFastSoft32, 87, Precision::kFast},
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << Name(row.operation) << ' ' << row.name;
}

class Soft : public ::testing::TestWithParam<Row> {};

TEST_P(Soft, WithinBudget) {
  const Row& row = GetParam();
  static const std::vector<double> kAll = testing_support::Float32Logits();
  testing_support::Random random(3);
  std::vector<double> logits, targets;
  for (size_t i = 0; i < kAll.size(); i += 9) {
    if (std::fabs(kAll[i]) > row.largest) continue;
    logits.push_back(kAll[i]);
    targets.push_back(row.target ? *row.target : random.Uniform(0x1p-20, 1 - 0x1p-20, kFloat32));
  }
  FocalCase call;
  call.operation = row.operation;
  call.target_kind = row.kind;
  call.logits = Operand::Vector(kFloat32, logits);
  call.target = Operand::Vector(kFloat32, targets);
  call.gamma = row.gamma;
  call.precision = row.precision;
  ExpectAccurate(std::string(Name(row.operation)) + ' ' + row.name, call, row.budget);
}

INSTANTIATE_TEST_SUITE_P(Rows, Soft, ::testing::ValuesIn(kRows));

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
