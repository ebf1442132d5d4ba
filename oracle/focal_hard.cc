// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Focal loss of labels 0 and 1. Both have Q^(gamma + 1) as their power, which is what their limits
// for Q -> 0 and any gamma show in; what it is multiplied by tends to constants there:
//
//   gradient  Q^gamma (gamma P L + Q) = Q^(gamma + 1) (1 + gamma P L / Q)
//   loss      Q^gamma L               = Q^(gamma + 1) L / Q
#include <algorithm>
#include <cmath>
#include <utility>

#include "oracle/focal_parts.h"
#include "oracle/focal_terms.h"
#include "oracle/mpfr_real.h"

namespace sigloss::oracle {
namespace {

constexpr mpfr_prec_t kProduct2 = 106;  // bits that hold a product of two float64, exactly

// One side of the loss for a finite logit: s = x at the label 1, s = -x at 0.
struct Side {
  Side(mpfr_prec_t bits, mpfr_srcptr x, bool minus_x, double gamma, double far);

  bool easy;      // s >= 0
  Real tail;      // exp(-|s|)
  Real softplus;  // L
  Real exponent;  // (gamma + 1) log Q
};

Side::Side(mpfr_prec_t bits, mpfr_srcptr x, bool minus_x, double gamma, double far)
    : easy(minus_x ? (mpfr_sgn)(x) <= 0 : (mpfr_sgn)(x) >= 0),
      tail(bits),
      softplus(bits),
      exponent(bits) {
  Tail(x, far, tail);
  Real log(bits), power(bits, -1);
  mpfr_log1p(log, tail, MPFR_RNDN);
  SoftplusOf(x, log, !minus_x, softplus);
  SoftplusOf(x, log, minus_x, exponent);
  mpfr_sub_d(power, power, gamma, MPFR_RNDN);
  mpfr_mul(exponent, exponent, power, MPFR_RNDN);
}

// P L / Q = exp(s) L. Where Q vanishes the clamped tail must cancel: L / exp(-s) tends to 1.
void GradRatio(const Side& side, mpfr_ptr out) {
  if (side.easy) {
    mpfr_div(out, side.softplus, side.tail, MPFR_RNDN);
  } else {
    mpfr_mul(out, side.softplus, side.tail, MPFR_RNDN);
  }
}

// L / Q, likewise.
void LossRatio(const Side& side, mpfr_ptr out) {
  mpfr_add_ui(out, side.tail, 1, MPFR_RNDN);
  mpfr_mul(out, out, side.softplus, MPFR_RNDN);
  if (side.easy) mpfr_div(out, out, side.tail, MPFR_RNDN);
}

void BoundExponent(mpfr_ptr exponent) {
  if (mpfr_cmp_d(exponent, kFarExponent) > 0) mpfr_set_d(exponent, kFarExponent, MPFR_RNDN);
  if (mpfr_cmp_d(exponent, -kFarExponent) < 0) mpfr_set_d(exponent, -kFarExponent, MPFR_RNDN);
}

// Keeps two exponents within bounds and what they differ by, which the sign of a sum hangs on.
void BoundExponents(mpfr_ptr high, mpfr_ptr low) {
  if (mpfr_less_p(high, low)) std::swap(high, low);
  if (mpfr_cmp_d(high, kFarExponent) > 0 || mpfr_cmp_d(high, -kFarExponent) < 0) {
    const double bound = mpfr_sgn(high) < 0 ? -kFarExponent : kFarExponent;
    mpfr_sub(low, low, high, MPFR_RNDN);
    mpfr_add_d(low, low, bound, MPFR_RNDN);
    mpfr_set_d(high, bound, MPFR_RNDN);
  }
  Real least(mpfr_get_prec(high));
  mpfr_sub_d(least, high, kFarExponent, MPFR_RNDN);
  mpfr_max(low, low, least, MPFR_RNDN);
}

// coefficient Q^(gamma + 1) (1 + gamma P L / Q)
void AddGrad(const Side& side, mpfr_srcptr coefficient, double gamma, Addends* sum) {
  const mpfr_prec_t bits = mpfr_get_prec(side.tail);
  Real addend(bits), ratio(bits);
  mpfr_exp(addend, side.exponent, MPFR_RNDN);
  mpfr_mul(addend, addend, coefficient, MPFR_RNDN);
  sum->Add(addend);
  GradRatio(side, ratio);
  mpfr_mul(addend, addend, ratio, MPFR_RNDN);
  mpfr_mul_d(addend, addend, gamma, MPFR_RNDN);
  sum->Add(addend);
}

// Of the mixture: at the label 1, -alpha (1 - t), and at 0, (1 - alpha) t.
struct Coefficients {
  Coefficients(mpfr_prec_t bits, const FocalInput& in) : at_one(bits, in.t), at_zero(bits, -1) {
    mpfr_sub_ui(at_one, at_one, 1, MPFR_RNDN);
    mpfr_mul_d(at_one, at_one, in.alpha, MPFR_RNDN);
    mpfr_add_d(at_zero, at_zero, in.alpha, MPFR_RNDN);
    mpfr_mul_d(at_zero, at_zero, -in.t, MPFR_RNDN);
  }
  Real at_one, at_zero;
};

// Limits, where the easy side vanishes beside the hard one or is the only infinite addend.
void AddLimits(mpfr_srcptr easy, mpfr_srcptr hard, double gamma, Addends* sum) {
  if (!mpfr_zero_p(hard)) sum->Add(hard);
  if (mpfr_zero_p(easy) || (gamma >= -1 && !mpfr_zero_p(hard))) return;
  Real limit(mpfr_get_prec(easy), -kFarExponent);
  if (gamma < -1) {
    mpfr_set_inf(limit, -1);
  } else {
    mpfr_exp(limit, limit, MPFR_RNDN);
  }
  mpfr_mul(limit, limit, easy, MPFR_RNDN);
  sum->Add(limit);
}

// gamma = 0: coefficient Q, exact where it is.
void AddSigmoids(const Coefficients& c, mpfr_srcptr x, double far, Addends* sum) {
  const mpfr_prec_t bits = mpfr_get_prec(c.at_one);
  Real tail(bits), addend(bits);
  Tail(x, far, tail);
  SigmoidOf(tail, mpfr_sgn(x) < 0, addend);
  mpfr_mul(addend, addend, c.at_one, MPFR_RNDN);
  sum->Add(addend);
  SigmoidOf(tail, mpfr_sgn(x) >= 0, addend);
  mpfr_mul(addend, addend, c.at_zero, MPFR_RNDN);
  sum->Add(addend);
}

void AddPowers(const Coefficients& c, mpfr_srcptr x, double gamma, double far, Addends* sum) {
  const mpfr_prec_t bits = mpfr_get_prec(c.at_one);
  if (mpfr_zero_p(c.at_one) || mpfr_zero_p(c.at_zero)) {
    const bool minus_x = mpfr_zero_p(c.at_one);
    Side side(bits, x, minus_x, gamma, far);
    BoundExponent(side.exponent);
    AddGrad(side, minus_x ? c.at_zero : c.at_one, gamma, sum);
    return;
  }
  Side one(bits, x, false, gamma, far), zero(bits, x, true, gamma, far);
  BoundExponents(one.exponent, zero.exponent);
  AddGrad(one, c.at_one, gamma, sum);
  AddGrad(zero, c.at_zero, gamma, sum);
}

void LossLimit(bool easy, double gamma, mpfr_ptr out) {
  if (!easy || gamma < -1) {
    mpfr_set_inf(out, 1);
  } else if (gamma == -1) {
    mpfr_set_ui(out, 1, MPFR_RNDN);
  } else {
    mpfr_set_d(out, -kFarExponent, MPFR_RNDN);
    mpfr_exp(out, out, MPFR_RNDN);
  }
}

void FiniteLoss(mpfr_srcptr x, bool minus_x, double gamma, double far, mpfr_ptr out) {
  const mpfr_prec_t bits = mpfr_get_prec(out);
  Side side(bits, x, minus_x, gamma, far);
  Real ratio(bits);
  BoundExponent(side.exponent);
  LossRatio(side, ratio);
  mpfr_exp(out, side.exponent, MPFR_RNDN);
  mpfr_mul(out, out, ratio, MPFR_RNDN);
}

}  // namespace

void FocalMixedGradTerms(const FocalInput& in, mpfr_srcptr x, double far, mpfr_ptr positive,
                         mpfr_ptr negative) {
  const mpfr_prec_t bits = WorkingPrecision(mpfr_get_prec(positive), x, in.gamma);
  const Coefficients c(bits, in);
  Addends sum(bits);
  if (mpfr_inf_p(x)) {
    const bool up = mpfr_sgn(x) > 0;
    AddLimits(up ? c.at_one : c.at_zero, up ? c.at_zero : c.at_one, in.gamma, &sum);
  } else if (in.gamma == 0) {
    AddSigmoids(c, x, far, &sum);
  } else {
    AddPowers(c, x, in.gamma, far, &sum);
  }
  sum.Store(positive, negative);
}

void FocalHardLossTerms(const FocalInput& in, mpfr_srcptr x, double far, mpfr_ptr positive,
                        mpfr_ptr negative) {
  const mpfr_prec_t bits = WorkingPrecision(mpfr_get_prec(positive), x, in.gamma);
  const bool minus_x = in.t == 0;
  Real alpha(bits, in.alpha), loss(bits);
  Addends sum(bits);
  if (minus_x) mpfr_ui_sub(alpha, 1, alpha, MPFR_RNDN);
  if (!mpfr_zero_p(alpha)) {
    if (mpfr_inf_p(x)) {
      LossLimit((mpfr_sgn(x) < 0) == minus_x, in.gamma, loss);
    } else {
      FiniteLoss(x, minus_x, in.gamma, far, loss);
    }
    mpfr_mul(loss, loss, alpha, MPFR_RNDN);
    sum.Add(loss);
  }
  sum.Store(positive, negative);
}

// Without a power, a logarithm is left for any x but 0, unless both coefficients are the negative
// of each other and gamma = 0: there p + q = 1 remains. At x = 0 both sides have one and the same
// power times the sum of the coefficients, t - alpha.
bool FocalMixedGradIsRational(const FocalInput& in, mpfr_ptr sum) {
  if (in.x == 0 && in.t == in.alpha) {
    mpfr_set_zero(sum, 1);
    return true;
  }
  if (in.gamma != 0 || !std::isfinite(in.t)) return false;
  const mpfr_flags_t flags = mpfr_flags_save();
  Real t(53, in.t), alpha(53, in.alpha), twice_both(kProduct2, in.t), difference(53);
  mpfr_mul_d(twice_both, twice_both, -in.alpha, MPFR_RNDN);
  mpfr_mul_2ui(twice_both, twice_both, 1, MPFR_RNDN);
  const mpfr_ptr addends[] = {t, alpha, twice_both};
  mpfr_sum(difference, addends, 3, MPFR_RNDN);
  mpfr_flags_restore(flags, MPFR_FLAGS_ALL);
  if (!mpfr_zero_p(difference)) return false;
  const Coefficients c(mpfr_get_prec(sum), in);
  mpfr_set(sum, c.at_zero, MPFR_RNDN);
  if (mpfr_zero_p(sum)) mpfr_set_zero(sum, 1);
  return true;
}

}  // namespace sigloss::oracle
