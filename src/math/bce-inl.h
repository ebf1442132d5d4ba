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

/// Terms of gradient and loss by the sign of x:
///   x >= 0:  a = -wy,    b = 1 - y
///   x <  0:  a = 1 - y,  b = -wy
/// and the weight of the logarithm in the loss, 1 - y + wy.
template <class L, class V = typename L::V>
HWY_INLINE void BceTerms(L /*lanes*/, V x, V y, V wy, V& a, V& b, V& log_weight) {
  const typename L::D d;
  const V negative_part = hn::Sub(hn::Set(d, 1), y);
  const V positive_part = hn::Neg(wy);
  const auto x_is_negative = hn::Lt(x, hn::Zero(d));
  a = hn::IfThenElse(x_is_negative, negative_part, positive_part);
  b = hn::IfThenElse(x_is_negative, positive_part, negative_part);
  log_weight = hn::Sub(negative_part, positive_part);
}

/// The gradient from E = exp(-|x|) = scale (1 + rest), which float32 lanes and the loss need, as
/// the quotient (a E + b) / (1 + E). `magnitude` receives an upper bound of |a E| + |b|, to which
/// rounding errors are relative.
template <class L, class V = typename L::V>
HWY_INLINE void BceQuotientOfExp(L /*lanes*/, V a, V b, V scale, V rest, V& numerator,
                                 V& denominator, V& magnitude) {
  const typename L::D d;
  const V a_scaled = hn::Mul(a, scale);
  numerator = hn::MulAdd(a_scaled, rest, hn::Add(a_scaled, b));
  denominator = hn::MulAdd(scale, rest, hn::Add(hn::Set(d, 1), scale));
  // 1 + rest < 3/2
  magnitude = hn::MulAdd(hn::Abs(a_scaled), hn::Set(d, typename L::T{1.5}), hn::Abs(b));
}

/// In float32 lanes: |x| <= kMaxAbsXFast, beyond it the limits; error at most 4 ULP for labels 0
/// and 1.
HWY_INLINE simd::FastLanes::V BceGrad(simd::FastLanes lanes, simd::FastLanes::V x,
                                      simd::FastLanes::V y, simd::FastLanes::V wy) {
  using V = simd::FastLanes::V;
  V a, b, log_weight, scale, rest, numerator, denominator, magnitude;
  BceTerms(lanes, x, y, wy, a, b, log_weight);
  ExpOfMinusAbs(x, scale, rest);
  BceQuotientOfExp(lanes, a, b, scale, rest, numerator, denominator, magnitude);
  return hn::Div(numerator, denominator);
}

/// b x, and 0 wherever b is 0, so that an infinite logit of the right sign costs nothing. Here
/// infinity counts as a number so large that no product with nonzero float32 factors is finite in
/// float32; unlike infinity it gives 0 beside a weight of 0, not NaN.
HWY_INLINE simd::ExactLanes::V LinearTerm(simd::ExactLanes /*lanes*/, simd::ExactLanes::V b,
                                          simd::ExactLanes::V x) {
  return hn::Mul(b, simd::Clamp(simd::ExactLanes::D(), x, 0x1p600));
}
/// The same with infinity as it is.
template <class L, class V = typename L::V>
HWY_INLINE V LinearTermOrInfinity(L /*lanes*/, V b, V x) {
  return hn::IfThenElseZero(hn::Ne(b, hn::Zero(typename L::D())), hn::Mul(b, x));
}
/// float32 lanes have no number that large.
HWY_INLINE simd::FastLanes::V LinearTerm(simd::FastLanes lanes, simd::FastLanes::V b,
                                         simd::FastLanes::V x) {
  return LinearTermOrInfinity(lanes, b, x);
}

/// The loss (1 - y) softplus(x) + wy softplus(-x), with softplus(x) = max(x, 0) + log(1 + E):
///   b x + (1 - y + wy) log(1 + E).
/// For labels in [0, 1] no term is negative, so nothing cancels.
/// Domain: any x; +-inf give 0 or infinity, NaN in any operand gives NaN.
template <class L, class V = typename L::V>
HWY_INLINE V BceLoss(L lanes, V x, V y, V wy) {
  V a, b, log_weight, scale, rest;
  BceTerms(lanes, x, y, wy, a, b, log_weight);
  ExpOfMinusAbs(x, scale, rest);
  const V e = hn::MulAdd(scale, rest, scale);
  const V log1p = hn::Mul(e, Log1pOverX(lanes, e));
  return hn::MulAdd(log_weight, log1p, LinearTerm(lanes, b, x));
}

/// Loss and gradient together.
template <class L, class V = typename L::V>
HWY_INLINE void BceLossAndGrad(L lanes, V x, V y, V wy, V& loss, V& grad) {
  V a, b, log_weight, scale, rest, numerator, denominator, magnitude;
  BceTerms(lanes, x, y, wy, a, b, log_weight);
  ExpOfMinusAbs(x, scale, rest);
  BceQuotientOfExp(lanes, a, b, scale, rest, numerator, denominator, magnitude);
  grad = hn::Div(numerator, denominator);
  const V e = hn::MulAdd(scale, rest, scale);
  const V log1p = hn::Mul(e, Log1pOverX(lanes, e));
  loss = hn::MulAdd(log_weight, log1p, LinearTerm(lanes, b, x));
}

/// The loss without weights as `linear` + log(1 + `e`), and the gradient: the logarithms of many
/// elements are one logarithm of a product.
template <class L, class V = typename L::V>
HWY_INLINE void BceLossPartsAndGrad(L lanes, V x, V y, V& linear, V& e, V& grad) {
  V a, b, log_weight, scale, rest, numerator, denominator, magnitude;
  BceTerms(lanes, x, y, y, a, b, log_weight);
  ExpOfMinusAbs(x, scale, rest);
  BceQuotientOfExp(lanes, a, b, scale, rest, numerator, denominator, magnitude);
  linear = LinearTermOrInfinity(lanes, b, x);
  e = hn::MulAdd(scale, rest, scale);
  grad = hn::Div(numerator, denominator);
}

/// Derivative of the loss by the label, w softplus(-x) - softplus(x), as
///   (w - 1) log(1 + E) + c x,  c = -1 for x >= 0, -w for x < 0:
/// -x exactly where there is no positive weight, w = 1. Else it has one zero, where it cancels.
template <class L, class V = typename L::V>
HWY_INLINE V BceTargetGrad(L lanes, V x, V w) {
  const typename L::D d;
  const V one = hn::Set(d, 1);
  V scale, rest;
  ExpOfMinusAbs(x, scale, rest);
  const V e = hn::MulAdd(scale, rest, scale);
  const V log1p = hn::Mul(e, Log1pOverX(lanes, e));
  const V c = hn::Neg(hn::IfThenElse(hn::Lt(x, hn::Zero(d)), w, one));
  return hn::MulAdd(hn::Sub(w, one), log1p, LinearTerm(lanes, c, x));
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_BCE_INL_H_
