// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// float64, over the whole range of its exponent.
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

constexpr DType kFloat64 = DType::kFloat64;

using Param = std::tuple<Operation, double, double>;  // gamma, largest exponent

class Float64 : public ::testing::TestWithParam<Param> {};

TEST_P(Float64, WithinBudget) {
  const auto [operation, gamma, exponent] = GetParam();
  const double largest = exponent / (gamma + 1);
  testing_support::Random random(19);
  const size_t n = 20000 / testing_support::TestStride();
  FocalCase call;
  call.operation = operation;
  call.gamma = gamma;
  call.logits = Operand::Vector(kFloat64, testing_support::Repeat(n, [&] {
                                  const double sign = random.Label() * 2 - 1;
                                  const double tiny = std::exp2(random.Uniform(-40, 0, kFloat64));
                                  return random.Bits() % 4 == 0
                                             ? sign * tiny * std::min(1.0, largest)
                                             : random.Uniform(-largest, largest, kFloat64);
                                }));
  call.target =
      Operand::Vector(kFloat64, testing_support::Repeat(n, [&] { return random.Label(); }));
  ExpectAccurate(std::string(Name(operation)) + " gamma=" + std::to_string(gamma) + " up to " +
                     std::to_string(exponent),
                 call, BudgetFor64(gamma));
}

INSTANTIATE_TEST_SUITE_P(All, Float64,
                         ::testing::Combine(::testing::Values(Operation::kGrad,
                                                              Operation::kFusedLoss),
                                            ::testing::Values(0, 0.5, 1.7, 2, 5, 20),
                                            ::testing::Values(4, 30, 700, 760)));

// A power of Q below the smallest float64, times factors that bring it back.
TEST(Float64Factors, LiftWhatIsOutOfRange) {
  constexpr double kGamma = 1.7;
  constexpr size_t kCount = 3000;
  testing_support::Random random(20);
  FocalCase call;
  call.gamma = kGamma;
  call.alpha = 0.25;
  const auto uniform = [&](double low, double high) {
    return Operand::Vector(kFloat64, testing_support::Repeat(kCount, [&] {
                             return random.Uniform(low, high, kFloat64);
                           }));
  };
  call.logits = uniform(250, 1000);  // Q^2.7 from 2^-974 to 2^-3895
  call.target = Operand::Vector(kFloat64, std::vector<double>(kCount, 0));  // the easy side
  call.weight = uniform(0x1p1000, 0x1p1001);
  call.grad_output = uniform(-0x1p990, 0x1p1000);
  for (const Operation operation : {Operation::kGrad, Operation::kLoss}) {
    call.operation = operation;
    ExpectAccurate(Name(operation), call, BudgetFor64(kGamma, 3));
  }
}

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
