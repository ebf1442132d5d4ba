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

/// The same in float32 lanes, where 1/E would overflow: with E = exp(-|x|) the quotient is
/// (A E + B) / (1 + E), and
///   x >= 0:  A = -wy,    B = 1 - y
///   x <  0:  A = 1 - y,  B = -wy
/// Domain: |x| <= kMaxAbsXFast, beyond it the limits; error at most 4 ULP for labels 0 and 1.
HWY_INLINE simd::FastLanes::V BceGrad(simd::FastLanes /*lanes*/, simd::FastLanes::V x,
                                      simd::FastLanes::V y, simd::FastLanes::V wy) {
  using V = simd::FastLanes::V;
  const simd::FastLanes::D d;
  V scale, rest;
  ExpOfMinusAbs(x, scale, rest);
  const V one = hn::Set(d, 1.0f);
  const V negative_part = hn::Sub(one, y);
  const V positive_part = hn::Neg(wy);
  const auto x_is_negative = hn::Lt(x, hn::Zero(d));
  const V a = hn::IfThenElse(x_is_negative, negative_part, positive_part);
  const V b = hn::IfThenElse(x_is_negative, positive_part, negative_part);
  const V a_scaled = hn::Mul(a, scale);
  const V numerator = hn::MulAdd(a_scaled, rest, hn::Add(a_scaled, b));
  const V denominator = hn::MulAdd(scale, rest, hn::Add(one, scale));
  return hn::Div(numerator, denominator);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_BCE_INL_H_
