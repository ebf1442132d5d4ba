// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/focal_parts.h"

#include <algorithm>
#include <cmath>

#include "oracle/focal_terms.h"

namespace sigloss::oracle {
namespace {

// What exp(-far) contributes is, with any factors, below half of every format's smallest number,
// unless a power of it counts, which takes the logit itself; and beside another addend it only
// tells on which side of a tie the sum lies, which its exact size doesn't change. For inputs that
// are float32 numbers and results that are no longer: exp(-1000) < 2^-1442, coefficients, factors
// and gamma x below 2^900, and a sum without the tail is a tie or at least 2^-600 of itself away
// from one. In general: exp(-5000) < 2^-7213, 2^6200 and 2^-2400.
constexpr double kFarFloat32 = 1000;
constexpr double kFarFloat64 = 5000;

bool IsFloat32(double v) { return static_cast<double>(static_cast<float>(v)) == v; }

}  // namespace

double FarLogit(const FocalInput& in, DType dtype) {
  const bool all = IsFloat32(in.t) && IsFloat32(in.dout) && IsFloat32(in.weight) &&
                   IsFloat32(in.alpha) && IsFloat32(in.gamma);
  // A count may need more bits than float32 has, but makes nothing larger.
  const bool divisor = IsFloat32(in.mean_divisor) || std::fabs(in.mean_divisor) >= 1;
  return dtype != DType::kFloat64 && all && divisor ? kFarFloat32 : kFarFloat64;
}

mpfr_prec_t WorkingPrecision(mpfr_prec_t bits, mpfr_srcptr x, double gamma) {
  const mpfr_prec_t of_x = mpfr_regular_p(x) ? std::max<mpfr_exp_t>(mpfr_get_exp(x), 0) : 0;
  return bits + 32 + of_x + std::ilogb(1 + std::fabs(gamma));
}

void Tail(mpfr_srcptr x, double far, mpfr_ptr tail) {
  mpfr_abs(tail, x, MPFR_RNDN);
  if (mpfr_cmp_d(tail, far) > 0) mpfr_set_d(tail, far, MPFR_RNDN);
  mpfr_neg(tail, tail, MPFR_RNDN);
  mpfr_exp(tail, tail, MPFR_RNDN);
}

void SigmoidOf(mpfr_srcptr tail, bool of_positive, mpfr_ptr out) {
  mpfr_add_ui(out, tail, 1, MPFR_RNDN);
  if (of_positive) {
    mpfr_ui_div(out, 1, out, MPFR_RNDN);
  } else {
    mpfr_div(out, tail, out, MPFR_RNDN);
  }
}

void SoftplusOf(mpfr_srcptr x, mpfr_srcptr log, bool of_minus_x, mpfr_ptr out) {
  mpfr_set(out, log, MPFR_RNDN);
  if (!of_minus_x && mpfr_sgn(x) > 0) mpfr_add(out, out, x, MPFR_RNDN);
  if (of_minus_x && mpfr_sgn(x) < 0) mpfr_sub(out, out, x, MPFR_RNDN);
}

void Addends::Add(mpfr_srcptr addend) {
  const mpfr_ptr sum = mpfr_signbit(addend) ? negative_ : positive_;
  mpfr_add(sum, sum, addend, MPFR_RNDN);
}

void Addends::Store(mpfr_ptr positive, mpfr_ptr negative) const {
  mpfr_set(positive, positive_, MPFR_RNDN);
  mpfr_set(negative, negative_, MPFR_RNDN);
}

}  // namespace sigloss::oracle
