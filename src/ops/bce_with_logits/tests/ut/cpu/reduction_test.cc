// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Losses added up: how far the sum is from the exact one, and that it has the same bits whoever
// adds it up.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "ops/bce_with_logits/tests/ut/cpu/expectation.h"
#include "oracle/format.h"
#include "tests/support/inputs.h"
#include "tests/support/targets.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Operation kLosses[] = {Operation::kLoss, Operation::kFusedLoss};
constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat16, DType::kBFloat16, DType::kFloat64};

/// Labels in [0, 1], all the options in turn; `signed_weights` makes the terms cancel.
struct Variant {
  const char* name;
  bool weight = false;
  bool signed_weights = false;
  bool pos_weight = false;
  bool mask = false;
  double label_smoothing = 0;
  bool hard = false;
};

constexpr Variant kVariants[] = {
    {.name = "plain, hard labels", .hard = true},
    {.name = "plain"},
    {.name = "weight", .weight = true},
    {.name = "signed weight", .weight = true, .signed_weights = true},
    {.name = "pos_weight", .pos_weight = true},
    {.name = "mask", .mask = true},
    {.name = "smoothing", .label_smoothing = 0.1, .hard = true},
    {.name = "everything",
     .weight = true,
     .pos_weight = true,
     .mask = true,
     .label_smoothing = 0.1},
    {.name = "everything, signed",
     .weight = true,
     .signed_weights = true,
     .pos_weight = true,
     .mask = true,
     .label_smoothing = 0.1},
};

Operand Numbers(DType dtype, const Dims& shape, double low, double high, uint64_t seed) {
  testing_support::Random random(seed);
  return Operand::Dense(dtype, shape, testing_support::Repeat(Count(shape), [&] {
                          return random.Uniform(low, high, dtype);
                        }));
}

Operand Bits(DType dtype, const Dims& shape, uint64_t seed) {
  testing_support::Random random(seed);
  return Operand::Dense(dtype, shape,
                        testing_support::Repeat(Count(shape), [&] { return random.Label(); }));
}

BceCase Summed(Operation operation, DType dtype, const Dims& shape, const Variant& variant) {
  BceCase call;
  call.operation = operation;
  call.logits = Numbers(dtype, shape, -20, 20, 81);
  call.target = variant.hard ? Bits(dtype, shape, 82) : Numbers(dtype, shape, 0, 1, 82);
  const double low = variant.signed_weights ? -4 : 0;
  if (variant.weight) call.weight = Numbers(dtype, shape, low, 4, 83);
  if (variant.pos_weight) call.pos_weight = Numbers(dtype, shape, 0, 4, 84);
  if (variant.mask) call.mask = Bits(DType::kBool, shape, 85);
  call.label_smoothing = variant.label_smoothing;
  call.reduction = Reduction::kSum;
  // float16 would overflow.
  call.out = TensorDesc::Dense(dtype == DType::kFloat64 ? dtype : DType::kFloat32, {});
  return call;
}

Budget BudgetOf(const Variant& variant, DType out) {
  if (out == DType::kFloat64) return variant.signed_weights ? kMixedSum64 : kSum64;
  return variant.signed_weights ? kMixedSum32 : kSum32;
}

class Reductions : public ::testing::TestWithParam<std::tuple<Operation, DType>> {
 protected:
  static Operation operation() { return std::get<0>(GetParam()); }
  static DType dtype() { return std::get<1>(GetParam()); }
  static std::string NameOf(const Variant& variant) {
    return std::string(DTypeName(dtype())) + ' ' + Name(operation()) + ' ' + variant.name;
  }
};

// Within a block, across blocks, and across threads.
TEST_P(Reductions, SumOfEveryVariant) {
  for (const Variant& variant : kVariants) {
    for (int64_t rows : {1, 7, 1501}) {
      if (rows > 7 && dtype() != DType::kFloat32 && !variant.hard) continue;
      const BceCase call = Summed(operation(), dtype(), {rows, 47}, variant);
      ExpectAccurateOnEveryTarget(NameOf(variant) + ", sum of " + std::to_string(rows * 47), call,
                                  BudgetOf(variant, call.OutDesc().dtype));
    }
  }
}

TEST_P(Reductions, MeanOverEveryNormalizer) {
  using Kind = Normalizer::Kind;
  for (const Variant& variant : kVariants) {
    BceCase call = Summed(operation(), dtype(), {61, 17}, variant);
    call.reduction = Reduction::kMean;
    for (const Normalizer& normalizer :
         {Normalizer{Kind::kNumel}, Normalizer{Kind::kRows}, Normalizer{Kind::kPositives},
          Normalizer{Kind::kNumber, 0.7}, Normalizer{Kind::kNumber, -3e5}}) {
      call.normalizer = normalizer;
      ExpectAccurate(NameOf(variant) + ", mean", call, BudgetOf(variant, call.OutDesc().dtype));
    }
  }
}

// The output's own type, which a mean does not overflow.
TEST_P(Reductions, MeanInTheTypeOfTheLogits) {
  for (const Variant& variant : kVariants) {
    BceCase call = Summed(operation(), dtype(), {997}, variant);
    call.reduction = Reduction::kMean;
    call.out.reset();
    ExpectAccurate(
        NameOf(variant) + ", mean", call,
        variant.signed_weights ? SumBudgetFor(dtype()) : BudgetFor(operation(), dtype()));
  }
}

