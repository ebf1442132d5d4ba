// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The oracle's losses: digits from elsewhere, special values, ties; and the formulas against each
// other, for the gradients are the loss's derivatives.
#include "oracle/bce_loss.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <limits>
#include <random>

#include "oracle/bce_terms.h"
#include "oracle/mpfr_real.h"

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

void ExpectDigits(const Reference& reference, long double digits, double rounded,
                  const char* what) {
  EXPECT_LE(std::fabs(reference.exact - digits), std::fabs(digits) * 0x1p-50L) << what;
  EXPECT_TRUE(Same(reference.rounded, rounded)) << what;
}

struct Digits {
  BceInput input;
  long double digits;
  const char* what;
};

TEST(BceLoss, KnownDigits) {
  const Digits rows[] = {
      {{.x = 0, .y = 0}, 0.69314718055994530941723L, "log 2"},
      {{.x = 0, .y = 1, .pos_weight = 3}, 2.07944154167983592825170L, "3 log 2"},
      {{.x = 1, .y = 0}, 1.31326168751822283404900L, "log(1 + e)"},
      {{.x = 1, .y = 1}, 0.31326168751822283404900L, "log(1 + 1/e)"},
      {{.x = -1, .y = 0, .weight = -2}, -0.62652337503644566809799L, "weight"},
      {{.x = -1, .y = 1, .mean_divisor = -4}, -0.32831542187955570851225L, "divisor"},
      {{.x = 30, .y = 1}, 9.35762296883973677937770e-14L, "exp(-30) less half its square"},
      {{.x = -100, .y = 0}, 3.72007597602083596295970e-44L, "subnormal in float32"},
      {{.x = 40, .y = 0}, 40.0000000000000000042483543L, "x + exp(-x)"},
      {{.x = 0x1p-20, .y = 0}, 0.69314765739721719379954L, "log 2 + x / 2 + x x / 8"},
      {{.x = -0.5, .y = 0.75, .pos_weight = 3, .label_smoothing = 0.5},
       2.00417321440524003196424L,
       "y' = 5/8"},
      {{.x = 1, .y = 1, .label_smoothing = 1}, 0.81326168751822283404900L, "y' = 1/2"},
  };
  for (const Digits& row : rows) {
    const auto nearest = static_cast<double>(row.digits);
    ExpectDigits(BceLoss(row.input, DType::kFloat64), row.digits, nearest, row.what);
    const double shorter = static_cast<double>(static_cast<float>(nearest));
    ExpectDigits(BceLoss(row.input, DType::kFloat32), row.digits, shorter, row.what);
    ExpectDigits(BceLossByMpfr(row.input, DType::kFloat32), row.digits, shorter, row.what);
  }
}

TEST(BceTargetGrad, KnownDigits) {
  const Digits rows[] = {
      {{.x = 0, .pos_weight = 3}, 1.38629436111989061883446L, "2 log 2"},
      {{.x = 0.5, .pos_weight = 3}, 0.44815396836021336174599L, "pos_weight"},
      {{.x = 0.5, .dout = -2, .pos_weight = 3}, -0.89630793672042672349199L, "dout"},
      {{.x = 1, .pos_weight = 0, .label_smoothing = 0.25, .mean_divisor = 0.75},
       -1.31326168751822283404900L,
       "(1 - e) over the divisor"},
      {{.x = 0x1p-70}, -0x1p-70L, "-x, whatever cancels"},
      {{.x = -100, .pos_weight = 0}, -3.72007597602083596295970e-44L, "no cancellation"},
  };
  for (const Digits& row : rows) {
    const auto nearest = static_cast<double>(row.digits);
    ExpectDigits(BceTargetGrad(row.input, DType::kFloat64), row.digits, nearest, row.what);
    const double shorter = static_cast<double>(static_cast<float>(nearest));
    ExpectDigits(BceTargetGrad(row.input, DType::kFloat32), row.digits, shorter, row.what);
    ExpectDigits(BceTargetGradByMpfr(row.input, DType::kFloat32), row.digits, shorter, row.what);
  }
}

struct Special {
  BceInput input;
  double expected;
  const char* what;
};

