// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Binary cross entropy with logits: THE formula, on a lane type.
#if defined(SIGLOSS_MATH_BCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_MATH_BCE_INL_H_
#undef SIGLOSS_MATH_BCE_INL_H_
#else
#define SIGLOSS_MATH_BCE_INL_H_
#endif

#include <hwy/highway.h>

#include "math/exp-inl.h"
#include "math/log1p-inl.h"
#include "simd/clamp-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

/// |x|, infinity as a number so large that no product with factors of the lanes' inputs, nonzero
/// ones, is finite in float32: infinity times a zero weight is zero then, not NaN.
HWY_INLINE simd::ExactLanes::V FiniteAbs(simd::ExactLanes /*lanes*/, simd::ExactLanes::V x) {
  return simd::MinOrNaN(hn::Set(simd::ExactLanes::D(), 0x1p600), hn::Abs(x));
}
/// float32 lanes have no such number.
HWY_INLINE simd::FastLanes::V FiniteAbs(simd::FastLanes /*lanes*/, simd::FastLanes::V x) {
  return hn::Abs(x);
}

/// Derivative of the loss by the logit x: p (1 - y) - w y q, with p = sigmoid(x), q = sigmoid(-x),
/// y the label, w the positive weight; `wy` is w * y (y itself where there is no weight).
///
/// With E = exp(-x): p = 1 / (1 + E), q = E / (1 + E), so the gradient is
///   (1 - y - wy E) / (1 + E),
/// one quotient for either sign of x: in float64 lanes E and 1/E are far from overflow over the
/// whole range of float32. Neither p - y nor 1 - p is ever formed: for y = 1 the term 1 - y is an
/// exact zero and nothing cancels, so the tiny gradient of an easy example keeps all its bits. With
/// E = s (1 + r) and s a power of two, 1 - y - wy s cancels exactly where p is near y = 1/2, and
/// wy s r is taken off last.
///
/// Domain: any x, infinities as limits (1 - y and -wy), NaN in any operand gives NaN. The relative
/// error is below 2^-44 for labels 0 and 1, before the rounding to the output type.
HWY_INLINE simd::ExactLanes::V BceGrad(simd::ExactLanes /*lanes*/, simd::ExactLanes::V x,
                                       simd::ExactLanes::V y, simd::ExactLanes::V wy) {
  using V = simd::ExactLanes::V;
  const simd::ExactLanes::D d;
  V scale, rest;
  ExpOfMinus(x, scale, rest);
  const V one = hn::Set(d, 1.0);
  const V negative_part = hn::Sub(one, y);
  const V positive_part = hn::Mul(wy, scale);
  const V numerator = hn::NegMulAdd(positive_part, rest, hn::Sub(negative_part, positive_part));
  const V denominator = hn::MulAdd(scale, rest, hn::Add(one, scale));
  return hn::Div(numerator, denominator);
}

/// The same from E = exp(-|x|) = scale (1 + rest), which float32 lanes and the loss need: the
/// quotient is (a E + b) / (1 + E), and
///   x >= 0:  a = -wy,    b = 1 - y
///   x <  0:  a = 1 - y,  b = -wy
/// `terms` receives an upper bound of |a E| + |b|, to which rounding errors are relative.
template <class L, class V = typename L::V>
HWY_INLINE void BceQuotientOfExp(L /*lanes*/, V x, V y, V wy, V scale, V rest, V& numerator,
                                 V& denominator, V& terms) {
  const typename L::D d;
  const V one = hn::Set(d, 1);
  const V negative_part = hn::Sub(one, y);
  const V positive_part = hn::Neg(wy);
  const auto x_is_negative = hn::Lt(x, hn::Zero(d));
  const V a = hn::IfThenElse(x_is_negative, negative_part, positive_part);
  const V b = hn::IfThenElse(x_is_negative, positive_part, negative_part);
  const V a_scaled = hn::Mul(a, scale);
  numerator = hn::MulAdd(a_scaled, rest, hn::Add(a_scaled, b));
  denominator = hn::MulAdd(scale, rest, hn::Add(one, scale));
  // 1 + rest < 3/2
  terms = hn::MulAdd(hn::Abs(a_scaled), hn::Set(d, typename L::T{1.5}), hn::Abs(b));
}

/// The quotient. In float32 lanes: |x| <= kMaxAbsXFast, beyond it the limits; error at most 4 ULP
/// for labels 0 and 1.
template <class L, class V = typename L::V>
HWY_INLINE V BceGradOfExp(L lanes, V x, V y, V wy, V scale, V rest) {
  V numerator, denominator, terms;
  BceQuotientOfExp(lanes, x, y, wy, scale, rest, numerator, denominator, terms);
  return hn::Div(numerator, denominator);
}

HWY_INLINE simd::FastLanes::V BceGrad(simd::FastLanes lanes, simd::FastLanes::V x,
                                      simd::FastLanes::V y, simd::FastLanes::V wy) {
  simd::FastLanes::V scale, rest;
  ExpOfMinusAbs(x, scale, rest);
  return BceGradOfExp(lanes, x, y, wy, scale, rest);
}

/// What the loss has besides logarithms, c |x| with
///   x >= 0:  c = 1 - y
///   x <  0:  c = wy
/// and 0 wherever c is 0, so that an infinite logit of the right sign costs nothing.
template <class L, class V = typename L::V>
HWY_INLINE V BceLinearLoss(L /*lanes*/, V x, V y, V wy) {
  const typename L::D d;
  const V zero = hn::Zero(d);
  const V c = hn::IfThenElse(hn::Lt(x, zero), wy, hn::Sub(hn::Set(d, 1), y));
  return hn::IfThenElseZero(hn::Ne(c, zero), hn::Mul(c, FiniteAbs(L(), x)));
}

/// Loss (1 - y) softplus(x) + wy softplus(-x), with softplus(x) = max(x, 0) + log(1 + E) and
/// E = exp(-|x|):
///   c |x| + (1 - y + wy) log(1 + E).
/// For labels in [0, 1] no term is negative, so nothing cancels.
/// Domain: any x; +-inf give 0 or infinity, NaN in any operand gives NaN.
template <class L, class V = typename L::V>
HWY_INLINE V BceLoss(L lanes, V x, V y, V wy, V e) {
  const V log_weight = hn::Add(hn::Sub(hn::Set(typename L::D(), 1), y), wy);
  const V log1p = hn::Mul(e, Log1pOverX(lanes, e));
  return hn::MulAdd(log_weight, log1p, BceLinearLoss(lanes, x, y, wy));
}

/// Derivative of the loss by the label, w softplus(-x) - softplus(x), as
///   (w - 1) log(1 + E) - (x >= 0 ? 1 : w) |x| sign(x):
/// -x exactly where there is no positive weight, w = 1. Else it has one zero, where it cancels.
template <class L, class V = typename L::V>
HWY_INLINE V BceTargetGrad(L lanes, V x, V w, V e) {
  const typename L::D d;
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1);
  const V c = hn::IfThenElse(hn::Lt(x, zero), w, hn::Neg(one));
  const V linear = hn::IfThenElseZero(hn::Ne(c, zero), hn::Mul(c, FiniteAbs(L(), x)));
  const V log1p = hn::Mul(e, Log1pOverX(lanes, e));
  return hn::MulAdd(hn::Sub(w, one), log1p, linear);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_BCE_INL_H_
