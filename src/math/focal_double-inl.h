// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The formulas of focal-inl.h on float64 inputs, see scaled-inl.h: results are m 2^e.
//   loss     = c Q^(g+1) R,             R = H / Q
//   gradient = c' Q^(g+1) (g P R + 1)
// On the easy side (s >= 0) R = log(1 + E) (1 + E) / E and P R = log(1 + E) / E; on the hard side
// R = H (1 + E) and P R = E H, with H = |s| + log(1 + E).
#if defined(SIGLOSS_MATH_FOCAL_DOUBLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_MATH_FOCAL_DOUBLE_INL_H_
#undef SIGLOSS_MATH_FOCAL_DOUBLE_INL_H_
#else
#define SIGLOSS_MATH_FOCAL_DOUBLE_INL_H_
#endif

#include <hwy/highway.h>

#include "math/exp-inl.h"
#include "math/focal-inl.h"
#include "math/log1p-inl.h"
#include "math/scaled-inl.h"
#include "math/two_part-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

/// An exponent that stands for infinity: a factor of 0 makes it 0 and no NaN.
inline constexpr double kInfiniteExponent = 1e5;

/// v = m 2^e, infinity likewise.
HWY_INLINE void SplitInfinite(VD v, VD& m, VD& e) {
  const simd::DoubleLanes::D d;
  const auto is_infinite = hn::IsInf(v);
  Split(hn::IfThenElse(is_infinite, hn::CopySign(hn::Set(d, 1.0), v), v), m, e);
  e = hn::IfThenElse(is_infinite, hn::Set(d, kInfiniteExponent), e);
}

/// exp(-(v + lost)) = m 2^e for v of either sign.
HWY_INLINE void PowerInTwo(VD v, VD lost, VD& m, VD& e) {
  const simd::DoubleLanes::D d;
  const VD one = hn::Set(d, 1.0);
  VD k, rest;
  ExpOfMinusAbs(simd::DoubleLanes(), v, k, rest);
  const auto is_negative = hn::Lt(v, hn::Zero(d));
  // (1 + rest) (1 - lost), and for negative v 1 / (1 + rest) (1 - lost).
  const VD towards = hn::IfThenElse(is_negative, hn::Neg(lost), lost);
  const VD small = hn::Add(one, hn::NegMulAdd(towards, rest, hn::Sub(rest, towards)));
  m = hn::IfThenElse(is_negative, hn::Div(one, small), small);
  e = hn::IfThenElse(is_negative, hn::Neg(k), k);
}

/// Q^(g + 1) = m 2^e, Q = exp(-(linear + log + log_lost)).
HWY_INLINE void PowerOfSide(VD linear, VD log, VD log_lost, const Exponent<double>& exponent, VD& m,
                            VD& e) {
  const simd::DoubleLanes lanes;
  const simd::DoubleLanes::D d;
  const VD softplus = hn::Add(linear, log);
  const VD softplus_lost = hn::Add(LostBySum(linear, log, softplus), log_lost);
  VD product, lost;
  ProductInTwo(lanes, hn::Set(d, exponent.plus_one), hn::Set(d, exponent.lost), softplus,
               softplus_lost, kMaxAbsXDouble, product, lost);
  PowerInTwo(product, lost, m, e);
}