TEST(BceLoss, SpecialValues) {
  const Special rows[] = {
      {{.x = kInf, .y = 0}, kInf, "softplus(inf)"},
      {{.x = kInf, .y = 0.5}, kInf, "softplus(inf)"},
      {{.x = kInf, .y = 1}, 0.0, "softplus(-inf) from above"},
      {{.x = kInf, .y = 1, .weight = -1}, -0.0, "softplus(-inf) times a negative factor"},
      {{.x = kInf, .y = 1, .pos_weight = -1}, -0.0, "negative pos_weight"},
      {{.x = kInf, .y = 1, .pos_weight = 0}, 0.0, "exact zero"},
      {{.x = kInf, .y = 2}, -kInf, "negative coefficient"},
      {{.x = kInf, .y = 1, .label_smoothing = 0.125}, kInf, "y' < 1"},
      {{.x = kInf, .y = 2, .pos_weight = 0.5}, -kInf, "-x"},
      {{.x = kInf, .y = kInf}, -kInf, "an infinite label"},
      {{.x = -kInf, .y = 0}, 0.0, "softplus(-inf)"},
      {{.x = -kInf, .y = -0.0, .pos_weight = -1}, 0.0, "softplus(-inf)"},
      {{.x = -kInf, .y = 0, .label_smoothing = 0.125}, kInf, "y' > 0"},
      {{.x = -kInf, .y = 1}, kInf, "softplus(inf)"},
      {{.x = -kInf, .y = 1, .pos_weight = 0}, 0.0, "exact zero"},
      {{.x = -kInf, .y = 0.5, .pos_weight = 0}, 0.0, "softplus(-inf) / 2"},
      {{.x = -kInf, .y = 2, .pos_weight = 0}, -0.0, "-softplus(-inf)"},
      {{.x = -kInf, .y = -1}, -kInf, "negative coefficient"},
      {{.x = -kInf, .y = 1, .weight = -2}, -kInf, "negative factor"},
      {{.x = -kInf, .y = 1, .weight = 0}, 0.0, "factor zero"},
      {{.x = -kInf, .y = 1, .weight = -0.0}, -0.0, "factor zero"},
      {{.x = kInf, .y = 2, .weight = 0}, -0.0, "factor zero"},
      {{.x = kInf, .y = 2, .weight = -0.0, .mean_divisor = -3}, -0.0, "factor zero"},
      {{.x = 1, .y = 0, .weight = 0}, 0.0, "factor zero"},
      {{.x = 1, .y = 2, .weight = 0}, -0.0, "2 softplus(-1) < softplus(1)"},
      {{.x = -0.0, .y = 2, .pos_weight = 0.5}, 0.0, "exact zero"},
      {{.x = -0.0, .y = 2, .weight = -1, .pos_weight = 0.5}, -0.0, "exact zero"},
      {{.x = 3e38, .y = 1}, 0.0, "underflow"},
      {{.x = -3e38, .y = 0, .weight = -1}, -0.0, "underflow"},
      {{.x = 3e38, .y = 0, .weight = 2}, kInf, "overflow"},
      {{.x = 3e38, .y = 0, .weight = 2, .mean_divisor = 2}, double{3e38f}, "no overflow between"},
      {{.x = kNaN, .y = 0, .weight = 0}, kNaN, "NaN"},
      {{.x = kInf, .y = kNaN}, kNaN, "NaN"},
      {{.x = kInf, .y = 0, .pos_weight = kNaN}, kNaN, "NaN"},
      {{.x = 0, .y = 0, .weight = kNaN}, kNaN, "NaN"},
      {{.x = kInf, .y = 1, .dout = kNaN}, 0.0, "dout doesn't enter"},
      {{.x = -kInf, .y = 1, .dout = 0}, kInf, "dout doesn't enter"},
  };
  for (const Special& row : rows) {
    SCOPED_TRACE(Describe(row.input));
    EXPECT_TRUE(Same(BceLoss(row.input, DType::kFloat32).rounded, row.expected)) << row.what;
    EXPECT_TRUE(Same(BceLossByMpfr(row.input, DType::kFloat32).rounded, row.expected)) << row.what;
  }
}

