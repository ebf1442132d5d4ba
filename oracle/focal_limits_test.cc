// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The oracle's focal loss at its limits, and its formulas against each other: the gradients are the
// loss's derivatives, and the soft formulas hold for hard labels.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <limits>
#include <random>

#include "oracle/focal.h"
#include "oracle/focal_terms.h"
#include "oracle/mpfr_real.h"

namespace sigloss::oracle {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Equal including the sign of zero; NaN equals NaN.
bool Same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

struct Special {
  FocalInput input;
  float loss, gradient;
  const char* what;
};

void ExpectSpecial(const Special& row) {
  SCOPED_TRACE(Describe(row.input));
  SCOPED_TRACE(row.what);
  const double losses[] = {FocalLossLabel(row.input, DType::kFloat32).rounded,
                           FocalLossLabelByMpfr(row.input, DType::kFloat32).rounded};
  const double gradients[] = {FocalGradLabel(row.input, DType::kFloat32).rounded,
                              FocalGradLabelByMpfr(row.input, DType::kFloat32).rounded};
  for (double loss : losses) EXPECT_TRUE(Same(loss, row.loss)) << loss;
  for (double gradient : gradients) EXPECT_TRUE(Same(gradient, row.gradient)) << gradient;
}

TEST(FocalLabel, HardLimits) {
  const Special rows[] = {
      {{.x = kInf, .t = 1}, 0.0, -0.0, "easy"},
      {{.x = kInf, .t = 1, .gamma = 0}, 0.0, -0.0, "easy"},
      {{.x = kInf, .t = 1, .gamma = 0.5}, 0.0, -0.0, "easy"},
      {{.x = kInf, .t = 1, .gamma = -0.5}, 0.0, -0.0, "easy"},
      {{.x = kInf, .t = 1, .gamma = -1}, 0.25, -0.0, "easy"},
      {{.x = kInf, .t = 1, .gamma = -1.5}, kInf, kInf, "easy, but growing"},
      {{.x = -kInf, .t = 0}, 0.0, 0.0, "easy"},
      {{.x = -kInf, .t = 0, .gamma = -1}, 0.75, 0.0, "easy"},
      {{.x = -kInf, .t = 0, .gamma = -1.5}, kInf, -kInf, "easy, but growing"},
      {{.x = -kInf, .t = 1}, kInf, -0.25, "hard"},
      {{.x = -kInf, .t = 1, .gamma = -3}, kInf, -0.25, "hard"},
      {{.x = kInf, .t = 0}, kInf, 0.75, "hard"},
      {{.x = kInf, .t = 0, .gamma = 0}, kInf, 0.75, "hard"},
      {{.x = kInf, .t = 1, .alpha = -1}, -0.0, 0.0, "negative alpha"},
      {{.x = -kInf, .t = 0, .alpha = 2}, -0.0, -0.0, "negative 1 - alpha"},
      {{.x = kInf, .t = 0, .alpha = 2}, -kInf, -1, "negative 1 - alpha"},
      {{.x = -kInf, .t = 1, .alpha = 0}, 0.0, 0.0, "alpha_t = 0"},
      {{.x = kInf, .t = 1, .alpha = 0, .gamma = -2}, 0.0, 0.0, "alpha_t = 0"},
      {{.x = 1, .t = 0, .alpha = 1, .gamma = 0}, 0.0, 0.0, "alpha_t = 0"},
      {{.x = 1, .t = 0, .weight = -1, .alpha = 1, .gamma = 0}, -0.0, -0.0, "alpha_t = 0"},
      {{.x = -kInf, .t = 1, .weight = 0}, 0.0, -0.0, "factor zero"},
      {{.x = kInf, .t = 1, .weight = -0.0, .gamma = -2}, -0.0, -0.0, "factor zero"},
      {{.x = -kInf, .t = 1, .dout = -2}, kInf, 0.5, "dout is none of the loss's"},
      {{.x = kInf, .t = 1, .dout = -2, .weight = -1}, -0.0, -0.0, "zeros with signs"},
      {{.x = 3e38, .t = 1}, 0.0, -0.0, "underflow"},
      {{.x = -3e38, .t = 0, .weight = -1, .gamma = 1.7}, -0.0, -0.0, "underflow"},
      {{.x = 3e38, .t = 1, .gamma = -1}, 0.25, -0.0, "power 0"},
      {{.x = 3e38, .t = 1, .gamma = -1.5}, kInf, kInf, "overflow"},
      {{.x = -3e38f, .t = 1, .mean_divisor = 0.25}, 3e38f, -1, "hard"},
      {{.x = kNaN, .t = 1, .weight = 0}, kNaN, kNaN, "NaN"},
      {{.x = 1, .t = kNaN}, kNaN, kNaN, "NaN"},
      {{.x = kInf, .t = 1, .alpha = kNaN}, kNaN, kNaN, "NaN"},
      {{.x = 1, .t = 1, .gamma = kNaN}, kNaN, kNaN, "NaN"},
      {{.x = 1, .t = 1, .gamma = kInf}, kNaN, kNaN, "as NaN"},
  };
  for (const Special& row : rows) ExpectSpecial(row);
}

TEST(FocalLabel, SoftLimits) {
  const Special rows[] = {
      {{.x = kInf, .t = 0.25, .alpha = 0.5}, kInf, 0.2109375, "3/4 ^ 3 / 2"},
      {{.x = -kInf, .t = 0.25, .alpha = 0.5}, kInf, -0.0078125, "1/4 ^ 3 / 2"},
      {{.x = -kInf, .t = 0.25, .alpha = 0.5, .gamma = -1.5}, kInf, -1, "1/4 ^ -1/2 / 2"},
      {{.x = kInf, .t = 0.5, .weight = -1, .gamma = 0}, -kInf, -0.25, "gamma = 0"},
      {{.x = kInf, .t = 0.5, .weight = 0}, 0.0, 0.0, "factor zero"},
      {{.x = kInf, .t = 0.5, .alpha = 1e300, .gamma = 1e300}, kInf, 0.0, "underflow"},
      {{.x = 3e38, .t = 0.75, .alpha = -0.5}, 0.0, 0.0, "alpha_t = 0"},
      {{.x = kInf, .t = 0.75, .alpha = -0.5}, 0.0, 0.0, "alpha_t = 0"},
      {{.x = 0, .t = 0.5}, 0.08664339756999316f, 0.0, "exact zero"},
      {{.x = 0, .t = 0.5, .dout = -1, .gamma = 0.3}, 0.28150522921869183f, -0.0, "exact zero"},
      {{.x = 9, .t = 2, .gamma = 0.5}, kNaN, kNaN, "root of a negative"},
      {{.x = kInf, .t = 2, .gamma = 1}, -kInf, -0.25, "-1/4 * -1 * -1"},
      {{.x = -kInf, .t = -1, .gamma = 2}, -kInf, 1.25, "5/4 * 1 * 1"},
      {{.x = 1, .t = kInf}, kNaN, kNaN, "as NaN"},
  };
  for (const Special& row : rows) ExpectSpecial(row);
}

TEST(FocalGradSelector, Mixtures) {
  struct Row {
    FocalInput input;
    double gradient;
    const char* what;
  };
  const Row rows[] = {
      {{.x = 0, .t = 0.25}, 0.0, "t = alpha at 0"},
      {{.x = -0.0, .t = 3, .dout = -1, .alpha = 3, .gamma = -1.5}, -0.0, "t = alpha at 0"},
      {{.x = kInf, .t = 0.5}, 0.375, "hard side"},
      {{.x = -kInf, .t = 0.5}, -0.125, "hard side"},
      {{.x = -kInf, .t = 2}, 0.25, "beyond"},
      {{.x = kInf, .t = 0.5, .gamma = -2}, kInf, "easy side, growing"},
      {{.x = kInf, .t = 0.5, .alpha = 1}, -0.0, "easy side only"},
      {{.x = -kInf, .t = 1}, 0.0, "easy side only"},
      {{.x = 20, .t = 0.5, .gamma = 1e300}, 0.0, "both underflow, the hard one is larger"},
      {{.x = -20, .t = 0.5, .gamma = 1e300}, -0.0, "both underflow, the hard one is larger"},
      {{.x = 0x1p-40, .t = 0.25, .gamma = 1e5}, 0.0, "by little"},
      {{.x = -0x1p-40, .t = 0.25, .gamma = 1e5}, -0.0, "by little"},
      {{.x = 0x1p-40, .t = 0.25, .gamma = -1e5}, kInf, "both overflow"},
      {{.x = 5, .t = kInf}, kInf, "infinite selector"},
      {{.x = 5, .t = kInf, .alpha = 1}, kNaN, "0 times an infinite selector"},
      {{.x = kInf, .t = kNaN}, kNaN, "NaN"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(Describe(row.input));
    const double quick = FocalGradSelector(row.input, DType::kFloat32).rounded;
    EXPECT_TRUE(Same(quick, row.gradient)) << quick << ' ' << row.what;
    const double slow = FocalGradSelectorByMpfr(row.input, DType::kFloat32).rounded;
    EXPECT_TRUE(Same(slow, row.gradient)) << slow << ' ' << row.what;
  }
}

constexpr mpfr_prec_t kBits = 600;
constexpr double kFar = 5000;
using Terms = void (*)(const FocalInput&, mpfr_srcptr, double, mpfr_ptr, mpfr_ptr);

// Writes the sum, and returns the exponent of its larger term.
mpfr_exp_t Add(Terms terms, const FocalInput& in, mpfr_srcptr x, mpfr_ptr out) {
  Real left(kBits), right(kBits);
  terms(in, x, kFar, left, right);
  mpfr_add(out, left, right, MPFR_RNDN);
  if (mpfr_cmpabs(left, right) < 0) mpfr_swap(left, right);
  return mpfr_regular_p(left) ? mpfr_get_exp(left) : mpfr_get_emin();
}

// The difference of the loss over a step of 2^-100 to either side, which a third derivative of less
// than 2^10 times the loss makes good to 2^-190 of the gradient.
void Differentiate(Terms loss, const FocalInput& in, mpfr_ptr out) {
  const Real x(kBits, in.x), step(kBits, 0x1p-100);
  Real above(kBits), below(kBits);
  mpfr_add(above, x, step, MPFR_RNDN);
  mpfr_sub(below, x, step, MPFR_RNDN);
  Add(loss, in, above, above);
  Add(loss, in, below, below);
  mpfr_sub(out, above, below, MPFR_RNDN);
  mpfr_mul_2si(out, out, 99, MPFR_RNDN);
}

void ExpectClose(mpfr_ptr a, mpfr_srcptr b, mpfr_exp_t magnitude, int bits, const FocalInput& in) {
  mpfr_sub(a, a, b, MPFR_RNDN);
  ASSERT_TRUE(mpfr_zero_p(a) || mpfr_get_exp(a) < magnitude - bits) << Describe(in);
}

FocalInput RandomInput(std::mt19937_64* random) {
  const double gammas[] = {-1.5, -1, -0.5, 0, 0.5, 1, 1.7, 2, 3, 10};
  std::normal_distribution<double> normal;
  FocalInput in;
  in.x = normal(*random) * 15;
  in.alpha = normal(*random);
  in.gamma = gammas[(*random)() % 10];
  return in;
}

TEST(FocalGradLabel, IsTheLosssDerivative) {
  std::mt19937_64 random(4);
  const double labels[] = {0.5, 0.25, 0.9, 1e-9, 1 - 0x1p-30, -0.5, 2};
  for (int i = 0; i < 2000; ++i) {
    FocalInput in = RandomInput(&random);
    in.t = labels[random() % 7];
    if (in.t < 0 || in.t > 1) in.gamma = static_cast<double>(random() % 4);
    Real difference(kBits), gradient(kBits);
    Differentiate(FocalSoftLossTerms, in, difference);
    const mpfr_exp_t magnitude = Add(FocalSoftGradTerms, in, Real(kBits, in.x), gradient);
    ExpectClose(difference, gradient, magnitude, 150, in);
  }
}

TEST(FocalGradSelector, IsTheLosssDerivative) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    FocalInput in = RandomInput(&random);
    const double selector = i % 4 < 2 ? i % 2 : std::floor(in.x) / 8;
    Real negative(kBits), difference(kBits), gradient(kBits);
    in.t = 0;
    Differentiate(FocalHardLossTerms, in, negative);
    in.t = 1;
    Differentiate(FocalHardLossTerms, in, difference);
    in.t = selector;
    mpfr_mul_d(negative, negative, selector, MPFR_RNDN);
    mpfr_mul_d(difference, difference, 1 - selector, MPFR_RNDN);
    mpfr_add(difference, difference, negative, MPFR_RNDN);
    const mpfr_exp_t magnitude = Add(FocalMixedGradTerms, in, Real(kBits, in.x), gradient);
    ExpectClose(difference, gradient, magnitude, 150, in);
  }
}

TEST(FocalLabel, SoftFormulasHoldForHardLabels) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 2000; ++i) {
    FocalInput in = RandomInput(&random);
    Real hard(kBits), soft(kBits);
    const Real x(kBits, in.x);
    in.t = i % 2;
    const mpfr_exp_t loss = Add(FocalHardLossTerms, in, x, hard);
    Add(FocalSoftLossTerms, in, x, soft);
    ExpectClose(soft, hard, loss, 590, in);
    const mpfr_exp_t gradient = Add(FocalSoftGradTerms, in, x, soft);
    in.t = 1 - in.t;
    Add(FocalMixedGradTerms, in, x, hard);
    ExpectClose(soft, hard, gradient, 590, in);
    for (DType dtype : {DType::kFloat32, DType::kFloat64}) {
      const double selected = FocalGradSelector(in, dtype).rounded;
      in.t = 1 - in.t;
      ASSERT_TRUE(Same(FocalGradLabel(in, dtype).rounded, selected)) << Describe(in);
      in.t = 1 - in.t;
    }
  }
}

}  // namespace
}  // namespace sigloss::oracle
