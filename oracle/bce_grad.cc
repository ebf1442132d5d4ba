// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/bce_grad.h"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "oracle/format.h"

namespace sigloss::oracle {
namespace {

// Logits beyond are treated as if they were this far out. What exp(-far) contributes is then,
// with any factors, below half of every format's smallest number; and beside another term it only
// tells on which side of a tie the sum lies, which its exact size doesn't change. For inputs that
// are float32 numbers: exp(-1000) < 2^-1442, factors below 2^512, and a sum without the tail is a
// tie or at least 2^-300 of itself away from one. In general: exp(-5000) < 2^-7213 and 2^4096.
constexpr double kFarFloat32 = 1000;
constexpr double kFar = 5000;

double Far(const BceGradInput& in) {
  const auto is_float32 = [](double v) { return static_cast<double>(static_cast<float>(v)) == v; };
  const bool all =
      is_float32(in.y) && is_float32(in.dout) && is_float32(in.weight) && is_float32(in.pos_weight);
  return all ? kFarFloat32 : kFar;
}

// Enough for any tie: exp(-kFar) beside factors of the whole range of float64.
constexpr mpfr_prec_t kMaxPrecision = 1 << 16;

class Real {
 public:
  explicit Real(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  ~Real() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

 private:
  mpfr_t value_;
};

bool HasNaN(const BceGradInput& in) {
  return std::isnan(in.x) || std::isnan(in.y) || std::isnan(in.dout) || std::isnan(in.weight) ||
         std::isnan(in.pos_weight);
}

bool AllFinite(const BceGradInput& in) {
  return std::isfinite(in.x) && std::isfinite(in.y) && std::isfinite(in.dout) &&
         std::isfinite(in.weight) && std::isfinite(in.pos_weight);
}

Reference NaNReference() {
  return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<long double>::quiet_NaN(),
          0};
}

// p = 1 / (1 + exp(-x)) into `out`.
void Sigmoid(mpfr_ptr out, double x) {
  mpfr_set_d(out, -x, MPFR_RNDN);
  mpfr_exp(out, out, MPFR_RNDN);
  mpfr_add_ui(out, out, 1, MPFR_RNDN);
  mpfr_ui_div(out, 1, out, MPFR_RNDN);
}

// Nearest value of the format. Rounding first without bounds on the exponent and then by
// mpfr_subnormalize, which knows the first rounding's direction, rounds once.
double RoundMpfr(mpfr_srcptr value, DType dtype) {
  const Format format = FormatOf(dtype);
  Real rounded(format.precision);
  int direction = mpfr_set(rounded, value, MPFR_RNDN);
  const mpfr_exp_t emin = mpfr_get_emin();
  const mpfr_exp_t emax = mpfr_get_emax();
  mpfr_set_emin(format.min_exponent - format.precision + 2);  // MPFR's significands are below 1
  mpfr_set_emax(format.max_exponent + 1);
  direction = mpfr_check_range(rounded, direction, MPFR_RNDN);
  mpfr_subnormalize(rounded, direction, MPFR_RNDN);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  return mpfr_get_d(rounded, MPFR_RNDN);
}

// Evaluation at one precision: the value, and a bound on its error.
class Evaluation {
 public:
  Evaluation(const BceGradInput& in, mpfr_prec_t precision)
      : precision_(precision),
        left_(precision),
        right_(precision),
        value_(precision),
        error_(precision),
        magnitude_(precision) {
    mpfr_clear_inexflag();
    Terms(in);
    const bool exact_bracket = !mpfr_inexflag_p();
    Real factor(precision);
    mpfr_set_d(factor, in.dout, MPFR_RNDN);
    mpfr_mul_d(factor, factor, in.weight, MPFR_RNDN);
    mpfr_sub(value_, left_, right_, MPFR_RNDN);
    const bool exact_difference = exact_bracket && !mpfr_inexflag_p();
    sign_is_known_ = exact_difference || SignIsKnown();
    Scale(value_, factor, in.mean_divisor);
    const bool exact = exact_difference && !mpfr_inexflag_p();

    mpfr_abs(left_, left_, MPFR_RNDN);
    mpfr_abs(right_, right_, MPFR_RNDN);
    mpfr_abs(factor, factor, MPFR_RNDN);
    mpfr_max(magnitude_, left_, right_, MPFR_RNDN);
    Scale(magnitude_, factor, in.mean_divisor);
    // Each term takes at most five roundings, the rest four, of 2^-precision each; the sum of the
    // terms is at most twice the larger one. 2^(5 - precision) of that leaves room to spare.
    if (exact) {
      mpfr_set_zero(error_, 1);
    } else if (exact_difference) {
      mpfr_abs(error_, value_, MPFR_RNDU);
    } else {
      mpfr_set(error_, magnitude_, MPFR_RNDU);
    }
    mpfr_mul_2si(error_, error_, 5 - precision, MPFR_RNDU);
  }