TEST(BceTargetGrad, SpecialValues) {
  const Special rows[] = {
      {{.x = kInf}, -kInf, "-softplus(inf)"},
      {{.x = kInf, .pos_weight = 3}, -kInf, "-softplus(inf)"},
      {{.x = kInf, .dout = -1}, kInf, "negative factor"},
      {{.x = kInf, .dout = 0}, -0.0, "factor zero"},
      {{.x = kInf, .label_smoothing = 1}, -0.0, "factor 1 - e zero"},
      {{.x = -kInf}, kInf, "softplus(inf)"},
      {{.x = -kInf, .pos_weight = 3}, kInf, "softplus(inf)"},
      {{.x = -kInf, .pos_weight = -3}, -kInf, "negative pos_weight"},
      {{.x = -kInf, .pos_weight = 0}, -0.0, "-softplus(-inf), from below"},
      {{.x = -kInf, .weight = -1, .pos_weight = -0.0}, 0.0, "-softplus(-inf)"},
      {{.x = -kInf, .weight = 0, .pos_weight = 3}, 0.0, "factor zero"},
      {{.x = 0}, 0.0, "exact zero"},
      {{.x = -0.0}, 0.0, "exact zero"},
      {{.x = 0, .dout = -1}, -0.0, "exact zero times a negative factor"},
      {{.x = 1, .weight = 0}, -0.0, "factor zero"},
      {{.x = 0x1p-149, .dout = 0x1p-149}, -0.0, "underflow"},
      {{.x = -3e38, .pos_weight = 0}, -0.0, "underflow"},
      {{.x = kNaN, .dout = 0}, kNaN, "NaN"},
      {{.x = 0, .dout = kNaN}, kNaN, "NaN"},
      {{.x = kInf, .pos_weight = kNaN}, kNaN, "NaN"},
      {{.x = 1, .y = kNaN}, -1, "the label doesn't enter"},
      {{.x = 1, .y = kInf, .label_smoothing = 0.5}, -0.5, "the label doesn't enter"},
  };
  for (const Special& row : rows) {
    SCOPED_TRACE(Describe(row.input));
    EXPECT_TRUE(Same(BceTargetGrad(row.input, DType::kFloat32).rounded, row.expected)) << row.what;
    EXPECT_TRUE(Same(BceTargetGradByMpfr(row.input, DType::kFloat32).rounded, row.expected))
        << row.what;
  }
}

TEST(BceLoss, TiesGoToEven) {
  const double tie = 1 + 0x1p-8, odd = 1 + 3 * 0x1p-8;  // in bfloat16
  const BceInput linear = {.x = tie, .y = 2, .pos_weight = 0.5};
  EXPECT_EQ(BceLoss(linear, DType::kBFloat16).rounded, -1);
  const BceInput smoothed = {.x = -odd, .y = 3.5, .pos_weight = 0.5, .label_smoothing = 0.5};
  EXPECT_EQ(BceLoss(smoothed, DType::kBFloat16).rounded, 1 + 0x1p-6);  // y' = 2
  EXPECT_EQ(BceTargetGrad({.x = tie}, DType::kBFloat16).rounded, -1);
  EXPECT_EQ(BceTargetGrad({.x = -odd}, DType::kBFloat16).rounded, 1 + 0x1p-6);
  // softplus(x) > x: just above the tie.
  EXPECT_EQ(BceLoss({.x = 4096 * tie, .y = 0}, DType::kBFloat16).rounded, 4096 * (1 + 0x1p-7));
  EXPECT_EQ(BceLoss({.x = 0x1p1000, .weight = tie * 0x1p-1000}, DType::kBFloat16).rounded,
            1 + 0x1p-7);
}

