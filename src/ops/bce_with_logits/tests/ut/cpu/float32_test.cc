// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// float32: a stride over all bit patterns and dense sets where it matters; factors of any size.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ops/bce_with_logits/tests/ut/cpu/sweep.h"
#include "oracle/format.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr DType kFloat32 = DType::kFloat32;

class Float32 : public ::testing::TestWithParam<SweepRow> {};

TEST_P(Float32, WithinBudget) {
  const SweepRow& row = GetParam();
  const BackwardCase call = SweepCase(row, kFloat32, testing_support::Float32Logits());
  ExpectAccurateOnEveryTarget(std::string("float32 ") + row.name, call, row.budget);
}

INSTANTIATE_TEST_SUITE_P(Rows, Float32, ::testing::ValuesIn(kSweeps32));

class FastFloat32 : public ::testing::TestWithParam<SweepRow> {};

TEST_P(FastFloat32, WithinBudgetInItsRange) {
  const SweepRow& row = GetParam();
  std::vector<double> logits = testing_support::Float32Logits();
  std::erase_if(logits, [](double x) { return std::fabs(x) > 87; });
  ExpectAccurateOnEveryTarget(std::string("float32 ") + row.name,
                              SweepCase(row, kFloat32, std::move(logits)), row.budget);
}

INSTANTIATE_TEST_SUITE_P(Rows, FastFloat32, ::testing::ValuesIn(kSweepsFast32));

// Factors that differ from element to element: each adds its own rounding.
TEST(FastFactors, OfEveryElement) {
  const size_t n = 1'000'003 / testing_support::TestStride();
  testing_support::Random random(17);
  const auto uniform = [&](double low, double high) {
    return Operand::Vector(
        kFloat32, testing_support::Repeat(n, [&] { return random.Uniform(low, high, kFloat32); }));
  };
  BackwardCase call;
  call.precision = Precision::kFast;
  call.logits = uniform(-60, 60);
  call.target = Operand::Vector(
      kFloat32, testing_support::Repeat(n, [&] { return random.Bits() % 2 == 0 ? 0.0 : 1.0; }));
  call.grad_output = uniform(0.1, 10);
  call.weight = uniform(0.1, 10);
  call.pos_weight = uniform(0.1, 10);
  call.reduction = Reduction::kMean;
  ExpectAccurateOnEveryTarget("float32 fast factors", call, kFastFactors32);
}

// Labels that make the two terms of one sign, so that nothing cancels, up to the largest.
double AnyOutsideLabel(testing_support::Random& random) {
  for (;;) {
    const double y = random.Bits() % 4 == 0 ? random.AnyFinite(kFloat32) : random.Label();
    if (!(y > 0 && y < 1)) return y;
  }
}

class FullRange : public ::testing::TestWithParam<Reduction> {};

TEST_P(FullRange, NoSpuriousOverflowOrUnderflow) {
  const size_t n = 300007 / testing_support::TestStride();
  testing_support::Random random(7);
  const auto any = [&] { return random.AnyFinite(kFloat32); };
  BackwardCase call;
  call.logits =
      Operand::Vector(kFloat32, testing_support::Repeat(n, [&] {
                        return random.Bits() % 4 == 0 ? any() : random.Uniform(-380, 380, kFloat32);
                      }));
  call.target = Operand::Vector(
      kFloat32, testing_support::Repeat(n, [&] { return AnyOutsideLabel(random); }));
  call.grad_output = Operand::Vector(kFloat32, testing_support::Repeat(n, any));
  call.weight = Operand::Vector(kFloat32, testing_support::Repeat(n, any));
  call.pos_weight =
      Operand::Vector(kFloat32, testing_support::Repeat(n, [&] { return std::fabs(any()); }));
  call.reduction = GetParam();
  ExpectAccurateOnEveryTarget("float32 factors of any size", call, kFullRange32);

  call.pos_weight.reset();
  // Logits drawn so that most products end inside the format, from inputs at its ends.
  for (size_t i = 0; i < n; ++i) {
    const double down = std::exp2(-random.Uniform(60, 126, kFloat32));
    const double up = std::exp2(random.Uniform(60, 127, kFloat32));
    call.grad_output.storage[i] = oracle::RoundTo(i % 2 == 0 ? down : up, kFloat32);
    call.weight->storage[i] = oracle::RoundTo(i % 2 == 0 ? up : -down, kFloat32);
  }
  ExpectAccurateOnEveryTarget("float32 factors that balance", call, kFullRange32);
}

INSTANTIATE_TEST_SUITE_P(Reductions, FullRange,
                         ::testing::Values(Reduction::kNone, Reduction::kMean));

// The uniform bound for one number that an implementation could fold into the scale.
TEST(FullRange, ScalarFactorsAtTheEnds) {
  const double tiny = std::numeric_limits<float>::denorm_min();
  const double huge = std::numeric_limits<float>::max();
  const double pairs[][2] = {{tiny, huge}, {huge, tiny}, {huge, huge}, {tiny, tiny}, {huge, 0.5}};
  for (const auto& [dout, weight] : pairs) {
    for (Reduction reduction : {Reduction::kNone, Reduction::kMean}) {
      testing_support::Random random(11);
      BackwardCase call;
      call.logits = Operand::Vector(kFloat32, testing_support::Repeat(3001, [&] {
                                      return random.Uniform(-120, 120, kFloat32);
                                    }));
      call.target =
          Operand::Vector(kFloat32, testing_support::Repeat(3001, [&] { return random.Label(); }));
      call.grad_output = Operand::Scalar(kFloat32, dout);
      call.weight = Operand::Scalar(kFloat32, weight);
      call.reduction = reduction;
      // Both tiny: every result is a zero, and its sign is the claim.
      if (dout == tiny && weight == tiny) {
        EXPECT_EQ(RunCase(call), RoundedBits(Expect(call), kFloat32));
      } else {
        ExpectAccurate("float32 scalar factors", call, kFullRange32);
      }
    }
  }
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
