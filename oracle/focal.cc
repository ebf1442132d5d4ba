// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/focal.h"

#include <cmath>

#include "oracle/bracket.h"
#include "oracle/focal_estimate.h"
#include "oracle/focal_terms.h"
#include "oracle/mpfr_real.h"

namespace sigloss::oracle {
namespace {

using Terms = void (*)(const FocalInput&, mpfr_srcptr, double, mpfr_ptr, mpfr_ptr);
using Estimator = FocalEstimate (*)(const FocalInput&);

// What all have in common; dout is a factor of the loss, too, but there it is 1.
Bracket BracketOf(const FocalInput& in, DType dtype, Terms terms) {
  Bracket bracket;
  bracket.terms = [&in, terms, far = FarLogit(in, dtype)](mpfr_ptr left, mpfr_ptr right) {
    terms(in, Real(53, in.x), far, left, right);
  };
  bracket.rational = [](mpfr_ptr) { return false; };
  bracket.factor = [&in](mpfr_ptr factor) {
    mpfr_set_d(factor, in.dout, MPFR_RNDN);
    mpfr_mul_d(factor, factor, in.weight, MPFR_RNDN);
  };
  bracket.divisor = in.mean_divisor;
  bracket.at_infinity = std::isinf(in.x);
  return bracket;
}

bool IsHard(const FocalInput& in) { return in.t == 0 || in.t == 1; }

// Where plain arithmetic makes nothing of an input.
bool IsNaN(const FocalInput& in) {
  return HasNaN(in) || std::isinf(in.alpha) || std::isinf(in.gamma);
}

Reference MixedGradByMpfr(const FocalInput& in, DType dtype) {
  Bracket bracket = BracketOf(in, dtype, FocalMixedGradTerms);
  bracket.rational = [&](mpfr_ptr sum) { return FocalMixedGradIsRational(in, sum); };
  return Evaluate(bracket, dtype);
}

// A label of 1/2 makes m = 1/2 for every logit: p - q remains.
Reference SoftGradByMpfr(const FocalInput& in, DType dtype) {
  Bracket bracket = BracketOf(in, dtype, FocalSoftGradTerms);
  bracket.rational = [&](mpfr_ptr sum) {
    if (in.x != 0 || in.t != 0.5) return false;
    mpfr_set_zero(sum, 1);
    return true;
  };
  return Evaluate(bracket, dtype);
}

bool Estimated(const FocalInput& in, DType dtype, Estimator estimator, Reference* answer) {
  return dtype != DType::kFloat64 && AllFinite(in) && Settle(estimator(in), dtype, answer);
}

FocalInput WithoutDout(FocalInput in) {
  in.dout = 1;
  return in;
}

FocalInput WithSelector(FocalInput in) {
  in.t = 1 - in.t;
  return in;
}

}  // namespace

Reference FocalGradSelectorByMpfr(const FocalInput& in, DType dtype) {
  return IsNaN(in) ? NaNReference() : MixedGradByMpfr(in, dtype);
}

Reference FocalGradSelector(const FocalInput& in, DType dtype) {
  Reference answer;
  if (Estimated(in, dtype, EstimateFocalMixedGrad, &answer)) return answer;
  return FocalGradSelectorByMpfr(in, dtype);
}

Reference FocalLossLabelByMpfr(const FocalInput& input, DType dtype) {
  const FocalInput in = WithoutDout(input);
  if (IsNaN(in) || std::isinf(in.t)) return NaNReference();
  return Evaluate(BracketOf(in, dtype, IsHard(in) ? FocalHardLossTerms : FocalSoftLossTerms),
                  dtype);
}

Reference FocalLossLabel(const FocalInput& input, DType dtype) {
  const FocalInput in = WithoutDout(input);
  const Estimator estimator = IsHard(in) ? EstimateFocalHardLoss : EstimateFocalSoftLoss;
  Reference answer;
  if (Estimated(in, dtype, estimator, &answer)) return answer;
  return FocalLossLabelByMpfr(in, dtype);
}

Reference FocalGradLabelByMpfr(const FocalInput& in, DType dtype) {
  if (IsHard(in)) return FocalGradSelectorByMpfr(WithSelector(in), dtype);
  return IsNaN(in) || std::isinf(in.t) ? NaNReference() : SoftGradByMpfr(in, dtype);
}

Reference FocalGradLabel(const FocalInput& in, DType dtype) {
  if (IsHard(in)) return FocalGradSelector(WithSelector(in), dtype);
  Reference answer;
  if (Estimated(in, dtype, EstimateFocalSoftGrad, &answer)) return answer;
  return FocalGradLabelByMpfr(in, dtype);
}

}  // namespace sigloss::oracle
