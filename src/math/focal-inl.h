// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Sigmoid focal loss: THE formulas, on a lane type.
//
// For a label y of 0 or 1, with s = x for y = 1 and s = -x for y = 0, all of it depends on s alone:
//   P = sigmoid(s), Q = sigmoid(-s), H = softplus(-s) = -log P
//   loss     = c Q^g H,             c  = alpha for y = 1, 1 - alpha for y = 0
//   gradient = c' Q^g (g P H + Q),  c' = -alpha           1 - alpha
// by x. No term of the bracket is negative for g >= 0, so nothing cancels. With E = exp(-|x|) both
// probabilities come from one quotient, H = max(-s, 0) + log(1 + E), and
// Q^g = exp(-g softplus(s)).
#if defined(SIGLOSS_MATH_FOCAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_MATH_FOCAL_INL_H_
#undef SIGLOSS_MATH_FOCAL_INL_H_
#else
#define SIGLOSS_MATH_FOCAL_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

#include "math/exp-inl.h"
#include "math/log1p-inl.h"
#include "math/scaled-inl.h"
#include "math/two_part-inl.h"
#include "simd/clamp-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

/// Exponents for which Q^g is a few products, and a root; the others take a second exponential.
enum class Gamma : uint8_t {
  kInteger,      // 0, 1, 2, 3
  kHalfInteger,  // 1/2, 3/2, 5/2, 7/2
  kAny,
};

/// gamma, and gamma + 1 with what it loses in the arithmetic of T.
template <class T>
struct Exponent {
  explicit Exponent(double g)
      : gamma(static_cast<T>(g)),
        plus_one(static_cast<T>(g + 1)),
        lost(static_cast<T>(LostBySum(g, 1.0, g + 1) + (g + 1 - static_cast<double>(plus_one)))) {}
  T gamma, plus_one, lost;

 private:
  static double LostBySum(double a, double b, double sum) {
    return (a - (sum - (sum - a))) + (b - (sum - a));
  }
};

/// exp(-|x|) as a power of two and the rest, see exp-inl.h. float64 underflows here at 708.
template <class L, class V = typename L::V>
HWY_INLINE void ExpParts(L /*lanes*/, V x, V& scale, V& rest) {
  ExpOfMinusAbs(x, scale, rest);
}
HWY_INLINE void ExpParts(simd::DoubleLanes lanes, VD x, VD& scale, VD& rest) {
  const VD least = hn::Set(simd::DoubleLanes::D(), -1022.0);
  VD k;
  ExpOfMinusAbs(lanes, x, k, rest);
  scale = hn::IfThenElseZero(hn::Ge(k, least), PowerOfTwo(hn::Max(k, least)));
}

/// exp(-v) in float32 lanes for v of either sign, with no more than the range of float32. Past 80
/// in two factors, so that results down to the smallest subnormals are kept.
HWY_INLINE simd::FastLanes::V ExpMinus(simd::FastLanes /*lanes*/, simd::FastLanes::V v) {
  const simd::FastLanes::D d;
  const auto is_far = hn::Gt(v, hn::Set(d, 80.0f));
  const auto near = hn::Sub(v, hn::IfThenElseZero(is_far, hn::Set(d, 40.0f)));
  simd::FastLanes::V scale, rest;
  ExpOfMinusAbs(near, scale, rest);
  const auto small = hn::MulAdd(scale, rest, scale);
  const auto exp_minus_40 = hn::Set(d, 0x1.39792499b1a24p-58f);
  const auto scaled = hn::Mul(small, hn::IfThenElse(is_far, exp_minus_40, hn::Set(d, 1.0f)));
  return hn::IfThenElse(hn::Lt(v, hn::Zero(d)), hn::Div(hn::Set(d, 1.0f), scaled), scaled);
}
HWY_INLINE VD ExpMinus(simd::DoubleLanes lanes, VD v) {
  const simd::DoubleLanes::D d;
  VD scale, rest;
  ExpParts(lanes, v, scale, rest);
  const VD small = hn::MulAdd(scale, rest, scale);
  return hn::IfThenElse(hn::Lt(v, hn::Zero(d)), hn::Div(hn::Set(d, 1.0), small), small);
}
HWY_INLINE simd::ExactLanes::V ExpMinus(simd::ExactLanes /*lanes*/, simd::ExactLanes::V v) {
  simd::ExactLanes::V scale, rest;
  ExpOfMinus(v, scale, rest);
  return hn::MulAdd(scale, rest, scale);
}

