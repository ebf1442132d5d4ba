// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Focal loss of any label:
//
//   loss      alpha_t m^gamma [(1 - y) softplus(x) + y softplus(-x)]
//   gradient  alpha_t m^gamma [(1 - y) p - y q + gamma m' / m ((1 - y) softplus(x) + y
//   softplus(-x))]
//
// with m = p (1 - y) + q y and m' = p q (1 - 2 y).
#include <algorithm>
#include <cmath>

#include "oracle/focal_parts.h"
#include "oracle/focal_terms.h"
#include "oracle/mpfr_real.h"

namespace sigloss::oracle {
namespace {

// base^gamma, the exponent of e that it amounts to kept within bounds. Exact where pow is.
void BoundedPower(mpfr_srcptr base, double gamma, mpfr_ptr out) {
  const mpfr_flags_t flags = mpfr_flags_save();
  Real exponent(64), magnitude(mpfr_get_prec(base));
  mpfr_abs(magnitude, base, MPFR_RNDN);
  mpfr_log(exponent, magnitude, MPFR_RNDN);
  mpfr_mul_d(exponent, exponent, gamma, MPFR_RNDN);
  mpfr_flags_restore(flags, MPFR_FLAGS_ALL);
  if (mpfr_cmp_d(exponent, kFarExponent) <= 0 && mpfr_cmp_d(exponent, -kFarExponent) >= 0) {
    mpfr_pow(out, base, Real(53, gamma), MPFR_RNDN);
    return;
  }
  Real sign(2, mpfr_sgn(base));
  mpfr_pow(sign, sign, Real(53, gamma), MPFR_RNDN);  // 1, -1 or NaN
  mpfr_set_d(exponent, (mpfr_sgn)(exponent) < 0 ? -kFarExponent : kFarExponent, MPFR_RNDN);
  mpfr_exp(out, exponent, MPFR_RNDN);
  mpfr_mul(out, out, sign, MPFR_RNDN);
}

// What depends on the label and, save for the logarithms, on the logit.
class Soft {
 public:
  Soft(mpfr_prec_t bits, double label, mpfr_srcptr x, double far)
      : p(bits, 1), q(bits, 1), y(bits, label), complement(bits, 1), m(bits) {
    mpfr_sub(complement, complement, y, MPFR_RNDN);
    if (mpfr_inf_p(x)) {
      mpfr_set_zero(mpfr_sgn(x) > 0 ? q : p, 1);
    } else {
      Real tail(bits);
      Tail(x, far, tail);
      SigmoidOf(tail, mpfr_sgn(x) >= 0, p);
      SigmoidOf(tail, mpfr_sgn(x) < 0, q);
    }
    Real other(bits);
    mpfr_mul(m, p, complement, MPFR_RNDN);
    mpfr_mul(other, q, y, MPFR_RNDN);
    const mpfr_exp_t larger = std::max(Exponent(m), Exponent(other));
    mpfr_add(m, m, other, MPFR_RNDN);
    cancelled = mpfr_zero_p(m) ? bits : larger - Exponent(m);
  }

  Real p, q, y, complement, m;
  mpfr_exp_t cancelled;  // bits

