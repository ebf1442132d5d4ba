// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// log(1 + E) for E in [0, 1], where E is an exponential exp(-|x|), in ways that keep all bits of
// small E.
#if defined(SIGLOSS_MATH_LOG1P_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_MATH_LOG1P_INL_H_
#undef SIGLOSS_MATH_LOG1P_INL_H_
#else
#define SIGLOSS_MATH_LOG1P_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "math/polynomial-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

// Method: E P(E), P the minimax polynomial of log(1 + E) / E by relative error (Sollya:
// fpminimax(log(1+x)/x, degree, [|formats...|], [0;1], relative, floating)). On all of [0, 1] a
// degree brings 2.5 bits, half of what it brings to the series in z = E / (2 + E), but there is no
// quotient to wait for. Measured with a million float32 (loss_bench), the kernels that need loss
// and gradient are 14 to 19 % faster so with AVX-512 and 10 to 17 % with AVX2, although the
// gradient has a division that would have served both.

/// log(1 + E) / E. Degree 15; relative error 2^-43.5.
HWY_INLINE simd::ExactLanes::V Log1pOverX(simd::ExactLanes /*lanes*/, simd::ExactLanes::V e) {
  static constexpr double kC[] = {
      0x1.ffffffffffd3bp-1, -0x1.ffffffff4ab65p-2, 0x1.5555551780581p-2,  -0x1.ffffef3d9699p-3,
      0x1.9998664ce51ebp-3, -0x1.5547ea35d3528p-3, 0x1.242ec3c894584p-3,  -0x1.fbf511ae391dfp-4,
      0x1.b7ccae1501e31p-4, -0x1.6e2387ff4d9fcp-4, 0x1.15b860a9d7ee9p-4,  -0x1.6714f80a07d4cp-5,
      0x1.6f3d0c6d97ca9p-6, -0x1.0fca76aee25ffp-7, 0x1.fdad885b6f733p-10, -0x1.c233363d8ee3ep-13};
  return EvenOddPolynomial(simd::ExactLanes::D(), e, kC);
}

/// Degree 9; relative error 2^-27.4 and the roundings.
HWY_INLINE simd::FastLanes::V Log1pOverX(simd::FastLanes /*lanes*/, simd::FastLanes::V e) {
  static constexpr float kC[] = {0x1p0f,         -0x1.ffffdp-2f,  0x1.554da4p-2f, -0x1.ff2136p-3f,
                                 0x1.934142p-3f, -0x1.3a2fa4p-3f, 0x1.b4872ap-4f, -0x1.d695d8p-5f,
                                 0x1.492c9p-6f,  -0x1.afc06ep-9f};
  return EvenOddPolynomial(simd::FastLanes::D(), e, kC);
}

/// In full float64. Degree 21; relative error 2^-59 and the roundings.
HWY_INLINE simd::DoubleLanes::V Log1pOverX(simd::DoubleLanes /*lanes*/, simd::DoubleLanes::V e) {
  static constexpr double kC[] = {0x1p0,
                                  -0x1.fffffffffffeep-2,
                                  0x1.555555555476ap-2,
                                  -0x1.ffffffff85c44p-3,
                                  0x1.999999885b42p-3,
                                  -0x1.555553dbb600dp-3,
                                  0x1.2492339c6a7acp-3,
                                  -0x1.fffe42a30ad62p-4,
                                  0x1.c70f259618cccp-4,
                                  -0x1.994c231952cb4p-4,
                                  0x1.72fd2bb45bb8p-4,
                                  -0x1.505ff58999fcdp-4,
                                  0x1.2caba6334b1b9p-4,
                                  -0x1.026f79c34f434p-4,
                                  0x1.9ca10172c7dbep-5,
                                  -0x1.25b7a27182cebp-5,
                                  0x1.64fbac836a5c9p-6,
                                  -0x1.61bc0143306c9p-7,
                                  0x1.0ee894b04bf19p-8,
                                  -0x1.2a39a8936662dp-10,
                                  0x1.a16ad85ab56b5p-13,
                                  -0x1.15d6dbd2613e5p-16};
  return EvenOddPolynomial(simd::DoubleLanes::D(), e, kC);
}

