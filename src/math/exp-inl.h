// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#if defined(SIGLOSS_MATH_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_MATH_EXP_INL_H_
#undef SIGLOSS_MATH_EXP_INL_H_
#else
#define SIGLOSS_MATH_EXP_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "math/polynomial-inl.h"
#include "simd/clamp-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

// The exponentials come in two parts: scale * (1 + rest), with scale a power of two and rest in
// [-0.293, 0.415]. Callers add `scale` to other numbers first and `scale * rest` last, so that what
// cancels cancels exactly. (Two references and not a struct: no SVE vector may be a member.)

/// In float64 lanes |x| is taken as at most kMaxAbsX. Beyond it, a term exp(-|x|) times any three
/// float32 factors is below half the smallest subnormal float32, 2^-150, so the result does not
/// change; and exp(+-x) times the largest or smallest product of two float32 numbers is a normal
/// float64.
inline constexpr double kMaxAbsX = 512.0;

/// exp(-x) in float64 lanes. Domain: every float32; NaN gives a NaN rest. Relative error of
/// scale * (1 + rest): 2^-45.5.
/// Method: -x log2(e) = k + f, |f| <= 1/2; 2^f = 1 + f P(f) with P the minimax polynomial of degree
/// 8 (Sollya: fpminimax(2^x, [|1,...,9|], [|D...|], [-1/2;1/2], relative, floating, 1), error
/// 2^-45.9). The rounding of log2(e) adds at most |x| 2^-54 to f. One degree less is 5 % faster and
/// as good for hard labels, but gives away a tenth of an ULP where sigmoid(x) and a soft label
/// agree to 12 bits.
HWY_INLINE void ExpOfMinus(simd::ExactLanes::V x, simd::ExactLanes::V& scale,
                           simd::ExactLanes::V& rest) {
  using V = simd::ExactLanes::V;
  const simd::ExactLanes::D d;
  const hn::RebindToUnsigned<simd::ExactLanes::D> du;
  const V minus_log2e = hn::Set(d, -0x1.71547652b82fep+0);
  // 1.5 * 2^52 rounds to an integer; the bias of the exponent rides along in its low bits.
  const V magic = hn::Set(d, 0x1.8p52 + 1023.0);

  const V t = simd::Clamp(d, x, kMaxAbsX);
  const V shifted = hn::MulAdd(t, minus_log2e, magic);
  const V k = hn::Sub(shifted, magic);
  const V f = hn::MulSub(t, minus_log2e, k);
  scale = hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(du, shifted)));

  V p = hn::Set(d, 0x1.b3ddfa9e944aep-24);
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.63e6962e9ab21p-20));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.ffce3002fdfd6p-17));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.430897f36703ap-13));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.5d87fd936cdeap-10));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.3b2ab7241203p-7));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.c6b08d70c8932p-5));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.ebfbdff81be07p-3));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.62e42fefa37d1p-1));
  rest = hn::Mul(f, p);
}

/// exp(-|x|), likewise.
HWY_INLINE void ExpOfMinusAbs(simd::ExactLanes::V x, simd::ExactLanes::V& scale,
                              simd::ExactLanes::V& rest) {
  ExpOfMinus(hn::Abs(x), scale, rest);
}

/// Largest |x| for which exp(-|x|) is a normal float32.
inline constexpr float kMaxAbsXFast = 87.0f;