 private:
  static mpfr_exp_t Exponent(mpfr_srcptr v) {
    return mpfr_regular_p(v) ? mpfr_get_exp(v) : mpfr_get_emin();
  }
};

// The precision at which m is good to `bits`. Nothing cancels for labels in [0, 1], and no label
// makes m zero at a finite logit: its root is a logarithm of a rational number or, as 1 = 0, none.
mpfr_prec_t PrecisionFor(mpfr_prec_t bits, double label, mpfr_srcptr x, double far) {
  if (label >= 0 && label <= 1) return bits;
  for (mpfr_prec_t tried = bits;;) {
    const mpfr_prec_t needed = bits + std::max<mpfr_exp_t>(Soft(tried, label, x, far).cancelled, 0);
    if (needed <= tried + 2) return tried;
    tried = needed;
  }
}

// alpha_t = 1 - alpha - y + 2 alpha y, rounded once.
void AlphaOfLabel(const FocalInput& in, mpfr_ptr out) {
  constexpr mpfr_prec_t kProduct = 106;  // holds a product of two float64, exactly
  Real one(2, 1), alpha(53, -in.alpha), y(53, -in.t), twice_both(kProduct, in.t);
  mpfr_mul_d(twice_both, twice_both, in.alpha, MPFR_RNDN);
  mpfr_mul_2ui(twice_both, twice_both, 1, MPFR_RNDN);
  const mpfr_ptr addends[] = {one, alpha, y, twice_both};
  if (mpfr_sum(out, addends, 4, MPFR_RNDN) != 0) mpfr_set_inexflag();
}

// alpha_t m^gamma. A power of 0 is exactly 1, however m was rounded.
void ScaleOf(const FocalInput& in, mpfr_srcptr m, mpfr_ptr scale) {
  Real power(mpfr_get_prec(scale), 1);
  AlphaOfLabel(in, scale);
  if (in.gamma == 0) return;
  BoundedPower(m, in.gamma, power);
  mpfr_mul(scale, scale, power, MPFR_RNDN);
}

// factor [(1 - y) softplus(x) + y softplus(-x)]
void AddEntropy(const Soft& soft, mpfr_srcptr factor, mpfr_srcptr x, double far, Addends* sum) {
  const mpfr_prec_t bits = mpfr_get_prec(factor);
  Real log(bits), addend(bits);
  Tail(x, far, log);
  mpfr_log1p(log, log, MPFR_RNDN);
  SoftplusOf(x, log, false, addend);
  mpfr_mul(addend, addend, soft.complement, MPFR_RNDN);
  mpfr_mul(addend, addend, factor, MPFR_RNDN);
  sum->Add(addend);
  SoftplusOf(x, log, true, addend);
  mpfr_mul(addend, addend, soft.y, MPFR_RNDN);
  mpfr_mul(addend, addend, factor, MPFR_RNDN);
  sum->Add(addend);
}

// scale [(1 - y) p - y q]
void AddEntropyGrad(const Soft& soft, mpfr_srcptr scale, Addends* sum) {
  Real addend(mpfr_get_prec(scale));
  mpfr_mul(addend, soft.complement, soft.p, MPFR_RNDN);
  mpfr_mul(addend, addend, scale, MPFR_RNDN);
  sum->Add(addend);
  mpfr_mul(addend, soft.y, soft.q, MPFR_RNDN);
  mpfr_neg(addend, addend, MPFR_RNDN);
  mpfr_mul(addend, addend, scale, MPFR_RNDN);
  sum->Add(addend);
}

// scale = scale gamma m' / m
void MultiplyByPowerGrad(const Soft& soft, double gamma, mpfr_ptr scale) {
  Real slope(mpfr_get_prec(scale), 1);
  mpfr_sub(slope, slope, soft.y, MPFR_RNDN);
  mpfr_sub(slope, slope, soft.y, MPFR_RNDN);
  mpfr_mul_d(slope, slope, gamma, MPFR_RNDN);
  mpfr_mul(slope, slope, soft.p, MPFR_RNDN);
  mpfr_mul(slope, slope, soft.q, MPFR_RNDN);
  mpfr_div(slope, slope, soft.m, MPFR_RNDN);
  mpfr_mul(scale, scale, slope, MPFR_RNDN);
}

mpfr_prec_t SoftPrecision(const FocalInput& in, mpfr_srcptr x, double far, mpfr_srcptr result) {
  const mpfr_prec_t bits = WorkingPrecision(mpfr_get_prec(result), x, in.gamma);
  return PrecisionFor(bits, in.t, x, far);
}

}  // namespace

void FocalSoftGradTerms(const FocalInput& in, mpfr_srcptr x, double far, mpfr_ptr positive,
                        mpfr_ptr negative) {
  const mpfr_prec_t bits = SoftPrecision(in, x, far, positive);
  const Soft soft(bits, in.t, x, far);
  Real scale(bits);
  Addends sum(bits);
  ScaleOf(in, soft.m, scale);
  if (!mpfr_zero_p(scale)) {
    AddEntropyGrad(soft, scale, &sum);
    if (in.gamma != 0 && !mpfr_inf_p(x)) {
      MultiplyByPowerGrad(soft, in.gamma, scale);
      AddEntropy(soft, scale, x, far, &sum);
    }
  }
  sum.Store(positive, negative);
}

void FocalSoftLossTerms(const FocalInput& in, mpfr_srcptr x, double far, mpfr_ptr positive,
                        mpfr_ptr negative) {
  const mpfr_prec_t bits = SoftPrecision(in, x, far, positive);
  const Soft soft(bits, in.t, x, far);
  Real scale(bits);
  Addends sum(bits);
  ScaleOf(in, soft.m, scale);
  if (mpfr_inf_p(x) && !mpfr_zero_p(scale)) {
    mpfr_mul(scale, scale, mpfr_sgn(x) > 0 ? soft.complement : soft.y, MPFR_RNDN);
    mpfr_set_inf(scale, (mpfr_sgn)(scale));
    sum.Add(scale);
  } else if (!mpfr_zero_p(scale)) {
    AddEntropy(soft, scale, x, far, &sum);
  }
  sum.Store(positive, negative);
}

}  // namespace sigloss::oracle
