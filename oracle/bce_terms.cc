// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/bce_terms.h"

#include <cmath>

#include "oracle/mpfr_real.h"

namespace sigloss::oracle {
namespace {

// What exp(-far) contributes is, with any factors, below half of every format's smallest number;
// and beside another term it only tells on which side of a tie the sum lies, which its exact size
// doesn't change. For inputs that are float32 numbers and results that are no longer:
// exp(-1000) < 2^-1442, factors below 2^700, and a sum without the tail is a tie or at least 2^-500
// of itself away from one. In general: exp(-5000) < 2^-7213, 2^5200 and 2^-2400.
constexpr double kFarFloat32 = 1000;
constexpr mpfr_prec_t kProduct2 = 106;  // bits that hold a product of two float64, exactly
constexpr mpfr_prec_t kProduct3 = 159;

// term / (1 + exp(-x)), in four roundings; exact where the term is zero or the limit is 1.
void MultiplyBySigmoid(mpfr_ptr term, mpfr_srcptr x, double far) {
  if (mpfr_zero_p(term) || (mpfr_inf_p(x) && mpfr_sgn(x) > 0)) return;
  Real sigmoid(mpfr_get_prec(term));
  mpfr_neg(sigmoid, x, MPFR_RNDN);
  // Clamped at -inf, too: the limit 0 gets the right sign.
  if (mpfr_cmp_d(sigmoid, far) > 0) mpfr_set_d(sigmoid, far, MPFR_RNDN);
  if (mpfr_cmp_d(sigmoid, -far) < 0) mpfr_set_d(sigmoid, -far, MPFR_RNDN);
  mpfr_exp(sigmoid, sigmoid, MPFR_RNDN);
  mpfr_add_ui(sigmoid, sigmoid, 1, MPFR_RNDN);
  mpfr_ui_div(sigmoid, 1, sigmoid, MPFR_RNDN);
  mpfr_mul(term, term, sigmoid, MPFR_RNDN);
}

// softplus(x) and softplus(-x) as max(+-x, 0) + log(1 + exp(-|x|)), in three roundings: log(1 + t)
// carries an error of t on at most undiminished.
void Softplus(mpfr_srcptr x, double far, mpfr_ptr of_x, mpfr_ptr of_minus_x) {
  mpfr_abs(of_x, x, MPFR_RNDN);
  if (mpfr_cmp_d(of_x, far) > 0) mpfr_set_d(of_x, far, MPFR_RNDN);
  mpfr_neg(of_x, of_x, MPFR_RNDN);
  mpfr_exp(of_x, of_x, MPFR_RNDN);
  mpfr_log1p(of_x, of_x, MPFR_RNDN);
  mpfr_set(of_minus_x, of_x, MPFR_RNDN);
  if (mpfr_sgn(x) > 0) mpfr_add(of_x, of_x, x, MPFR_RNDN);
  if (mpfr_sgn(x) < 0) mpfr_sub(of_minus_x, of_minus_x, x, MPFR_RNDN);
}

// y', rounded once.
void SmoothedLabel(const BceInput& in, mpfr_ptr out) {
  mpfr_set_d(out, in.y, MPFR_RNDN);
  if (in.label_smoothing == 0) return;
  if (std::isinf(in.y)) {
    mpfr_mul_d(out, out, 1 - in.label_smoothing, MPFR_RNDN);  // only its being 0 matters
    return;
  }
  Real y(53, in.y), ey(kProduct2, in.y), half(53, in.label_smoothing);
  mpfr_mul_d(ey, ey, -in.label_smoothing, MPFR_RNDN);
  mpfr_div_2ui(half, half, 1, MPFR_RNDN);
  const mpfr_ptr addends[] = {y, ey, half};
  if (mpfr_sum(out, addends, 3, MPFR_RNDN) != 0) mpfr_set_inexflag();
}

// Multiplies a softplus, where a coefficient of zero wins over infinity.
void Weigh(mpfr_ptr softplus, mpfr_srcptr coefficient) {
  if (mpfr_zero_p(coefficient)) {
    mpfr_set_zero(softplus, 1);
  } else {
    mpfr_mul(softplus, softplus, coefficient, MPFR_RNDN);
  }
}

// `rising` is the term whose limit at x = +inf isn't 0, `falling` the one at -inf. There such a
// term is the whole sum, unless its coefficient is zero.
void DropTheOther(mpfr_srcptr x, mpfr_ptr rising, mpfr_ptr falling) {
  if (!mpfr_inf_p(x)) return;
  if (mpfr_sgn(x) > 0 && !mpfr_zero_p(rising)) mpfr_set_zero(falling, 1);
  if (mpfr_sgn(x) < 0 && !mpfr_zero_p(falling)) mpfr_set_zero(rising, 1);
}

}  // namespace

double FarLogit(const BceInput& in, DType dtype) {
  if (dtype == DType::kFloat64) return kFarLogit;
  const auto is_float32 = [](double v) { return static_cast<double>(static_cast<float>(v)) == v; };
  const bool all = is_float32(in.y) && is_float32(in.dout) && is_float32(in.weight) &&
                   is_float32(in.pos_weight) && is_float32(in.label_smoothing);
  // A count may need more bits than float32 has, but makes nothing larger.
  const bool divisor = is_float32(in.mean_divisor) || std::fabs(in.mean_divisor) >= 1;
  return all && divisor ? kFarFloat32 : kFarLogit;
}

void ComplementOfLabel(const BceInput& in, mpfr_ptr out) {
  if (in.label_smoothing == 0 || std::isinf(in.y)) {
    Real label(53);
    SmoothedLabel(in, label);
    mpfr_ui_sub(out, 1, label, MPFR_RNDN);
    return;
  }
  Real one(53, 1), y(53, -in.y), ey(kProduct2, in.y), half(53, -in.label_smoothing);
  mpfr_mul_d(ey, ey, in.label_smoothing, MPFR_RNDN);
  mpfr_div_2ui(half, half, 1, MPFR_RNDN);
  const mpfr_ptr addends[] = {one, y, ey, half};
  if (mpfr_sum(out, addends, 4, MPFR_RNDN) != 0) mpfr_set_inexflag();
}

void BceGradTerms(const BceInput& in, mpfr_srcptr x, double far, mpfr_ptr left, mpfr_ptr right) {
  Real minus_x(mpfr_get_prec(left));
  ComplementOfLabel(in, left);
  SmoothedLabel(in, right);
  mpfr_mul_d(right, right, -in.pos_weight, MPFR_RNDN);
  DropTheOther(x, left, right);
  MultiplyBySigmoid(left, x, far);
  mpfr_neg(minus_x, x, MPFR_RNDN);
  MultiplyBySigmoid(right, minus_x, far);
}

void BceLossTerms(const BceInput& in, mpfr_srcptr x, double far, mpfr_ptr left, mpfr_ptr right) {
  Real coefficient(mpfr_get_prec(left));
  Softplus(x, far, left, right);
  ComplementOfLabel(in, coefficient);
  Weigh(left, coefficient);
  SmoothedLabel(in, coefficient);
  mpfr_mul_d(coefficient, coefficient, in.pos_weight, MPFR_RNDN);
  Weigh(right, coefficient);
  DropTheOther(x, left, right);
}

void BceTargetGradTerms(const BceInput& in, mpfr_srcptr x, double far, mpfr_ptr left,
                        mpfr_ptr right) {
  Softplus(x, far, right, left);
  Weigh(left, Real(53, in.pos_weight));
  mpfr_neg(right, right, MPFR_RNDN);
  DropTheOther(x, right, left);
}

bool GradIsConstant(const BceInput& in) {
  if (!std::isfinite(in.y) || !std::isfinite(in.pos_weight)) return false;
  const mpfr_flags_t flags = mpfr_flags_save();
  Real one(53, 1), y(53, -in.y), half(53, -in.label_smoothing);
  Real ey(kProduct2, in.y), weighted(kProduct2, in.y);
  Real weighted_ey(kProduct3, in.y), weighted_half(kProduct2, in.label_smoothing);
  mpfr_mul_d(ey, ey, in.label_smoothing, MPFR_RNDN);
  mpfr_mul_d(weighted, weighted, in.pos_weight, MPFR_RNDN);
  mpfr_mul_d(weighted_ey, ey, -in.pos_weight, MPFR_RNDN);
  mpfr_mul_d(weighted_half, weighted_half, in.pos_weight, MPFR_RNDN);
  mpfr_div_2ui(half, half, 1, MPFR_RNDN);
  mpfr_div_2ui(weighted_half, weighted_half, 1, MPFR_RNDN);
  const mpfr_ptr addends[] = {one, y, weighted, half, ey, weighted_ey, weighted_half};
  Real sum(53);
  mpfr_sum(sum, addends, in.label_smoothing == 0 ? 3 : 7, MPFR_RNDN);
  mpfr_flags_restore(flags, MPFR_FLAGS_ALL);
  return mpfr_zero_p(sum) != 0;
}

bool HasNaN(const BceInput& in) {
  return std::isnan(in.x) || std::isnan(in.y) || std::isnan(in.dout) || std::isnan(in.weight) ||
         std::isnan(in.pos_weight) || std::isnan(in.label_smoothing) || std::isnan(in.mean_divisor);
}

bool AllFinite(const BceInput& in) {
  return std::isfinite(in.x) && std::isfinite(in.y) && std::isfinite(in.dout) &&
         std::isfinite(in.weight) && std::isfinite(in.pos_weight) &&
         std::isfinite(in.label_smoothing) && std::isfinite(in.mean_divisor);
}

// y' = y + e (1/2 - y) and 1 - y' = (1 - y) - e (1/2 - y): each addend takes at most two roundings
// of 2^-64, and their sum one that its user accounts for.
LongLabel::LongLabel(const BceInput& in) {
  const long double y = in.y;
  const long double shift = in.label_smoothing * (0.5L - y);
  const bool smooth = in.label_smoothing != 0;
  value = smooth ? y + shift : y;
  complement = smooth ? (1 - y) - shift : 1 - y;
  value_error = std::fabs(shift) * 0x1p-62L;
  complement_error = smooth ? (std::fabs(1 - y) + std::fabs(shift)) * 0x1p-62L : 0;
}

}  // namespace sigloss::oracle