  // Writes the answer if this precision decides it.
  bool Decides(DType dtype, Reference* out) const {
    if (!mpfr_number_p(value_)) {  // an infinite factor or label
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
  // The bracket, left_ - right_ in value_, is farther from zero than its terms are uncertain.
  [[nodiscard]] bool SignIsKnown() const {
    if (mpfr_zero_p(left_) && mpfr_zero_p(right_)) return true;  // no rounding makes a term zero
    Real bound(precision_);
    mpfr_srcptr larger = mpfr_cmpabs(left_, right_) > 0 ? left_ : right_;
    mpfr_mul_2si(bound, larger, 5 - precision_, MPFR_RNDU);
    return mpfr_cmpabs(value_, bound) > 0;
  }

  static void Scale(mpfr_ptr value, mpfr_srcptr factor, uint64_t divisor) {
    mpfr_mul(value, value, factor, MPFR_RNDN);
    mpfr_div_ui(value, value, divisor, MPFR_RNDN);
  }

  // left_ = p (1 - y), right_ = pos_weight y q
  void Terms(const BceGradInput& in) {
    Real y(precision_);
    mpfr_set_d(y, in.y, MPFR_RNDN);
    mpfr_ui_sub(left_, 1, y, MPFR_RNDN);
    mpfr_mul_d(right_, y, in.pos_weight, MPFR_RNDN);
    // With p = 1 - q the bracket is (1 - y) - q (1 - y + pos_weight y). Where the last parenthesis
    // is zero it is 1 - y for every x, a number that may be a tie no precision would ever decide.
    const bool constant = std::isfinite(in.y) && std::isfinite(in.pos_weight) && IsConstant(in);
    if (constant || (std::isinf(in.x) && in.x > 0 && !mpfr_zero_p(left_))) {
      mpfr_set_zero(right_, 1);
      return;
    }
    if (std::isinf(in.x) && in.x < 0 && !mpfr_zero_p(right_)) {
      mpfr_set_zero(left_, 1);
      return;
    }
    // The remaining limits are zeros: a logit far out gives them the right sign.
    const double far = Far(in);
    const double x = std::clamp(in.x, -far, far);
    Real probability(precision_);
    Sigmoid(probability, x);
    mpfr_mul(left_, left_, probability, MPFR_RNDN);
    Sigmoid(probability, -x);
    mpfr_mul(right_, right_, probability, MPFR_RNDN);
  }

  // True if 1 - y + pos_weight y is exactly zero.
  static bool IsConstant(const BceGradInput& in) {
    const double estimate = std::fma(in.pos_weight, in.y, 1 - in.y);
    if (std::fabs(estimate) > 1e-10 * (1 + std::fabs(in.y))) return false;
    const bool was_inexact = mpfr_inexflag_p();
    Real left(2200), right(2200);  // both exact: 1 - y has at most 2100 bits
    mpfr_set_d(right, in.y, MPFR_RNDN);
    mpfr_ui_sub(left, 1, right, MPFR_RNDN);
    mpfr_mul_d(right, right, in.pos_weight, MPFR_RNDN);
    mpfr_neg(right, right, MPFR_RNDN);
    if (!was_inexact) mpfr_clear_inexflag();
    return mpfr_equal_p(left, right) != 0;
  }

  mpfr_prec_t precision_;
  bool sign_is_known_ = false;
  Real left_, right_, value_, error_, magnitude_;
};

// The filter. exp of the C library is good to 2^-62 here, everything else rounds correctly to
// 2^-64; each term takes at most six such errors and the factors four, so that the difference of
// the terms is known to 2^-59 of their sum and the result to 2^-58. Ranges: a term is between
// 2^-9400 and 2^2048 and the factor between 2^-2212 and 2^2048, well within 2^+-16382.
bool Filter(const BceGradInput& in, DType dtype, Reference* out) {
  if (dtype == DType::kFloat64 || !AllFinite(in)) return false;
  const long double distance = std::min(std::fabs(in.x), kFar);
  const long double e = std::exp(-distance);
  const long double near_one = 1 / (1 + e);
  const long double rest = e / (1 + e);
  const long double y = in.y;
  const long double left = (in.x < 0 ? rest : near_one) * (1 - y);
  const long double right = (in.x < 0 ? near_one : rest) * (y * in.pos_weight);
  const long double bracket = left - right;
  const long double error = (std::fabs(left) + std::fabs(right)) * 0x1p-58L;
  if (error > std::fabs(bracket) * 0x1p-50L) return false;  // also decides the bracket's sign
  const long double factor =
      static_cast<long double>(in.dout) * in.weight / static_cast<long double>(in.mean_divisor);
  const long double value = bracket * factor;
  const long double slack = error * std::fabs(factor);
  const double rounded = RoundTo(value, dtype);
  if (RoundTo(value - slack, dtype) != rounded || RoundTo(value + slack, dtype) != rounded) {
    return false;
  }
  *out = {rounded, value, std::max(std::fabs(left), std::fabs(right)) * std::fabs(factor)};
  return true;
}

}  // namespace

Reference BceGradByMpfr(const BceGradInput& input, DType dtype) {
  if (HasNaN(input)) return NaNReference();
  Reference answer;
  for (mpfr_prec_t precision = 128; precision <= kMaxPrecision; precision *= 2) {
    if (Evaluation(input, precision).Decides(dtype, &answer)) return answer;
  }
  std::fprintf(stderr, "oracle: rounding of x=%a y=%a undecided\n", input.x, input.y);
  std::abort();
}

Reference BceGrad(const BceGradInput& input, DType dtype) {
  if (HasNaN(input)) return NaNReference();
  Reference answer;
  return Filter(input, dtype, &answer) ? answer : BceGradByMpfr(input, dtype);
}

}  // namespace sigloss::oracle