TEST(BceLoss, Float64KeepsItsRange) {
  constexpr DType kDouble = DType::kFloat64;
  EXPECT_EQ(BceLoss({.x = 1e308, .y = 0}, kDouble).rounded, 1e308);
  EXPECT_EQ(BceLoss({.x = 1e308, .y = 0, .weight = 4}, kDouble).rounded, kInf);
  EXPECT_EQ(BceLoss({.x = 1e308, .weight = 8, .mean_divisor = 8}, kDouble).rounded, 1e308);
  EXPECT_EQ(BceLoss({.x = -1e308, .y = 1, .pos_weight = 5e-324}, kDouble).rounded,
            1e308 * 0x1p-537 * 0x1p-537);
  EXPECT_EQ(BceLoss({.x = -1e308, .y = 1, .mean_divisor = 0x1p1000}, kDouble).rounded,
            1e308 * 0x1p-1000);
  EXPECT_EQ(BceLoss({.x = 5e-324, .y = 1}, kDouble).rounded, 0x1.62e42fefa39efp-1);
  EXPECT_EQ(BceLoss({.x = -740, .y = 0}, kDouble).rounded, 85 * 0x1p-1074);
  EXPECT_EQ(BceLoss({.x = -746, .y = 0}, kDouble).rounded, 0);
  EXPECT_EQ(BceLoss({.x = -1200, .y = 0, .weight = 0x1p1000}, kDouble).rounded,
            static_cast<double>(std::exp(-1200.0L) * 0x1p1000L));
  EXPECT_EQ(BceTargetGrad({.x = 1e308}, kDouble).rounded, -1e308);
  EXPECT_EQ(BceTargetGrad({.x = -5e-324}, kDouble).rounded, 5e-324);
}

// Random inputs without special values, labels and factors of either sign.
BceInput RandomInput(std::mt19937_64* random) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> unit;
  BceInput in;
  in.x = normal(*random) * 10;
  in.y = normal(*random);
  in.pos_weight = normal(*random) * 3;
  if ((*random)() % 2 == 0) in.label_smoothing = unit(*random);
  return in;
}

constexpr mpfr_prec_t kBits = 600;
using Terms = void (*)(const BceInput&, mpfr_srcptr, double, mpfr_ptr, mpfr_ptr);

// left + right into `out`; the larger magnitude of the two is returned.
double Add(Terms terms, const BceInput& in, mpfr_srcptr x, mpfr_ptr out) {
  Real left(kBits), right(kBits);
  terms(in, x, kFarLogit, left, right);
  mpfr_add(out, left, right, MPFR_RNDN);
  return std::max(std::fabs(mpfr_get_d(left, MPFR_RNDN)), std::fabs(mpfr_get_d(right, MPFR_RNDN)));
}

void ExpectWithin(mpfr_ptr a, mpfr_srcptr b, double bound, const BceInput& in) {
  mpfr_sub(a, a, b, MPFR_RNDN);
  ASSERT_LE(std::fabs(mpfr_get_d(a, MPFR_RNDN)), bound) << Describe(in);
}

TEST(BceLoss, ItsDerivativeIsTheGradient) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 2000; ++i) {
    const BceInput in = RandomInput(&random);
    const Real x(kBits, in.x);
    Real above(kBits), below(kBits), step(kBits, 0x1p-100), gradient(kBits);
    mpfr_add(above, x, step, MPFR_RNDN);
    mpfr_sub(below, x, step, MPFR_RNDN);
    Add(BceLossTerms, in, above, above);
    Add(BceLossTerms, in, below, below);
    mpfr_sub(above, above, below, MPFR_RNDN);
    mpfr_mul_2si(above, above, 99, MPFR_RNDN);
    const double magnitude = Add(BceGradTerms, in, x, gradient);
    ExpectWithin(above, gradient, magnitude * 0x1p-190, in);
  }
}

TEST(BceLoss, ItsDifferenceByTheLabelIsTheTargetGradient) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    BceInput in = RandomInput(&random);
    const Real x(kBits, in.x);
    Real one(kBits), zero(kBits), gradient(kBits), factor(kBits, 1);
    const double magnitude = Add(BceTargetGradTerms, in, x, gradient);
    mpfr_sub_d(factor, factor, in.label_smoothing, MPFR_RNDN);
    mpfr_mul(gradient, gradient, factor, MPFR_RNDN);
    in.y = 1;
    Add(BceLossTerms, in, x, one);
    in.y = 0;
    Add(BceLossTerms, in, x, zero);
    mpfr_sub(one, one, zero, MPFR_RNDN);
    ExpectWithin(one, gradient, magnitude * 0x1p-590, in);
  }
}

}  // namespace
}  // namespace sigloss::oracle