/// |x|, infinity as the number that bce-inl.h's LinearTerm takes for it: P |x| is 0 then.
HWY_INLINE simd::ExactLanes::V BoundedAbs(simd::ExactLanes /*lanes*/, simd::ExactLanes::V x) {
  return simd::MinOrNaN(hn::Set(simd::ExactLanes::D(), 0x1p600), hn::Abs(x));
}
HWY_INLINE VD BoundedAbs(simd::DoubleLanes /*lanes*/, VD x) {
  return simd::MinOrNaN(hn::Set(simd::DoubleLanes::D(), 0x1.fffffffffffffp1023), hn::Abs(x));
}
/// In float32 lanes P is an exact 0 that far out, and the largest number is as good.
HWY_INLINE simd::FastLanes::V BoundedAbs(simd::FastLanes /*lanes*/, simd::FastLanes::V x) {
  return simd::MinOrNaN(hn::Set(simd::FastLanes::D(), 0x1.fffffep127f), hn::Abs(x));
}

/// Whether the bound of BoundedAbs is a number that no rounding makes infinite. That of float64
/// lanes on float32 inputs is infinite in every type it is rounded to.
template <class L>
inline constexpr bool kBoundIsFinite = !std::is_same_v<L, simd::ExactLanes>;

/// The loss of a logit that is far out on the hard side: infinite at infinity.
template <class L, class V = typename L::V>
HWY_INLINE V WithInfiniteLoss(L /*lanes*/, V x, V loss) {
  if constexpr (!kBoundIsFinite<L>) return loss;
  const V infinity = hn::Inf(typename L::D());
  return hn::IfThenElse(hn::Eq(x, infinity), infinity, loss);
}

/// A loss or a gradient times a factor: 0 for a factor of 0, even where the other is infinite.
template <class L, class V = typename L::V>
HWY_INLINE V Times(L /*lanes*/, V factor, V v) {
  if constexpr (!kBoundIsFinite<L>) return hn::Mul(factor, v);
  const typename L::D d;
  const V finite = simd::Clamp(d, v, hwy::HighestValue<typename L::T>());
  return hn::Mul(factor, hn::IfThenElse(hn::Eq(factor, hn::Zero(d)), finite, v));
}

/// E = exp(-|x|), the larger and the smaller of p = sigmoid(x) and q = sigmoid(-x), and
/// log(1 + E) / E.
template <class L, class V = typename L::V>
HWY_INLINE void Probabilities(L lanes, V x, V& e, V& larger, V& smaller, V& log1p_over_e) {
  const typename L::D d;
  V scale, rest;
  ExpParts(lanes, x, scale, rest);
  e = hn::MulAdd(scale, rest, scale);
  larger = hn::Div(hn::Set(d, 1), hn::MulAdd(scale, rest, hn::Add(hn::Set(d, 1), scale)));
  smaller = hn::Mul(e, larger);
  log1p_over_e = Log1pOverX(lanes, e);
}

/// Q^(g + 1) = exp(-(g + 1) (linear + log(1 + E))).
template <class L, class V = typename L::V>
HWY_INLINE V PowerOfSum(L lanes, V linear, V e, V log1p_over_e,
                        const Exponent<typename L::T>& exponent) {
  const V softplus = hn::Add(linear, hn::Mul(e, log1p_over_e));
  return ExpMinus(lanes, hn::Mul(hn::Set(typename L::D(), exponent.plus_one), softplus));
}
/// In float32 lanes with an exponent in two parts, of linear, E, and log(1 + E) - E, which has the
/// bits below those of E. Past 200 the power is 0.
HWY_INLINE simd::FastLanes::V PowerOfSum(simd::FastLanes lanes, simd::FastLanes::V linear,
                                         simd::FastLanes::V e, simd::FastLanes::V log1p_over_e,
                                         const Exponent<float>& exponent) {
  const simd::FastLanes::D d;
  const auto rest = hn::Mul(e, hn::Sub(log1p_over_e, hn::Set(d, 1.0f)));
  const auto linear_and_e = hn::Add(linear, e);
  const auto softplus = hn::Add(linear_and_e, rest);
  const auto lost_sum =
      hn::Add(LostBySum(linear, e, linear_and_e), LostBySum(linear_and_e, rest, softplus));
  simd::FastLanes::V product, lost;
  ProductInTwo(lanes, hn::Set(d, exponent.plus_one), hn::Set(d, exponent.lost), softplus, lost_sum,
               200.0f, product, lost);
  const auto power = ExpMinus(lanes, product);
  return hn::NegMulAdd(power, lost, power);
}

