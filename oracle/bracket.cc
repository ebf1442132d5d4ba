// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/bracket.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "oracle/format.h"
#include "oracle/mpfr_real.h"

namespace sigloss::oracle {
namespace {

// Enough for any tie: exp(-5000), where logits count as far out, beside factors of the whole range
// of float64.
constexpr mpfr_prec_t kMaxPrecision = 1 << 16;

// Evaluation at one precision: the value, and a bound on its error.
class Evaluation {
 public:
  Evaluation(const Bracket& bracket, mpfr_prec_t precision)
      : precision_(precision),
        left_(precision),
        right_(precision),
        value_(precision),
        error_(precision),
        magnitude_(precision) {
    const Sum sum = AddTerms(bracket);
    sign_is_known_ = sum != Sum::kRounded || IsFarFromZero();

    Real factor(precision);
    mpfr_clear_inexflag();
    bracket.factor(factor);
    if (bracket.at_infinity && mpfr_inf_p(value_) && mpfr_zero_p(factor)) ReplaceInfinity();
    Scale(value_, factor, bracket.divisor);
    const bool exact_scaling = !mpfr_inexflag_p();

    mpfr_max(magnitude_, left_, right_, MPFR_RNDN);
    mpfr_abs(factor, factor, MPFR_RNDN);
    Scale(magnitude_, factor, std::fabs(bracket.divisor));
    // A term takes at most six roundings of 2^-precision each, the rest six; the sum of the terms
    // is at most twice the larger one. 2^(5 - precision) of that leaves room to spare.
    if (sum == Sum::kExact && exact_scaling) {
      mpfr_set_zero(error_, 1);
    } else if (sum == Sum::kRounded) {
      mpfr_set(error_, magnitude_, MPFR_RNDU);
    } else {
      mpfr_abs(error_, value_, MPFR_RNDU);
    }
    mpfr_mul_2si(error_, error_, 5 - precision, MPFR_RNDU);
  }

  // Writes the answer if this precision decides it.
  bool Decides(DType dtype, Reference* out) const {
    if (!mpfr_number_p(value_)) {  // an infinite factor, label or limit
      out->exact = mpfr_get_ld(value_, MPFR_RNDN);
      out->rounded = mpfr_get_d(value_, MPFR_RNDN);
      out->magnitude = std::fabs(out->exact);
      return true;
    }
    if (!sign_is_known_) return false;  // it counts even where a factor is zero
    if (mpfr_zero_p(error_)) {
      out->rounded = RoundMpfr(value_, dtype);
    } else {
      Real low(precision_), high(precision_), allowed(precision_);
      mpfr_sub(low, value_, error_, MPFR_RNDD);
      mpfr_add(high, value_, error_, MPFR_RNDU);
      mpfr_abs(allowed, value_, MPFR_RNDD);
      mpfr_mul_2si(allowed, allowed, -70, MPFR_RNDD);
      const double a = RoundMpfr(low, dtype);
      const double b = RoundMpfr(high, dtype);
      if (a != b || std::signbit(a) != std::signbit(b)) return false;
      if (mpfr_cmp(error_, allowed) > 0) return false;
      out->rounded = a;
    }
    out->exact = mpfr_get_ld(value_, MPFR_RNDN);
    out->magnitude = mpfr_get_ld(magnitude_, MPFR_RNDN);
    return true;
  }

 private:
  enum class Sum {
    kExact,
    kRounded,   // its error is relative to the terms
    kRational,  // its error is relative to itself
  };

  // value_ = left_ + right_; the terms are left as magnitudes.
  Sum AddTerms(const Bracket& bracket) {
    mpfr_clear_inexflag();
    bracket.terms(left_, right_);
    mpfr_add(value_, left_, right_, MPFR_RNDN);
    bool exact = !mpfr_inexflag_p();
    mpfr_abs(left_, left_, MPFR_RNDN);
    mpfr_abs(right_, right_, MPFR_RNDN);
    mpfr_clear_inexflag();
    const bool rational = bracket.rational(value_);
    if (rational) exact = !mpfr_inexflag_p();
    return exact ? Sum::kExact : rational ? Sum::kRational : Sum::kRounded;
  }

  // The sum is farther from zero than the terms are uncertain.
  [[nodiscard]] bool IsFarFromZero() const {
    // No rounding makes a term zero or infinite.
    if ((mpfr_zero_p(left_) && mpfr_zero_p(right_)) || mpfr_inf_p(value_)) return true;
    Real bound(precision_);
    mpfr_max(bound, left_, right_, MPFR_RNDU);
    mpfr_mul_2si(bound, bound, 5 - precision_, MPFR_RNDU);
    return mpfr_cmpabs(value_, bound) > 0;
  }

  // Beside a factor of zero any number does that has the sign.
  void ReplaceInfinity() {
    mpfr_set_si(value_, (mpfr_sgn)(value_), MPFR_RNDN);
    mpfr_set_ui(left_, 1, MPFR_RNDN);
    mpfr_set_zero(right_, 1);
  }

  static void Scale(mpfr_ptr value, mpfr_srcptr factor, double divisor) {
    mpfr_mul(value, value, factor, MPFR_RNDN);
    mpfr_div_d(value, value, divisor, MPFR_RNDN);
  }

  mpfr_prec_t precision_;
  bool sign_is_known_ = false;
  Real left_, right_, value_, error_, magnitude_;
};

}  // namespace

Reference NaNReference() {
  return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<long double>::quiet_NaN(),
          0};
}

Reference Evaluate(const Bracket& bracket, DType dtype) {
  Reference answer;
  for (mpfr_prec_t precision = 128; precision <= kMaxPrecision; precision *= 2) {
    if (Evaluation(bracket, precision).Decides(dtype, &answer)) return answer;
  }
  std::fprintf(stderr, "oracle: a rounding that %ld bits don't decide\n", long{kMaxPrecision});
  std::abort();
}

bool Settle(const Estimate& estimate, DType dtype, Reference* answer) {
  const long double larger = std::max(std::fabs(estimate.left), std::fabs(estimate.right));
  if (estimate.error > larger * 0x1p-56L) return false;
  if (estimate.error > std::fabs(estimate.sum) * 0x1p-50L) return false;  // decides the sign, too
  const long double value = estimate.sum * estimate.factor;
  const long double slack = estimate.error * std::fabs(estimate.factor);
  const double rounded = RoundTo(value, dtype);
  if (RoundTo(value - slack, dtype) != rounded || RoundTo(value + slack, dtype) != rounded) {
    return false;
  }
  *answer = {rounded, value, larger * std::fabs(estimate.factor)};
  return true;
}

}  // namespace sigloss::oracle
