// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The formulas of bce-inl.h on float64 inputs, see scaled-inl.h. `w` is the positive weight;
// results are m 2^e. Error before the rounding of the result: 2 units in the last place of float64,
// relative to the larger term.
#if defined(SIGLOSS_MATH_BCE_DOUBLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_MATH_BCE_DOUBLE_INL_H_
#undef SIGLOSS_MATH_BCE_DOUBLE_INL_H_
#else
#define SIGLOSS_MATH_BCE_DOUBLE_INL_H_
#endif

#include <hwy/highway.h>

#include "math/exp-inl.h"
#include "math/log1p-inl.h"
#include "math/scaled-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

/// 2^k (1 + rest) as a float64; what is below 2^-1022 is nothing beside the 1 it is added to.
HWY_INLINE VD ExpValue(VD k, VD rest) {
  const simd::DoubleLanes::D d;
  const VD power = PowerOfTwo(hn::Max(k, hn::Set(d, -1022.0)));
  return hn::MulAdd(power, rest, power);
}

/// The coefficients 1 - y, which is given, and w y.
HWY_INLINE void LabelTerms(VD y, VD complement, VD w, VD& negative, VD& negative_e, VD& positive,
                           VD& positive_e) {
  Split(complement, negative, negative_e);
  Split(y, positive, positive_e);
  MultiplyBy(w, positive, positive_e);
}

/// Derivative by the logit, from exp(-|x|) = 2^k (1 + rest).
HWY_INLINE void BceGrad(simd::DoubleLanes /*lanes*/, VD x, VD y, VD complement, VD w, VD k, VD rest,
                        VD& m, VD& e) {
  const simd::DoubleLanes::D d;
  VD negative, negative_e, positive, positive_e;
  LabelTerms(y, complement, w, negative, negative_e, positive, positive_e);
  positive = hn::Neg(positive);
  const auto below = hn::Lt(x, hn::Zero(d));
  const VD a = hn::IfThenElse(below, negative, positive);
  const VD ea = hn::IfThenElse(below, negative_e, positive_e);
  const VD b = hn::IfThenElse(below, positive, negative);
  const VD eb = hn::IfThenElse(below, positive_e, negative_e);
  SumOf(hn::MulAdd(a, rest, a), hn::Add(ea, k), b, eb, m, e);
  m = hn::Div(m, hn::Add(hn::Set(d, 1.0), ExpValue(k, rest)));
}

/// v <- v |x|; infinity counts as a number so large that a product with nonzero factors is infinite
/// but one with 0 is 0.
HWY_INLINE void MultiplyByAbs(VD x, VD& m, VD& e) {
  const simd::DoubleLanes::D d;
  VD size, size_e;
  Split(hn::Abs(x), size, size_e);
  const auto is_infinite = hn::IsInf(x);
  m = hn::Mul(m, hn::IfThenElse(is_infinite, hn::Set(d, 1.0), size));
  e = hn::Add(e, hn::IfThenElse(is_infinite, hn::Set(d, 1e5), size_e));
}

/// c 2^ce |x| + l 2^le log(1 + exp(-|x|)); the first term is 0 wherever c is.
HWY_INLINE void LinearAndLog(VD x, VD c, VD ce, VD l, VD le, VD k, VD rest, VD& m, VD& e) {
  const simd::DoubleLanes::D d;
  VD linear = c;
  VD linear_e = ce;
  MultiplyByAbs(x, linear, linear_e);
  linear = hn::IfThenElseZero(hn::Ne(c, hn::Zero(d)), linear);
  hn::Mask<simd::DoubleLanes::D> is_ratio;
  VD log;
  Log1pInParts(ExpValue(k, rest), is_ratio, log);
  log = hn::Mul(l, hn::IfThenElse(is_ratio, hn::MulAdd(log, rest, log), log));
  SumOf(linear, linear_e, log, hn::Add(le, hn::IfThenElseZero(is_ratio, k)), m, e);
}

/// The loss.
HWY_INLINE void BceLoss(simd::DoubleLanes /*lanes*/, VD x, VD y, VD complement, VD w, VD k, VD rest,
                        VD& m, VD& e) {
  const simd::DoubleLanes::D d;
  VD negative, negative_e, positive, positive_e, sum, sum_e;
  LabelTerms(y, complement, w, negative, negative_e, positive, positive_e);
  SumOf(negative, negative_e, positive, positive_e, sum, sum_e);
  const auto below = hn::Lt(x, hn::Zero(d));
  const VD c = hn::IfThenElse(below, positive, negative);
  const VD ce = hn::IfThenElse(below, positive_e, negative_e);
  LinearAndLog(x, c, ce, sum, sum_e, k, rest, m, e);
}

/// Derivative of the loss by the label.
HWY_INLINE void BceTargetGrad(simd::DoubleLanes /*lanes*/, VD x, VD w, VD k, VD rest, VD& m,
                              VD& e) {
  const simd::DoubleLanes::D d;
  const VD one = hn::Set(d, 1.0);
  VD c, ce, l, le;
  Split(hn::IfThenElse(hn::Lt(x, hn::Zero(d)), w, hn::Neg(one)), c, ce);
  Split(hn::Sub(w, one), l, le);
  LinearAndLog(x, c, ce, l, le, k, rest, m, e);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_BCE_DOUBLE_INL_H_
