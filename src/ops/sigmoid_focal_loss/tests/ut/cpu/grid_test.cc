// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// float32, labels and selectors of 0 and 1: every alpha with every gamma, each on logits of its own
// out of one set.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "ops/sigmoid_focal_loss/tests/budgets.h"
#include "ops/sigmoid_focal_loss/tests/ut/cpu/expectation.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

constexpr DType kFloat32 = DType::kFloat32;
constexpr double kGammas[] = {0, 0.25, 0.5, 1, 1.5, 1.7, 2, 2.5, 3, 3.5, 5, 20};
constexpr double kAlphas[] = {0, 0.25, 0.5, 1, -1};
constexpr size_t kThinning = 37;

std::vector<double> Thinned(size_t first, double largest) {
  static const std::vector<double> kAll = testing_support::Float32Logits();
  std::vector<double> logits;
  for (size_t i = first % kThinning; i < kAll.size(); i += kThinning) {
    if (!(std::fabs(kAll[i]) > largest)) logits.push_back(kAll[i]);
  }
  return logits;
}

FocalCase CaseOf(const std::vector<double>& logits, double target, TargetKind kind) {
  FocalCase call;
  call.logits = Operand::Vector(kFloat32, logits);
  call.target = Operand::Vector(kFloat32, std::vector<double>(logits.size(), target));
  call.target_kind = kind;
  return call;
}

using Param = std::tuple<Operation, double>;

class Grid : public ::testing::TestWithParam<Param> {
 protected:
  void Sweep(Precision precision, const Budget& budget, double largest) {
    const auto [operation, gamma] = GetParam();
    const bool is_fast = precision == Precision::kFast;
    EveryTarget comparison(
        std::string(is_fast ? "fast " : "") + Name(operation) + " gamma=" + std::to_string(gamma),
        kFloat32, budget);
    size_t turn = 0;
    for (const double alpha : kAlphas) {
      for (const double target : {0.0, 1.0}) {
        for (const TargetKind kind : {TargetKind::kLabels, TargetKind::kSelector}) {
          FocalCase call = CaseOf(Thinned(turn++, largest), target, kind);
          call.operation = operation;
          call.precision = precision;
          call.alpha = alpha;
          call.gamma = gamma;
          comparison.Add(call);
        }
      }
    }
    comparison.ExpectWithinBudget();
  }
};

TEST_P(Grid, Exact) { Sweep(Precision::kExact, kHard32, HUGE_VAL); }

TEST_P(Grid, FastInItsRange) {
  Sweep(Precision::kFast, FastBudget32(std::get<double>(GetParam())), 87);
}

INSTANTIATE_TEST_SUITE_P(All, Grid,
                         ::testing::Combine(::testing::Values(Operation::kGrad, Operation::kLoss),
                                            ::testing::ValuesIn(kGammas)));

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