// Partial sums and the order of additions depend on the size alone.
TEST_P(Reductions, SameBitsForAnyThreadsAndFusedTargets) {
  for (Precision precision : {Precision::kExact, Precision::kFast}) {
    for (const Variant& variant : kVariants) {
      for (int64_t n : {1000, 20011, 140009}) {
        if (n > 20011 && &variant != &kVariants[0] && &variant != &kVariants[7]) continue;
        if (n > 1000 && dtype() != DType::kFloat32 && &variant != &kVariants[0]) continue;
        BceCase call = Summed(operation(), dtype(), {n}, variant);
        call.precision = precision;
        // Every bit of the sum is seen.
        call.out = TensorDesc::Dense(DType::kFloat32, {});
        (void)testing_support::ExpectFusedTargetsAgree(call.OutDesc().dtype,
                                                       [&] { return RunCase(call); });
        const std::vector<uint64_t> all = RunCase(call);
        for (int threads : {1, 2, 7}) {
          call.max_threads = threads;
          EXPECT_EQ(RunCase(call), all) << threads << ' ' << variant.name << ' ' << n;
        }
      }
    }
  }
}

TEST_P(Reductions, InfinitiesNaNAndMasks) {
  const double columns[][3] = {
      // x, label, weight: ordinary elements, infinite ones of either sign, NaN, a weight of 0
      {0.5, 1, 1},  {-kInf, 1, 1}, {kInf, 0, -1},   {kNaN, 0, 1},
      {1, kNaN, 1}, {1, 1, kNaN},  {-kInf, 1, 0.0}, {kInf, 1, 2}};
  for (unsigned chosen = 1; chosen < 1u << std::size(columns); ++chosen) {
    std::vector<double> x(37, 0.25), y(37, 0.5), weight(37, 1), mask(37, 1);
    for (size_t k = 0; k < std::size(columns); ++k) {
      x[4 * k] = columns[k][0];
      y[4 * k] = columns[k][1];
      weight[4 * k] = columns[k][2];
      mask[4 * k] = (chosen >> k & 1) != 0 ? 1 : 0;
    }
    BceCase call;
    call.operation = operation();
    call.logits = Operand::Vector(dtype(), x);
    call.target = Operand::Vector(dtype(), y);
    call.weight = Operand::Vector(dtype(), weight);
    call.mask = Operand::Vector(DType::kBool, mask);
    call.reduction = Reduction::kMean;
    SCOPED_TRACE("kept of the columns: " + std::to_string(chosen));
    ExpectBitsOnEveryTarget(call, SumBudgetFor(dtype()));
  }
}

TEST_P(Reductions, NothingKept) {
  BceCase call = Summed(operation(), dtype(), {300}, kVariants[0]);
  call.mask = Operand::Vector(DType::kBool, std::vector<double>(300, 0));
  ExpectBitsOnEveryTarget(call);  // 0
  call.reduction = Reduction::kMean;
  ExpectBitsOnEveryTarget(call);  // 0/0
  EXPECT_TRUE(std::isnan(Expect(call).references[0].rounded));
  call.normalizer.kind = Normalizer::Kind::kRows;
  ExpectBitsOnEveryTarget(call);  // 0
}

// Losses far below 1, which a product of 1 + e or a sum beside 1 would lose.
TEST_P(Reductions, EasyExamplesKeepTheirAccuracy) {
  const int64_t n = dtype() == DType::kFloat64 ? 5003 : 20011;
  for (double distance : {30.0, 69.0, 83.0}) {
    for (bool unlike : {false, true}) {
      BceCase call = Summed(operation(), dtype(), {n}, kVariants[0]);
      for (size_t i = 0; i < call.logits.storage.size(); ++i) {
        const double sign = call.target.storage[i] * 2 - 1;
        const double spread = unlike ? static_cast<double>(i % 29) / 4 : 0;
        call.logits.storage[i] = oracle::RoundTo(sign * (distance + spread), dtype());
      }
      ExpectAccurateOnEveryTarget(std::string(DTypeName(dtype())) + " easy examples", call,
                                  BudgetOf(kVariants[0], call.OutDesc().dtype));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Reductions,
                         ::testing::Combine(::testing::ValuesIn(kLosses),
                                            ::testing::ValuesIn(kTypes)));

TEST(LongReductions, TenMillionElements) {
  const auto n = static_cast<int64_t>(10'000'019 / testing_support::TestStride());
  BceCase call = Summed(Operation::kLoss, DType::kFloat32, {n}, kVariants[0]);
  const Expectation expectation = Expect(call);
  for (Operation operation : kLosses) {
    call.operation = operation;
    Compare(std::string("float32 ") + Name(operation) + ", ten million elements", expectation,
            RunCase(call), DType::kFloat32, kSum32, /*print=*/true);
  }
}

// Where 1 + exp(-|x|) rounds to 2 though the exponential is below 1.
TEST(SingleLoss, OfALogitNextToZero) {
  for (const double x : {1e-16, -1e-16, 1.2e-16}) {
    BceCase call = Summed(Operation::kLoss, DType::kFloat32, {1}, kVariants[1]);
    call.logits.storage[0] = oracle::RoundTo(x, DType::kFloat32);
    ExpectAccurateOnEveryTarget("float32 one loss near ln 2", call, kSum32);
  }
}

TEST(LongReductions, FastWithinBudget) {
  for (const Variant& variant : {kVariants[0], kVariants[1], kVariants[2]}) {
    BceCase call = Summed(Operation::kLoss, DType::kFloat32, {50021}, variant);
    call.precision = Precision::kFast;
    ExpectAccurateOnEveryTarget(std::string("float32 fast sum, ") + variant.name, call, kFastSum32);
  }
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