/// exp(-min(|x|, kMaxAbsXFast)) in float32 lanes; NaN gives a NaN rest. Relative error of
/// scale * (1 + rest): 2^-27 and the roundings of rest.
/// Method: -|x| = k ln 2 + r, ln 2 in two parts of which the first has 15 bits, so that k times it
/// is exact with or without fused operations; exp(r) = 1 + r + r^2 Q(r) with the minimax polynomial
/// of degree 6 (Sollya: fpminimax(exp(x), [|1,...,6|], [|SG...|], [-0.3475;0.3475], relative,
/// floating, 1), error 2^-27.9, whose coefficient of r is 1).
HWY_INLINE void ExpOfMinusAbsBounded(simd::FastLanes::V x, simd::FastLanes::V& scale,
                                     simd::FastLanes::V& rest) {
  using V = simd::FastLanes::V;
  const simd::FastLanes::D d;
  const hn::RebindToUnsigned<simd::FastLanes::D> du;
  const V magic = hn::Set(d, 0x1.8p23f + 127.0f);

  const V t = simd::MinOrNaN(hn::Set(d, kMaxAbsXFast), hn::Abs(x));
  const V shifted = hn::NegMulAdd(t, hn::Set(d, 0x1.715476p0f), magic);
  const V k = hn::Sub(shifted, magic);
  V r = hn::NegMulSub(k, hn::Set(d, 0x1.62e4p-1f), t);
  r = hn::NegMulAdd(k, hn::Set(d, 0x1.7f7d1cp-20f), r);
  scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(du, shifted)));

  V q = hn::Set(d, 0x1.68744ep-10f);
  q = hn::MulAdd(q, r, hn::Set(d, 0x1.123e78p-7f));
  q = hn::MulAdd(q, r, hn::Set(d, 0x1.555b7cp-5f));
  q = hn::MulAdd(q, r, hn::Set(d, 0x1.55548ap-3f));
  q = hn::MulAdd(q, r, hn::Set(d, 0x1.fffff8p-2f));
  rest = hn::MulAdd(hn::Mul(r, r), q, r);
}

/// exp(-|x|) in float32 lanes: 0 beyond kMaxAbsXFast, infinities included.
HWY_INLINE void ExpOfMinusAbs(simd::FastLanes::V x, simd::FastLanes::V& scale,
                              simd::FastLanes::V& rest) {
  ExpOfMinusAbsBounded(x, scale, rest);
  const auto in_range = hn::Le(hn::Abs(x), hn::Set(simd::FastLanes::D(), kMaxAbsXFast));
  scale = hn::IfThenElseZero(in_range, scale);
}

/// Beyond, exp(-|x|) times any three float64 factors is below half the smallest one.
inline constexpr double kMaxAbsXDouble = 5000.0;

/// exp(-|x|) = 2^k (1 + rest) in full float64; k, an integer, is far below what float64 holds as a
/// power. Error of 1 + rest: half a unit in the last place and 2^-58.
/// Method: -|x| = k ln 2 + r, ln 2 in two parts of which the first has 33 bits, so that k times it
/// is exact; exp(r) = 1 + r + r^2 Q(r), Q of degree 11 (Sollya: fpminimax((exp(x)-1-x)/x^2, 11,
/// [|D...|], [-0.3475;0.3475], relative, floating), error 2^-60).
HWY_INLINE void ExpOfMinusAbs(simd::DoubleLanes /*lanes*/, simd::DoubleLanes::V x,
                              simd::DoubleLanes::V& k, simd::DoubleLanes::V& rest) {
  using V = simd::DoubleLanes::V;
  static constexpr double kQ[] = {0x1p-1,
                                  0x1.5555555555555p-3,
                                  0x1.5555555555556p-5,
                                  0x1.1111111111378p-7,
                                  0x1.6c16c16c15fe2p-10,
                                  0x1.a01a019eaf8a2p-13,
                                  0x1.a01a01a829b85p-16,
                                  0x1.71de402fcd633p-19,
                                  0x1.27e4d7dcaee6ep-22,
                                  0x1.ae4e47c626f08p-26,
                                  0x1.1f7961c4a4026p-29,
                                  0x1.805c55d366958p-33};
  const simd::DoubleLanes::D d;
  const V magic = hn::Set(d, 0x1.8p52);
  const V t = simd::MinOrNaN(hn::Set(d, kMaxAbsXDouble), hn::Abs(x));
  k = hn::Sub(hn::NegMulAdd(t, hn::Set(d, 0x1.71547652b82fep+0), magic), magic);
  V r = hn::NegMulSub(k, hn::Set(d, 0x1.62e42fefp-1), t);
  r = hn::NegMulAdd(k, hn::Set(d, 0x1.473de6af278edp-34), r);
  rest = hn::MulAdd(hn::Mul(r, r), EvenOddPolynomial(d, r, kQ), r);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_EXP_INL_H_
