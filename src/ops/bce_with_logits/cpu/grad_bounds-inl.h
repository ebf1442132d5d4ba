// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Bounds of the gradient from float32 lanes. A 16-bit type has so few bits that both bounds nearly
// always round to the same number, which then is what float64 lanes would have given, in less time:
// see `vs_fused` of backward_bench.
//
// In units of u = 2^-24, relative to |a E| + |b| of math::BceQuotientOfExp over the denominator and
// times the factors: E 1, 1 - y 1, wy 1, the numerator's three roundings 3, the denominator's 2.5,
// the quotient 1, four products 4. Without fused operations three more. Together less than 17 u;
// kError allows 24 u, which leaves room for the rounding of the bounds themselves.
// Nothing may have left the normal range on the way, where a host may also treat numbers as zero:
// see IsSafe.
#if defined(SIGLOSS_OPS_BCE_GRAD_BOUNDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_OPS_BCE_GRAD_BOUNDS_INL_H_
#undef SIGLOSS_OPS_BCE_GRAD_BOUNDS_INL_H_
#else
#define SIGLOSS_OPS_BCE_GRAD_BOUNDS_INL_H_
#endif

#include <hwy/highway.h>

#include <cmath>

#include "ops/bce_with_logits/cpu/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::bce_with_logits::cpu {
namespace HWY_NAMESPACE {

inline constexpr float kError = 24 * 0x1p-24f;
inline constexpr float kTiny = 0x1p-100f;
inline constexpr float kHuge = 0x1p100f;

/// True where no step can have underflowed, overflowed or met a NaN, and the exponential is the
/// logit's: `smallest`, the least magnitude among the numerator, the factors and the value, is at
/// least `tiny`. (Where the scale is the only factor, the numerator is at least the value over the
/// scale.) Then a product that was lost near 2^-126 is less than u / 2 of what it would have
/// been added to.
/// Beyond kMaxAbsXFast the exponential is too large, by at most 2^-125. Beside b that is nothing,
/// and a value without b is below kTiny, unless a positive weight makes a as large as 2^100.
template <unsigned kOptions>
HWY_INLINE auto IsSafe(simd::FastLanes::V x, simd::FastLanes::V smallest, simd::FastLanes::V value,
                       simd::FastLanes::V tiny) {
  const simd::FastLanes::D d;
  const auto in_range = hn::And(hn::Ge(smallest, tiny), hn::Le(value, hn::Set(d, kHuge)));
  if constexpr ((kOptions & kPos) == 0) return in_range;
  return hn::And(in_range, hn::Le(hn::Abs(x), hn::Set(d, math::kMaxAbsXFast)));
}

template <unsigned kOptions>
void GradBounds(const exec::KernelArgs& args) {
  using L = simd::FastLanes;
  using V = L::V;
  const L::D d;
  const V scale = Scalar<L>(args, kScale);
  const V tiny = hn::Mul(hn::Set(d, kTiny), hn::Max(hn::Abs(scale), hn::Set(d, 1.0f)));
  const V zero = hn::Zero(d);
  const V infinity = hn::Set(d, HUGE_VALF);
  for (size_t i = 0; i < args.n; i += hn::Lanes(d)) {
    const V y = Read<L>(args, kSourceTarget, i);
    V wy = y;
    if constexpr ((kOptions & kPos) != 0) wy = hn::Mul(Read<L>(args, kSourcePos, i), y);
    const V x = Read<L>(args, kSourceLogits, i);
    V a, b, log_weight, power, rest, numerator, denominator, magnitude;
    math::BceTerms(L(), x, y, wy, a, b, log_weight);
    math::ExpOfMinusAbsBounded(x, power, rest);
    math::BceQuotientOfExp(L(), a, b, power, rest, numerator, denominator, magnitude);
    const V error = hn::Mul(magnitude, hn::Set(d, kError));
    V factor = scale;
    V smallest = infinity;
    auto is_zero = hn::Eq(zero, hn::Set(d, 1.0f));
    if constexpr ((kOptions & kFactors) != 0) {
      const V grad = Read<L>(args, kSourceGrad, i);
      const V weight = Read<L>(args, kSourceWeight, i);
      const V upstream = hn::Mul(grad, scale);
      factor = hn::Mul(upstream, weight);
      smallest = hn::Min(hn::Abs(numerator), hn::Min(hn::Abs(upstream), hn::Abs(factor)));
      // Weights of 0 are common. The sign is known if that of the numerator is, and the exponential
      // is the logit's.
      const auto is_sign_known = hn::And(hn::Gt(hn::Abs(numerator), error),
                                         hn::Le(hn::Abs(x), hn::Set(d, math::kMaxAbsXFast)));
      is_zero = hn::And(hn::Or(hn::Eq(grad, zero), hn::Eq(weight, zero)), is_sign_known);
    }
    factor = hn::Div(factor, denominator);
    const V value = hn::Mul(numerator, factor);
    const V margin = hn::Mul(error, hn::Abs(factor));
    const V value_size = hn::Abs(value);
    smallest = hn::Min(smallest, value_size);
    const auto safe = IsSafe<kOptions>(x, smallest, value_size, tiny);
    V lower = hn::IfThenElse(safe, hn::Sub(value, margin), hn::Neg(infinity));
    V upper = hn::IfThenElse(safe, hn::Add(value, margin), infinity);
    if constexpr ((kOptions & kFactors) != 0) {
      is_zero = hn::And(is_zero, hn::Eq(value, zero));  // and not NaN
      lower = hn::IfThenElse(is_zero, value, lower);
      upper = hn::IfThenElse(is_zero, value, upper);
    }
    L::Store(lower, static_cast<float*>(args.out[0]) + i);
    L::Store(upper, static_cast<float*>(args.out[1]) + i);
  }
}

/// The bounds for a call's options; null where there are none, or where they would not hold: the
/// scale may not leave the normal numbers of float32.
inline exec::Kernel ChooseBounds(const exec::Job& job, const Options& options,
                                 const exec::Scalars& scalars) {
  const bool is_16_bit = DTypeSize(job.sinks[0].dtype) == 2;
  const double scale = std::fabs(scalars[kScale]);
  const bool is_scale_safe = scale >= kTiny && scale <= kHuge;
  if (!is_16_bit || options.extras || !is_scale_safe) return nullptr;
  if (options.pos_weight) {
    return options.factors ? GradBounds<kWeights> : GradBounds<kPos>;
  }
  return options.factors ? GradBounds<kFactors> : GradBounds<kPlain>;
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::bce_with_logits::cpu
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_OPS_BCE_GRAD_BOUNDS_INL_H_
