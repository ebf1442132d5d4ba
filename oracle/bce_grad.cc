// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/bce_grad.h"

#include <algorithm>
#include <cmath>

#include "oracle/bce_terms.h"
#include "oracle/bracket.h"
#include "oracle/mpfr_real.h"

namespace sigloss::oracle {
namespace {

// exp of the C library is good to 2^-62 here, everything else rounds correctly to 2^-64; each term
// takes at most six such errors and the factors four, so that the sum of the terms is known to
// 2^-59 of their magnitudes and the result to 2^-58, save for a smoothed label's error. Ranges: a
// term is between 2^-9400 and 2^2048 and the factor between 2^-3172 and 2^3122, well within
// 2^+-16382.
Estimate Estimated(const BceInput& in) {
  const long double e = std::exp(static_cast<long double>(-std::min(std::fabs(in.x), kFarLogit)));
  const long double near_one = 1 / (1 + e);
  const long double rest = e / (1 + e);
  const long double p = in.x < 0 ? rest : near_one;
  const long double q = in.x < 0 ? near_one : rest;
  const LongLabel y(in);
  Estimate result;
  result.left = p * y.complement;
  result.right = -q * (y.value * in.pos_weight);
  result.sum = result.left + result.right;
  result.error = (std::fabs(result.left) + std::fabs(result.right)) * 0x1p-58L +
                 p * y.complement_error + q * std::fabs(y.value_error * in.pos_weight);
  result.factor = static_cast<long double>(in.dout) * in.weight / in.mean_divisor;
  return result;
}

}  // namespace

Reference BceGradByMpfr(const BceInput& in, DType dtype) {
  if (HasNaN(in)) return NaNReference();
  Bracket bracket;
  bracket.terms = [&](mpfr_ptr left, mpfr_ptr right) {
    BceGradTerms(in, Real(53, in.x), FarLogit(in, dtype), left, right);
  };
  bracket.rational = [&](mpfr_ptr sum) {
    if (!GradIsConstant(in)) return false;
    ComplementOfLabel(in, sum);
    return true;
  };
  bracket.factor = [&](mpfr_ptr factor) {
    mpfr_set_d(factor, in.dout, MPFR_RNDN);
    mpfr_mul_d(factor, factor, in.weight, MPFR_RNDN);
  };
  bracket.divisor = in.mean_divisor;
  return Evaluate(bracket, dtype);
}

Reference BceGrad(const BceInput& in, DType dtype) {
  if (HasNaN(in)) return NaNReference();
  Reference answer;
  const bool settled =
      dtype != DType::kFloat64 && AllFinite(in) && Settle(Estimated(in), dtype, &answer);
  return settled ? answer : BceGradByMpfr(in, dtype);
}

}  // namespace sigloss::oracle
