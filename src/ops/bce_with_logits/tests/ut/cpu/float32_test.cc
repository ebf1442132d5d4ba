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
  const BceCase call = SweepCase(row, kFloat32, testing_support::Float32Logits());
  ExpectAccurateOnEveryTarget(RowName(row, kFloat32), call, row.budget);
}

INSTANTIATE_TEST_SUITE_P(Rows, Float32, ::testing::ValuesIn(kSweeps32));

class FastFloat32 : public ::testing::TestWithParam<SweepRow> {};

TEST_P(FastFloat32, WithinBudgetInItsRange) {
  const SweepRow& row = GetParam();
  std::vector<double> logits = testing_support::Float32Logits();
  std::erase_if(logits, [](double x) { return std::fabs(x) > 87; });
  ExpectAccurateOnEveryTarget(RowName(row, kFloat32), SweepCase(row, kFloat32, std::move(logits)),
                              row.budget);
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
  BceCase call;
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

// Labels that make the two terms of one sign, so that nothing cancels: for a gradient, outside
// (0, 1) up to the largest.
double AnyHarmlessLabel(Operation operation, testing_support::Random& random) {
  if (IsLoss(operation)) return random.Label();
  for (;;) {
    const double y = random.Bits() % 4 == 0 ? random.AnyFinite(kFloat32) : random.Label();
    if (!(y > 0 && y < 1)) return y;
  }
}

struct FullRangeParam {
  Operation operation;
  Reduction reduction;
};

class FullRange : public ::testing::TestWithParam<FullRangeParam> {};

TEST_P(FullRange, NoSpuriousOverflowOrUnderflow) {
  const size_t n = 300007 / testing_support::TestStride();
  testing_support::Random random(7);
  const auto any = [&] { return random.AnyFinite(kFloat32); };
  BceCase call;
  call.operation = GetParam().operation;
  call.logits =
      Operand::Vector(kFloat32, testing_support::Repeat(n, [&] {
                        return random.Bits() % 4 == 0 ? any() : random.Uniform(-380, 380, kFloat32);
                      }));
  call.target = Operand::Vector(kFloat32, testing_support::Repeat(n, [&] {
                                  return AnyHarmlessLabel(call.operation, random);
                                }));
  call.grad_output = Operand::Vector(kFloat32, testing_support::Repeat(n, any));
  call.weight = Operand::Vector(kFloat32, testing_support::Repeat(n, any));
  // So signed that nothing cancels.
  const double sign = call.operation == Operation::kTargetGrad ? -1 : 1;
  call.pos_weight = Operand::Vector(
      kFloat32, testing_support::Repeat(n, [&] { return sign * std::fabs(any()); }));
  call.reduction = GetParam().reduction;
  const std::string name = std::string("float32 ") + Name(call.operation);
  ExpectAccurateOnEveryTarget(name + " factors of any size", call, kFullRange32);

  call.pos_weight.reset();
  // Logits drawn so that most products end inside the format, from inputs at its ends.
  for (size_t i = 0; i < n; ++i) {
    const double down = std::exp2(-random.Uniform(60, 126, kFloat32));
    const double up = std::exp2(random.Uniform(60, 127, kFloat32));
    call.grad_output.storage[i] = oracle::RoundTo(i % 2 == 0 ? down : up, kFloat32);
    call.weight->storage[i] = oracle::RoundTo(i % 2 == 0 ? up : -down, kFloat32);
  }
  ExpectAccurateOnEveryTarget(name + " factors that balance", call, kFullRange32);
}

INSTANTIATE_TEST_SUITE_P(Operations, FullRange,
                         ::testing::Values(FullRangeParam{Operation::kGrad, Reduction::kNone},
                                           FullRangeParam{Operation::kGrad, Reduction::kMean},
                                           FullRangeParam{Operation::kTargetGrad, Reduction::kMean},
                                           FullRangeParam{Operation::kLoss, Reduction::kNone},
                                           FullRangeParam{Operation::kFusedLoss, Reduction::kNone},
                                           FullRangeParam{Operation::kFusedGrad,
                                                          Reduction::kMean}));

class ScalarFactors : public ::testing::TestWithParam<Operation> {};

// The uniform bound for one number that an implementation could fold into the scale.
TEST_P(ScalarFactors, AtTheEnds) {
  const double tiny = std::numeric_limits<float>::denorm_min();
  const double huge = std::numeric_limits<float>::max();
  const double pairs[][2] = {{tiny, huge}, {huge, tiny}, {huge, huge}, {tiny, tiny}, {huge, 0.5}};
  for (const auto& [dout, weight] : pairs) {
    for (Reduction reduction : {Reduction::kNone, Reduction::kMean}) {
      if (IsLoss(GetParam()) && reduction != Reduction::kNone) continue;
      testing_support::Random random(11);
      BceCase call;
      call.operation = GetParam();
      call.logits = Operand::Vector(kFloat32, testing_support::Repeat(3001, [&] {
                                      return random.Uniform(-120, 120, kFloat32);
                                    }));
      call.target =
          Operand::Vector(kFloat32, testing_support::Repeat(3001, [&] { return random.Label(); }));
      call.grad_output = Operand::Scalar(kFloat32, dout);
      call.weight = Operand::Scalar(kFloat32, weight);
      call.reduction = reduction;
      // Zeros, or for a gradient by the target infinities: their signs are the claim.
      if (dout == weight) {
        EXPECT_EQ(RunCase(call), RoundedBits(Expect(call), kFloat32));
      } else {
        ExpectAccurate("float32 scalar factors", call, kFullRange32);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, ScalarFactors,
                         ::testing::Values(Operation::kGrad, Operation::kTargetGrad,
                                           Operation::kLoss));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
