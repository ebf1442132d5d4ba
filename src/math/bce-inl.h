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

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

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
/// Domain: any x, infinities as limits (1 - y and -wy), NaN in any operand gives NaN. In float64
/// lanes the relative error is below 2^-39 for labels 0 and 1, before the rounding to the output
/// type.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V BceGrad(D d, V x, V y, V wy) {
  const ExpParts<V> e = ExpOfMinus(d, x);
  const V one = hn::Set(d, 1);
  const V negative_part = hn::Sub(one, y);
  const V positive_part = hn::Mul(wy, e.scale);
  const V numerator = hn::NegMulAdd(positive_part, e.rest, hn::Sub(negative_part, positive_part));
  const V denominator = hn::MulAdd(e.scale, e.rest, hn::Add(one, e.scale));
  return hn::Div(numerator, denominator);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_BCE_INL_H_