/// S(t) of log(1 + E) = c + t + t^2 S(t) in full float64, with c = 0 and t = E where E <= 1/2, else
/// c = ln 2 and t = (E - 1) / 2, exact: near E = 1 the terms of one polynomial on [0, 1] would
/// cancel and bring 4 units in the last place. Degree 20 on [-1/4, 1/2]; relative error of the
/// logarithm 2^-59 and the roundings.
HWY_INLINE void Log1pSeries(simd::DoubleLanes::V e, hn::Mask<simd::DoubleLanes::D>& is_small,
                            simd::DoubleLanes::V& t, simd::DoubleLanes::V& s) {
  static constexpr double kC[] = {
      -0x1.fffffffffffffp-2, 0x1.5555555555544p-2, -0x1.00000000002bbp-2, 0x1.999999999d597p-3,
      -0x1.5555555517b9p-3,  0x1.2492492235a09p-3, -0x1.000000115e73bp-3, 0x1.c71c733ec7e79p-4,
      -0x1.999995a40a66p-4,  0x1.745cd7cd32db5p-4, -0x1.5555528eaa912p-4, 0x1.3b198ec8ecff4p-4,
      -0x1.249de0e96153ap-4, 0x1.10ce2411e61cap-4, -0x1.fdda3cfd35ce5p-5, 0x1.e2c4a09b188a8p-5,
      -0x1.d9e0dc3ed2875p-5, 0x1.cfff43f7fa23fp-5, -0x1.820d3d53acde8p-5, 0x1.b0ff86556d97fp-6,
      -0x1.cb54892d5f12cp-8};
  const simd::DoubleLanes::D d;
  const auto half = hn::Set(d, 0.5);
  is_small = hn::Not(hn::Gt(e, half));
  t = hn::IfThenElse(is_small, e, hn::MulSub(e, half, half));
  s = EvenOddPolynomial(d, t, kC);
}

inline constexpr double kLn2 = 0x1.62e42fefa39efp-1;
inline constexpr double kLn2Rest = 0x1.abc9e3b39803fp-56;

/// log(1 + E) as ratio E where E <= 1/2, else as it is.
HWY_INLINE void Log1pInParts(simd::DoubleLanes::V e, hn::Mask<simd::DoubleLanes::D>& is_ratio,
                             simd::DoubleLanes::V& ratio_or_log) {
  const simd::DoubleLanes::D d;
  simd::DoubleLanes::V t, s;
  Log1pSeries(e, is_ratio, t, s);
  const auto ratio = hn::MulAdd(t, s, hn::Set(d, 1.0));
  const auto log = hn::Add(hn::MulAdd(t, ratio, hn::Set(d, kLn2Rest)), hn::Set(d, kLn2));
  ratio_or_log = hn::IfThenElse(is_ratio, ratio, log);
}

/// log(1 + E) as a number and what its rounding lost, and over E. The error of the sum of both is
/// about a third of a unit in the last place of the number: its largest terms are exact.
HWY_INLINE void Log1pInTwo(simd::DoubleLanes::V e, simd::DoubleLanes::V& log,
                           simd::DoubleLanes::V& lost, simd::DoubleLanes::V& log_over_e) {
  const simd::DoubleLanes::D d;
  hn::Mask<simd::DoubleLanes::D> is_small;
  simd::DoubleLanes::V t, s;
  Log1pSeries(e, is_small, t, s);
  const auto c = hn::IfThenZeroElse(is_small, hn::Set(d, kLn2));
  const auto c_rest = hn::IfThenZeroElse(is_small, hn::Set(d, kLn2Rest));
  const auto sum = hn::Add(c, t);
  const auto sum_lost = hn::Sub(t, hn::Sub(sum, c));
  const auto tail = hn::Add(hn::MulAdd(hn::Mul(t, t), s, c_rest), sum_lost);
  log = hn::Add(sum, tail);
  lost = hn::Sub(tail, hn::Sub(log, sum));
  log_over_e = hn::IfThenElse(is_small, hn::MulAdd(t, s, hn::Set(d, 1.0)), hn::Div(log, e));
}

/// log(1 + P) for any P >= 0 of the lanes' normal range, to a few units in their last place: with
/// 1 + P = m 2^k, m in [1, 2), it is k ln 2 + log(1 + (m - 1)).
template <class L, class V = typename L::V>
HWY_INLINE V Log1p(L lanes, V p) {
  using T = typename L::T;
  using TU = hwy::MakeUnsigned<T>;
  constexpr int kFractionBits = sizeof(T) == sizeof(double) ? 52 : 23;
  constexpr T kBias = sizeof(T) == sizeof(double) ? T{1023} : T{127};
  constexpr T kUnit = static_cast<T>(TU{1} << kFractionBits);
  const typename L::D d;
  const hn::RebindToUnsigned<typename L::D> du;
  const V one = hn::Set(d, 1);
  const auto sum_bits = hn::BitCast(du, hn::Add(p, one));
  const auto fraction = hn::And(sum_bits, hn::Set(du, (TU{1} << kFractionBits) - 1));
  const V m = hn::BitCast(d, hn::Or(fraction, hn::BitCast(du, one)));
  // The exponent as a number: its bits under those of kUnit.
  const auto exponent =
      hn::Or(hn::ShiftRight<kFractionBits>(sum_bits), hn::BitCast(du, hn::Set(d, kUnit)));
  const V power = hn::Sub(hn::BitCast(d, exponent), hn::Set(d, kUnit + kBias));
  // Below 1 nothing of P is lost to the sum, which may have been rounded up to 2.
  const auto is_below = hn::Lt(p, one);
  const V k = hn::IfThenZeroElse(is_below, power);
  const V rest = hn::IfThenElse(is_below, p, hn::Sub(m, one));
  const V log_rest = hn::Mul(rest, Log1pOverX(lanes, rest));
  return hn::MulAdd(k, hn::Set(d, static_cast<T>(kLn2)), log_rest);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_LOG1P_INL_H_
