// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The oracle's focal loss: digits from elsewhere, special values, ties; and the formulas against
// each other and against binary cross entropy, which gamma = 0 leaves.
#include "oracle/focal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "oracle/bce_grad.h"
#include "oracle/bce_loss.h"

namespace sigloss::oracle {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Equal including the sign of zero; NaN equals NaN.
::testing::AssertionResult Same(double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return ::testing::AssertionSuccess();
  if (a == b && std::signbit(a) == std::signbit(b)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << a << " is not " << b;
}

void ExpectDigits(const Reference& reference, long double digits, const FocalInput& in) {
  EXPECT_LE(std::fabs(reference.exact - digits), std::fabs(digits) * 0x1p-58L) << Describe(in);
}

// By 1000 bits of another library, the formulas as they are published.
TEST(FocalLabel, KnownDigits) {
  struct Row {
    FocalInput input;
    long double loss, gradient;
  };
  const Row rows[] = {
      {{.x = 1, .t = 0.25}, 2.517779128019722363687109e-1L, 1.943362848338532043224070e-1L},
      {{.x = -3, .t = 0.875, .alpha = 0.75, .gamma = 0.5},
       1.684067433340575324700677L,
       -5.552686962760590461990969e-1L},
      {{.x = 0, .t = 0.25}, 1.083042469624914545964425e-1L, 9.321462348124572729822126e-2L},
      {{.x = 0, .t = 0.75, .gamma = 1.5},
       9.189920095017629922317829e-2L,
       -6.760783072443552741498144e-2L},
      {{.x = -40, .t = 0.5}, 2.500000000000000000531044L, -6.249999999999999946895572e-2L},
      {{.x = 20, .t = 0.0625, .alpha = 0.5, .gamma = -1.5},
       10.32795562082428284397153L,
       5.163977500466096380518296e-1L},
      {{.x = 2, .t = 2}, 1.932385142815299269188173e-1L, 3.049639015720677372481014e-1L},
      {{.x = -1, .t = -0.5, .gamma = 3},
       -1.015222217104839538222924e-5L,
       -2.743358668706548110046111e-4L},
      {{.x = 2, .t = 1, .gamma = -1},
       2.662015512912963359141446e-1L,
       -1.553045146944678819678714e-2L},
      {{.x = 2, .t = 1, .gamma = -2.5}, 6.468152189639512397166035L, 8.168336177500069055047058L},
      {{.x = -5, .t = 1, .gamma = -2.5},
       1.272869869832473609323763L,
       -2.312331608883785322264472e-1L},
      {{.x = -5, .t = 0, .gamma = -0.5},
       6.156363329003477904316353e-2L,
       3.078158606462342491260997e-2L},
      {{.x = -5, .t = 0, .gamma = 1.75},
       7.887680921948057419767358e-7L,
       2.157231307960684280182017e-6L},
  };
  for (const Row& row : rows) {
    for (DType dtype : {DType::kFloat32, DType::kFloat64}) {
      ExpectDigits(FocalLossLabel(row.input, dtype), row.loss, row.input);
      ExpectDigits(FocalLossLabelByMpfr(row.input, dtype), row.loss, row.input);
      ExpectDigits(FocalGradLabel(row.input, dtype), row.gradient, row.input);
      ExpectDigits(FocalGradLabelByMpfr(row.input, dtype), row.gradient, row.input);
    }
  }
}

struct Case {
  FocalInput input;
  DType dtype;
  long double digits;
  double rounded;
};

constexpr DType kHalf = DType::kFloat16;
constexpr DType kSingle = DType::kFloat32;
constexpr DType kDouble = DType::kFloat64;

// Inputs that public implementations got wrong, and what they should have said.
TEST(FocalGradSelector, GivenCases) {
  const Case cases[] = {
      {{.x = 18, .t = 0, .alpha = 0.5, .gamma = 0},
       kSingle,
       -7.614989756380174472204104e-9L,
       -7.614989527837679e-09},
      {{.x = 0.3f, .t = 0, .dout = 2, .alpha = 0.5, .gamma = 0, .mean_divisor = 3},
       kSingle,
       -0.1418524934247236164301025L,
       -0.1418524980545044},
      {{.x = 88, .t = 0, .alpha = 0.5, .gamma = 0.5},
       kSingle,
       -3.533374351165197131505066e-58L,
       -0.0},
      {{.x = 1, .t = 1, .gamma = 1.5}, kSingle, 0.5910864191985151172913344L, 0.5910864472389221},
      {{.x = 17, .t = 0, .gamma = 5},
       kSingle,
       -7.551861032025545370806468e-45L,
       -7.006492321624085e-45},
      {{.x = 8, .t = 0, .gamma = 10},
       kSingle,
       -1.658630919534861554347125e-38L,
       -1.6586309524955764e-38},
      {{.x = -4.234375, .t = 1}, kHalf, 6.523206948047656293157834e-6L, 6.496906280517578e-06},
      {{.x = 9.390625, .t = 0}, kHalf, -4.365666213704139796179020e-13L, -0.0},
      {{.x = -1, .t = 1, .weight = 4}, kSingle, 0.1577433899326818627649598L, 0.1577433943748474},
      {{.x = 2, .t = 1, .alpha = -0.125}, kSingle, 1.211302946754542186434450L, 1.2113029956817627},
      {{.x = -2, .t = 0, .alpha = 0}, kSingle, 0, 0.0},
      {{.x = 2, .t = 1, .alpha = 1}, kSingle, 0, 0.0},
      {{.x = -20,
        .t = 0,
        .dout = 0.5,
        .weight = -0.25,
        .alpha = -0.125,
        .gamma = 3.25,
        .mean_divisor = 6},
       kSingle,
       -0.002604166992747607944628606L,
       -0.002604166977107525},
      {{.x = 0, .t = 1, .mean_divisor = 16777217},
       kSingle,
       1.333445805433581418871384e-8L,
       1.33344579822392e-08},
  };
  for (const Case& row : cases) {
    const Reference answer = FocalGradSelector(row.input, row.dtype);
    ExpectDigits(answer, row.digits, row.input);
    EXPECT_TRUE(Same(answer.rounded, row.rounded)) << Describe(row.input);
  }
}

TEST(FocalLossLabel, GivenCases) {
  const Case cases[] = {
      {{.x = -120, .t = 1}, kSingle, 30, 30},
      {{.x = 1000, .t = 0}, kSingle, 750, 750},
      {{.x = 17, .t = 0}, kSingle, 12.74999897536547694408706L, 12.749999046325684},
      {{.x = 18, .t = 1, .alpha = 0.5, .gamma = 0},
       kSingle,
       7.614989814368244050750502e-9L,
       7.614989527837679e-09},
      {{.x = -2, .t = 0, .gamma = 5},
       kSingle,
       2.291148533565093104698761e-6L,
       2.2911485757504124e-6},
      {{.x = 9.390625, .t = 0}, kHalf, 7.041855290110699033521463L, 7.04296875},
      {{.x = -4.234375, .t = 0}, kHalf, 2.200605627830163712265595e-6L, 2.205371856689453e-06},
      {{.x = 9.390625, .t = 1}, kHalf, 1.455323333251456639025947e-13L, 0.0},
  };
  for (const Case& row : cases) {
    const Reference answer = FocalLossLabel(row.input, row.dtype);
    ExpectDigits(answer, row.digits, row.input);
    EXPECT_TRUE(Same(answer.rounded, row.rounded)) << Describe(row.input);
  }
}

TEST(FocalGradSelector, TiesGoToEven) {
  const double tie = 1 + 0x1p-8, odd = 1 + 3 * 0x1p-8;  // in bfloat16
  const FocalInput limit = {.x = -kInf, .t = 0, .dout = -1, .alpha = tie};
  EXPECT_EQ(FocalGradSelector(limit, DType::kBFloat16).rounded, 1);
  const FocalInput middle = {.x = 0, .t = 0, .dout = -2, .alpha = odd, .gamma = 0};
  EXPECT_EQ(FocalGradSelector(middle, DType::kBFloat16).rounded, 1 + 0x1p-6);
  // gamma = 0 and t = alpha / (2 alpha - 1): the same for every logit.
  const FocalInput constant = {
      .x = 3, .t = 1.5, .dout = tie * 8, .alpha = 0.75, .gamma = 0, .mean_divisor = 3};
  EXPECT_EQ(FocalGradSelector(constant, DType::kBFloat16).rounded, 1);
  // Close to the limit -alpha: steeper, ...
  const FocalInput above = {.x = -300, .t = 0, .dout = -1, .alpha = tie};
  EXPECT_EQ(FocalGradSelector(above, DType::kBFloat16).rounded, 1 + 0x1p-7);
  // ... but not where gamma (|x| - 1) < 1.
  const FocalInput below = {.x = -300, .t = 0, .dout = -1, .alpha = odd, .gamma = 0x1p-10};
  EXPECT_EQ(FocalGradSelector(below, DType::kBFloat16).rounded, 1 + 0x1p-7);
  const FocalInput none = {.x = -1e300, .t = 0, .dout = -1, .alpha = odd, .gamma = 0};
  EXPECT_EQ(FocalGradSelector(none, DType::kBFloat16).rounded, 1 + 0x1p-7);
}

// Of whole and of half powers, exact ones.
TEST(FocalGradLabel, LimitsOfSoftLabelsMayBeTies) {
  const double tie = 1 + 0x1p-8;  // in bfloat16
  const FocalInput whole = {.x = kInf, .t = 0.5, .dout = 8 * tie, .alpha = 0.5, .gamma = 1};
  EXPECT_EQ(FocalGradLabel(whole, DType::kBFloat16).rounded, 1);
  const FocalInput half = {.x = -kInf, .t = 0.25, .dout = 16 * tie, .alpha = 0.5, .gamma = 0.5};
  EXPECT_EQ(FocalGradLabel(half, DType::kBFloat16).rounded, -1);
}

TEST(FocalLabel, Float64KeepsItsRange) {
  EXPECT_EQ(FocalLossLabel({.x = -1e308, .t = 1}, kDouble).rounded, 2.5e307);
  EXPECT_EQ(FocalLossLabel({.x = -1e308, .t = 1, .weight = 16}, kDouble).rounded, kInf);
  EXPECT_EQ(FocalLossLabel({.x = 740, .t = 1, .alpha = 1, .gamma = 0}, kDouble).rounded,
            85 * 0x1p-1074);
  EXPECT_EQ(FocalGradLabel({.x = 1e18, .t = 1, .gamma = -1 + 0x1p-53}, kDouble).rounded,
            static_cast<double>(-0x1p-55L * std::exp(-1e18L * 0x1p-53L)));
  EXPECT_EQ(FocalLossLabel({.x = 1e18, .t = 1, .gamma = -1 + 0x1p-53}, kDouble).rounded,
            static_cast<double>(0.25L * std::exp(-1e18L * 0x1p-53L)));
  EXPECT_EQ(FocalGradLabel({.x = 1e300, .t = 0, .gamma = 1e300}, kDouble).rounded, 0.75);
  EXPECT_TRUE(Same(FocalGradLabel({.x = 1e300, .t = 1, .gamma = 1e300}, kDouble).rounded, -0.0));
  EXPECT_EQ(FocalGradLabel({.x = 1e300, .t = 1, .gamma = -1e300}, kDouble).rounded, kInf);
}

// With alpha_t as the weight, of so few bits that 1 - alpha is exact.
TEST(FocalGamma0, IsBinaryCrossEntropy) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 3000; ++i) {
    const double x = normal(random) * (i % 3 == 0 ? 1 : 40), label = i % 2;
    const double alpha = static_cast<double>(random() % 4096) / 1024 - 2;
    const double dout = normal(random), divisor = static_cast<double>(1 + random() % 9);
    const double factor = label == 1 ? alpha : 1 - alpha;
    const FocalInput focal = {
        .x = x, .t = label, .dout = dout, .alpha = alpha, .gamma = 0, .mean_divisor = divisor};
    const BceInput bce = {
        .x = x, .y = label, .dout = dout, .weight = factor, .mean_divisor = divisor};
    for (DType dtype : {kHalf, DType::kBFloat16, kSingle, kDouble}) {
      const double gradient = FocalGradLabel(focal, dtype).rounded;
      ASSERT_EQ(gradient, BceGrad(bce, dtype).rounded) << Describe(focal);
      ASSERT_EQ(FocalLossLabel(focal, dtype).rounded, BceLoss(bce, dtype).rounded)
          << Describe(focal);
    }
  }
  const FocalInput mixed = {.x = -0.7, .t = 2, .gamma = 0};
  const BceInput weighted = {.x = -0.7, .y = -0.5, .pos_weight = 0.5};
  EXPECT_EQ(FocalGradSelector(mixed, kDouble).rounded, BceGrad(weighted, kDouble).rounded);
}

}  // namespace
}  // namespace sigloss::oracle