/// Q^(g + 1) and R, H / Q, for any g: Q^g H = Q^(g+1) R and Q^g (g P H + Q) = Q^(g+1) (g P R + 1).
/// Written so, nothing overflows for g >= -1, and for smaller g only where the result does.
template <class L, class V = typename L::V>
HWY_INLINE void FocalPowerOfAny(L lanes, V s, V e, V log1p_over_e, V larger,
                                const Exponent<typename L::T>& exponent, V& power, V& ratio) {
  const V magnitude = BoundedAbs(lanes, s);
  const auto is_hard = hn::Lt(s, hn::Zero(typename L::D()));
  power = PowerOfSum(lanes, hn::IfThenZeroElse(is_hard, magnitude), e, log1p_over_e, exponent);
  // Easy: H / Q = log(1 + E) (1 + E) / E. Hard: (|x| + log(1 + E)) (1 + E).
  const V log1p = hn::Mul(e, log1p_over_e);
  const V numerator = hn::IfThenElse(is_hard, hn::Add(magnitude, log1p), log1p_over_e);
  ratio = hn::Div(numerator, larger);
}

/// Q^g for the special exponents: the bits of the whole part choose the factors.
template <Gamma kGamma, class L, class V = typename L::V>
HWY_INLINE V FocalPower(L /*lanes*/, V q, V gamma) {
  const typename L::D d;
  const V one = hn::Set(d, 1);
  const V two = hn::Set(d, 2);
  const auto has_two = hn::Ge(gamma, two);
  const V below_two = hn::Sub(gamma, hn::IfThenElseZero(has_two, two));
  const V first = hn::IfThenElse(hn::Ge(below_two, one), q, one);
  const V power = hn::Mul(first, hn::IfThenElse(has_two, hn::Mul(q, q), one));
  return kGamma == Gamma::kHalfInteger ? hn::Mul(power, hn::Sqrt(q)) : power;
}

/// Loss and gradient without c: `loss` = Q^g H and `grad` = Q^g (g P H + Q), from s.
/// Domain: any s; +-inf give the limits, NaN gives NaN.
template <Gamma kGamma, class L, class V = typename L::V>
HWY_INLINE void FocalOfSide(L lanes, V s, const Exponent<typename L::T>& exponent, V& loss,
                            V& grad) {
  const typename L::D d;
  const V gamma = hn::Set(d, exponent.gamma);
  const V zero = hn::Zero(d);
  V e, larger, smaller, log1p_over_e;
  Probabilities(lanes, s, e, larger, smaller, log1p_over_e);
  const auto is_hard = hn::Lt(s, zero);
  const V p = hn::IfThenElse(is_hard, smaller, larger);
  if constexpr (kGamma == Gamma::kAny) {
    V power, ratio;
    FocalPowerOfAny(lanes, s, e, log1p_over_e, larger, exponent, power, ratio);
    loss = WithInfiniteLoss(lanes, hn::Neg(s), hn::Mul(power, ratio));
    grad = hn::Mul(power, hn::MulAdd(hn::Mul(gamma, p), ratio, hn::Set(d, 1)));
    return;
  }
  const V q = hn::IfThenElse(is_hard, larger, smaller);
  const V log1p = hn::Mul(e, log1p_over_e);
  const V h = hn::Add(hn::IfThenElseZero(is_hard, BoundedAbs(lanes, s)), log1p);
  const V power = FocalPower<kGamma>(lanes, q, gamma);
  loss = WithInfiniteLoss(lanes, hn::Neg(s), hn::Mul(power, h));
  grad = hn::Mul(power, hn::MulAdd(hn::Mul(gamma, p), h, q));
}