/// Loss and gradient without c, from s. Domain: any s; +-inf give the limits, NaN gives NaN.
HWY_INLINE void FocalOfSideDouble(VD s, const Exponent<double>& exponent, VD& loss, VD& loss_e,
                                  VD& grad, VD& grad_e) {
  const simd::DoubleLanes lanes;
  const simd::DoubleLanes::D d;
  const VD one = hn::Set(d, 1.0);
  VD scale, rest;
  ExpParts(lanes, s, scale, rest);
  const VD exp = hn::MulAdd(scale, rest, scale);
  VD log, log_lost, log_over_e;
  Log1pInTwo(exp, log, log_lost, log_over_e);
  const VD magnitude = BoundedAbs(lanes, s);
  const auto is_hard = hn::Lt(s, hn::Zero(d));
  VD power, power_e;
  PowerOfSide(hn::IfThenZeroElse(is_hard, magnitude), log, log_lost, exponent, power, power_e);
  const VD h = hn::Add(magnitude, log);
  const VD ratio = hn::Mul(hn::IfThenElse(is_hard, h, log_over_e), hn::Add(one, exp));
  loss = power;
  loss_e = power_e;
  MultiplyBy(ratio, loss, loss_e);
  const auto is_infinite = hn::And(is_hard, hn::IsInf(s));
  loss_e = hn::IfThenElse(is_infinite, hn::Set(d, kInfiniteExponent), loss_e);
  const VD slope = hn::IfThenElse(is_hard, hn::Mul(exp, h), log_over_e);
  grad = hn::Mul(power, hn::MulAdd(hn::Set(d, exponent.gamma), slope, one));
  grad_e = power_e;
}

/// Loss and gradient for labels 0 and 1; see FocalHard in focal-inl.h.
template <class M>
HWY_INLINE void FocalHardDouble(VD x, M is_positive, VD alpha, VD other,
                                const Exponent<double>& exponent, VD& loss, VD& loss_e, VD& grad,
                                VD& grad_e) {
  FocalOfSideDouble(hn::IfThenElse(is_positive, x, hn::Neg(x)), exponent, loss, loss_e, grad,
                    grad_e);
  MultiplyBy(hn::IfThenElse(is_positive, alpha, other), loss, loss_e);
  const VD minus_alpha = hn::Sub(hn::Zero(simd::DoubleLanes::D()), alpha);
  MultiplyBy(hn::IfThenElse(is_positive, minus_alpha, other), grad, grad_e);
}

/// Loss and gradient for labels between 0 and 1, in the range of float64.
HWY_INLINE void FocalSoftDouble(VD x, VD y, VD alpha, VD other, const Exponent<double>& exponent,
                                VD& loss, VD& loss_e, VD& grad, VD& grad_e) {
  VD loss_value, grad_value;
  FocalSoft(simd::DoubleLanes(), x, y, alpha, other,
            hn::Set(simd::DoubleLanes::D(), exponent.gamma), loss_value, grad_value);
  SplitInfinite(loss_value, loss, loss_e);
  SplitInfinite(grad_value, grad, grad_e);
}

HWY_INLINE void MultiplyBoth(VD factor, VD& loss, VD& loss_e, VD& grad, VD& grad_e) {
  MultiplyBy(factor, loss, loss_e);
  MultiplyBy(factor, grad, grad_e);
}

/// Loss and gradient for a selector t that mixes both branches; see FocalMixed in focal-inl.h.
HWY_INLINE void FocalMixedDouble(VD x, VD t, VD alpha, VD other, const Exponent<double>& exponent,
                                 VD& loss, VD& loss_e, VD& grad, VD& grad_e) {
  VD a, ae, b, be, a_grad, a_grad_e, b_grad, b_grad_e;
  FocalOfSideDouble(x, exponent, a, ae, a_grad, a_grad_e);
  FocalOfSideDouble(hn::Neg(x), exponent, b, be, b_grad, b_grad_e);
  const VD positive = hn::Sub(hn::Set(simd::DoubleLanes::D(), 1.0), t);
  MultiplyBoth(positive, a, ae, a_grad, a_grad_e);
  MultiplyBoth(alpha, a, ae, a_grad, a_grad_e);
  MultiplyBoth(t, b, be, b_grad, b_grad_e);
  MultiplyBoth(other, b, be, b_grad, b_grad_e);
  SumOf(a, ae, b, be, loss, loss_e);
  SumOf(hn::Neg(a_grad), a_grad_e, b_grad, b_grad_e, grad, grad_e);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_FOCAL_DOUBLE_INL_H_
