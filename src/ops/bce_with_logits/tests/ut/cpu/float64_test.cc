// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// float64: nothing wider helps there, and factors may be of any size.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ops/bce_with_logits/tests/ut/cpu/sweep.h"
#include "tests/support/targets.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr DType kFloat64 = DType::kFloat64;
constexpr double kInf = std::numeric_limits<double>::infinity();

// Any finite value, uniform over the bit patterns.
double Any(testing_support::Random& random) {
  for (;;) {
    const double value = oracle::Decode(random.Bits(), kFloat64);
    if (std::isfinite(value)) return value;
  }
}

// Bit patterns of all magnitudes, and dense sets where the formulas change character.
std::vector<double> Logits() {
  testing_support::Random random(71);
  std::vector<double> logits = {0,    -0.0,  kInf, -kInf, 0x1p-1074, -0x1p-1074, 0x1p-1022,
                                5000, -5000, 750,  -750,  0x1p1023,  -0x1p1023,  37};
  const size_t n = 6000 / testing_support::TestStride();
  for (size_t i = 0; i < n; ++i) {
    const double sign = random.Label() * 2 - 1;
    logits.push_back(Any(random));
    logits.push_back(random.Uniform(-40, 40, kFloat64));
    logits.push_back(sign * random.Uniform(700, 750, kFloat64));
    logits.push_back(sign * std::exp2(random.Uniform(-60, 10, kFloat64)));
  }
  return logits;
}

class Float64 : public ::testing::TestWithParam<SweepRow> {};

TEST_P(Float64, WithinBudget) {
  const SweepRow& row = GetParam();
  ExpectAccurateOnEveryTarget(RowName(row, kFloat64), SweepCase(row, kFloat64, Logits()),
                              row.budget);
}

INSTANTIATE_TEST_SUITE_P(Rows, Float64, ::testing::ValuesIn(kSweeps64));

class FullRange64 : public ::testing::TestWithParam<Operation> {
 protected:
  static constexpr size_t kCount = 20011;

  // Hard labels; logits of any size, a third of them with an exponential below float64's range.
  static BceCase Case(testing_support::Random& random, size_t n) {
    BceCase call;
    call.operation = GetParam();
    call.logits = Operand::Vector(
        kFloat64, testing_support::Repeat(n, [&] {
          return random.Bits() % 4 == 0 ? Any(random) : random.Uniform(-2200, 2200, kFloat64);
        }));
    call.target =
        Operand::Vector(kFloat64, testing_support::Repeat(n, [&] { return random.Label(); }));
    return call;
  }
};

TEST_P(FullRange64, NoSpuriousOverflowOrUnderflow) {
  const size_t n = kCount / testing_support::TestStride();
  testing_support::Random random(72);
  const auto any = [&] { return Any(random); };
  BceCase call = Case(random, n);
  call.grad_output = Operand::Vector(kFloat64, testing_support::Repeat(n, any));
  call.weight = Operand::Vector(kFloat64, testing_support::Repeat(n, any));
  // So signed that nothing cancels.
  const double sign = GetParam() == Operation::kTargetGrad ? -1 : 1;
  call.pos_weight = Operand::Vector(
      kFloat64, testing_support::Repeat(n, [&] { return sign * std::fabs(any()); }));
  ExpectAccurateOnEveryTarget(std::string("float64 any factors, ") + Name(GetParam()), call,
                              kFullRange64);
}

// Factors chosen by the logit so that results spread over the subnormals and both ends.
TEST_P(FullRange64, ResultsAtTheEnds) {
  const size_t n = kCount / testing_support::TestStride();
  testing_support::Random random(73);
  BceCase call = Case(random, n);
  call.grad_output = Operand::Vector(kFloat64, std::vector<double>(n, 1));
  call.weight = Operand::Vector(kFloat64, std::vector<double>(n, 1));
  for (size_t i = 0; i < n; ++i) {
    call.logits.storage[i] = random.Uniform(-1400, 1400, kFloat64);
    const double up = i % 3 == 0 ? 1000 : -1050;
    const double sign = random.Label() * 2 - 1;
    call.weight->storage[i] = sign * std::exp2(up + random.Uniform(-20, 23, kFloat64));
    if (HasGradOutput(GetParam())) {
      call.grad_output.storage[i] = std::exp2(random.Uniform(-2, 40, kFloat64) - 20);
    }
  }
  ExpectAccurateOnEveryTarget(std::string("float64 results at the ends, ") + Name(GetParam()), call,
                              kFullRange64);
}

// Numbers for all elements: the same results as tensors full of them, and neither their products
// nor those with the divisor overflow or vanish on the way.
TEST_P(FullRange64, NumbersAtTheEnds) {
  const double tiny = 0x1p-1074;
  const double huge = 0x1.fffffffffffffp1023;
  const double pairs[][2] = {{tiny, huge},           {huge, tiny}, {0x1p600, 0x1p600},
                             {0x1p-600, 0x1.8p-500}, {huge, 0.3},  {0.7, 1.3}};
  for (const auto& [dout, weight] : pairs) {
    testing_support::Random random(74);
    BceCase call = Case(random, 3001);
    for (double& x : call.logits.storage) x = random.Uniform(-1400, 1400, kFloat64);
    call.grad_output = Operand::Scalar(kFloat64, dout);
    call.weight = Operand::Scalar(kFloat64, weight);
    if (!IsLoss(GetParam())) call.reduction = Reduction::kMean;
    ExpectBitsOnEveryTarget(call, kFullRange64);  // some are all zeros or infinities
    const std::vector<uint64_t> numbers = RunCase(call);
    call.grad_output = Operand::Vector(kFloat64, std::vector<double>(3001, dout));
    call.weight = Operand::Vector(kFloat64, std::vector<double>(3001, weight));
    EXPECT_EQ(numbers, RunCase(call)) << dout << ' ' << weight;
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, FullRange64, ::testing::ValuesIn(kOperations));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