/// Loss and gradient for labels 0 and 1, where `is_positive` says which; `alpha` and `other` are
/// what positive and negative labels weigh.
template <Gamma kGamma, class L, class V = typename L::V, class M>
HWY_INLINE void FocalHard(L lanes, V x, M is_positive, V alpha, V other,
                          const Exponent<typename L::T>& exponent, V& loss, V& grad) {
  FocalOfSide<kGamma>(lanes, hn::IfThenElse(is_positive, x, hn::Neg(x)), exponent, loss, grad);
  loss = Times(lanes, hn::IfThenElse(is_positive, alpha, other), loss);
  // Not the negative: an alpha of 0 makes the gradient an exact zero, which is +0.
  const V minus_alpha = hn::Sub(hn::Zero(typename L::D()), alpha);
  grad = Times(lanes, hn::IfThenElse(is_positive, minus_alpha, other), grad);
}

/// Loss and gradient for a selector t that mixes both branches: the positive one (1 - t) times, the
/// negative one t times.
template <class L, class V = typename L::V>
HWY_INLINE void FocalMixed(L lanes, V x, V t, V alpha, V other,
                           const Exponent<typename L::T>& exponent, V& loss, V& grad) {
  V positive, negative, positive_grad, negative_grad;
  FocalOfSide<Gamma::kAny>(lanes, x, exponent, positive, positive_grad);
  FocalOfSide<Gamma::kAny>(lanes, hn::Neg(x), exponent, negative, negative_grad);
  const V a = hn::Mul(alpha, hn::Sub(hn::Set(typename L::D(), 1), t));
  const V b = hn::Mul(other, t);
  loss = hn::Add(Times(lanes, b, negative), Times(lanes, a, positive));
  // Not fused: equal products must cancel to nothing.
  grad = hn::Sub(Times(lanes, b, negative_grad), Times(lanes, a, positive_grad));
}

/// Loss and gradient for labels strictly between 0 and 1, as torchvision defines them: with
/// m = p (1 - y) + q y and ce the binary cross entropy, c m^g ce for c = alpha y + other (1 - y),
/// and its derivative c m^g (g ce p q (1 - 2 y) / m + p (1 - y) - q y).
template <class L, class V = typename L::V>
HWY_INLINE void FocalSoft(L lanes, V x, V y, V alpha, V other, V gamma, V& loss, V& grad) {
  const typename L::D d;
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1);
  V e, larger, smaller, log1p_over_e;
  Probabilities(lanes, x, e, larger, smaller, log1p_over_e);
  const auto is_negative = hn::Lt(x, zero);
  const V p = hn::IfThenElse(is_negative, smaller, larger);
  const V q = hn::IfThenElse(is_negative, larger, smaller);
  const V not_y = hn::Sub(one, y);
  const V p_part = hn::Mul(p, not_y);
  const V q_part = hn::Mul(q, y);
  const V m = hn::Add(p_part, q_part);
  // ce = (1 - y) softplus(x) + y softplus(-x)
  const V linear = hn::Mul(hn::IfThenElse(is_negative, y, not_y), BoundedAbs(lanes, x));
  const V ce = hn::Add(linear, hn::Mul(e, log1p_over_e));
  // -log(m), by 1 / m - 1 = ((1 - y) q + y p) / m
  const V rest = hn::MulAdd(not_y, q, hn::Mul(y, p));
  const V minus_log = Log1p(lanes, hn::Div(rest, m));
  const V power = ExpMinus(lanes, hn::Mul(gamma, minus_log));
  const V c = hn::MulAdd(alpha, y, hn::Mul(other, not_y));
  const V scaled = hn::Mul(c, power);
  loss = Times(lanes, scaled, WithInfiniteLoss(lanes, hn::Abs(x), ce));
  const V slope = hn::Div(hn::Mul(hn::Mul(p, q), hn::Sub(not_y, y)), m);
  const V bracket = hn::MulAdd(hn::Mul(gamma, slope), ce, hn::Sub(p_part, q_part));
  grad = Times(lanes, scaled, bracket);
  // m may be negative then, and has no power.
  const auto is_label = hn::And(hn::Ge(y, zero), hn::Le(y, one));
  loss = hn::IfThenElse(is_label, loss, hn::NaN(d));
  grad = hn::IfThenElse(is_label, grad, hn::NaN(d));
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_FOCAL_INL_H_
