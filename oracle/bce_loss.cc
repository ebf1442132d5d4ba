// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/bce_loss.h"

#include <algorithm>
#include <cmath>

#include "oracle/bce_terms.h"
#include "oracle/bracket.h"
#include "oracle/mpfr_real.h"

namespace sigloss::oracle {
namespace {

struct Softplus {
  long double of_x, of_minus_x;
};

// In extended precision: exp of the C library is good to 2^-62 here and log1p to 2^-61, which makes
// 2^-60 with the addition. Nothing cancels.
Softplus SoftplusOf(double x) {
  const long double e = std::exp(static_cast<long double>(-std::min(std::fabs(x), kFarLogit)));
  const long double rest = std::log1p(e);
  return {std::max(x, 0.0) + rest, std::max(-x, 0.0) + rest};
}

// Everything but softplus rounds correctly to 2^-64: at most four such errors in a term and five in
// sum and factors. So the result is known to 2^-58 of the terms' magnitudes, save for a smoothed
// label's error. Ranges: a term is between 2^-9400 and 2^3072 and the factor between 2^-3225 and
// 2^3122, well within 2^+-16382.
Estimate EstimatedLoss(const BceInput& in) {
  const auto [positive, negative] = SoftplusOf(in.x);
  const LongLabel y(in);
  Estimate result;
  result.left = y.complement * positive;
  result.right = y.value * in.pos_weight * negative;
  result.sum = result.left + result.right;
  result.error = (std::fabs(result.left) + std::fabs(result.right)) * 0x1p-58L +
                 y.complement_error * positive +
                 std::fabs(y.value_error * in.pos_weight) * negative;
  result.factor = static_cast<long double>(in.weight) / in.mean_divisor;
  return result;
}

Estimate EstimatedTargetGrad(const BceInput& in) {
  const auto [positive, negative] = SoftplusOf(in.x);
  Estimate result;
  result.left = in.pos_weight * negative;
  result.right = -positive;
  result.sum = in.pos_weight == 1 ? 0.0L - in.x : result.left + result.right;
  result.error = (std::fabs(result.left) + std::fabs(result.right)) * 0x1p-58L;
  if (in.pos_weight == 1) result.error = std::fabs(result.sum) * 0x1p-58L;
  result.factor =
      static_cast<long double>(in.dout) * in.weight * (1.0L - in.label_smoothing) / in.mean_divisor;
  return result;
}

Reference LossByMpfr(const BceInput& in, DType dtype) {
  Bracket bracket;
  bracket.terms = [&](mpfr_ptr left, mpfr_ptr right) {
    BceLossTerms(in, Real(53, in.x), FarLogit(in, dtype), left, right);
  };
  // softplus(x) = x + softplus(-x): a gradient that is the same for every x leaves (1 - y') x.
  bracket.rational = [&](mpfr_ptr sum) {
    if (!GradIsConstant(in)) return false;
    ComplementOfLabel(in, sum);
    if (!mpfr_zero_p(sum)) mpfr_mul_d(sum, sum, in.x, MPFR_RNDN);
    if (mpfr_zero_p(sum)) mpfr_set_zero(sum, 1);
    return true;
  };
  bracket.factor = [&](mpfr_ptr factor) { mpfr_set_d(factor, in.weight, MPFR_RNDN); };
  bracket.divisor = in.mean_divisor;
  bracket.at_infinity = std::isinf(in.x);
  return Evaluate(bracket, dtype);
}

Reference TargetGradByMpfr(const BceInput& in, DType dtype) {
  Bracket bracket;
  bracket.terms = [&](mpfr_ptr left, mpfr_ptr right) {
    BceTargetGradTerms(in, Real(53, in.x), FarLogit(in, dtype), left, right);
  };
  bracket.rational = [&](mpfr_ptr sum) {
    if (in.pos_weight != 1) return false;
    mpfr_set_d(sum, -in.x, MPFR_RNDN);
    if (mpfr_zero_p(sum)) mpfr_set_zero(sum, 1);
    return true;
  };
  bracket.factor = [&](mpfr_ptr factor) {
    mpfr_set_d(factor, in.label_smoothing, MPFR_RNDN);
    mpfr_ui_sub(factor, 1, factor, MPFR_RNDN);
    mpfr_mul_d(factor, factor, in.dout, MPFR_RNDN);
    mpfr_mul_d(factor, factor, in.weight, MPFR_RNDN);
  };
  bracket.divisor = in.mean_divisor;
  bracket.at_infinity = std::isinf(in.x);
  return Evaluate(bracket, dtype);
}

bool IsForEstimate(const BceInput& in, DType dtype) {
  return dtype != DType::kFloat64 && AllFinite(in);
}

// What doesn't enter, at a value that is harmless.
BceInput WithoutDout(BceInput in) {
  in.dout = 1;
  return in;
}

BceInput WithoutLabel(BceInput in) {
  in.y = 0;
  return in;
}

}  // namespace

Reference BceLossByMpfr(const BceInput& input, DType dtype) {
  const BceInput in = WithoutDout(input);
  return HasNaN(in) ? NaNReference() : LossByMpfr(in, dtype);
}

Reference BceLoss(const BceInput& input, DType dtype) {
  const BceInput in = WithoutDout(input);
  Reference answer;
  if (IsForEstimate(in, dtype) && Settle(EstimatedLoss(in), dtype, &answer)) return answer;
  return BceLossByMpfr(in, dtype);
}

Reference BceTargetGradByMpfr(const BceInput& input, DType dtype) {
  const BceInput in = WithoutLabel(input);
  return HasNaN(in) ? NaNReference() : TargetGradByMpfr(in, dtype);
}

Reference BceTargetGrad(const BceInput& input, DType dtype) {
  const BceInput in = WithoutLabel(input);
  Reference answer;
  if (IsForEstimate(in, dtype) && Settle(EstimatedTargetGrad(in), dtype, &answer)) return answer;
  return BceTargetGradByMpfr(in, dtype);
}

}  // namespace sigloss::oracle
