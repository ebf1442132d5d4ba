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

#include "simd/clamp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// exp(-x) in two parts: scale * (1 + rest), with scale a power of two and rest in [-0.293, 0.415].
/// Callers add `scale` to other numbers first and `scale * rest` last, so that what cancels cancels
/// exactly.
template <class V>
struct ExpParts {
  V scale;
  V rest;
};

/// |x| is taken as at most kMaxAbsX. Beyond it, a term exp(-|x|) times any three float32 factors is
/// below half the smallest subnormal float32, 2^-150, so the result does not change; and exp(+-x)
/// times the largest or smallest product of two float32 numbers is a normal float64.
inline constexpr double kMaxAbsX = 512.0;

/// Domain: every float32 in float64 lanes; NaN gives a NaN rest. Relative error of
/// scale * (1 + rest): 2^-40.1.
/// Method: -x log2(e) = k + f, |f| <= 1/2; 2^f = 1 + f P(f) with P the minimax polynomial of degree
/// 7 (Sollya: fpminimax(2^x, [|1,...,8|], [|D...|], [-1/2;1/2], relative, floating, 1), error
/// 2^-40.2). The rounding of log2(e) adds at most 512 * 2^-54 to f.
template <class D, class V = hn::Vec<D>>
HWY_INLINE ExpParts<V> ExpOfMinus(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  const V minus_log2e = hn::Set(d, -0x1.71547652b82fep+0);
  // 1.5 * 2^52 rounds to an integer; the bias of the exponent rides along in its low bits.
  const V magic = hn::Set(d, 0x1.8p52 + 1023.0);

  const V t = simd::HWY_NAMESPACE::Clamp(d, x, kMaxAbsX);
  const V shifted = hn::MulAdd(t, minus_log2e, magic);
  const V k = hn::Sub(shifted, magic);
  const V f = hn::MulSub(t, minus_log2e, k);
  const V scale = hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(du, shifted)));

  V p = hn::Set(d, 0x1.61c4f0e5d3034p-20);
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.00d8533617c35p-16));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.430aa882a3b6ep-13));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.5d874d07141f8p-10));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.3b2ab5ed6fdfp-7));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.c6b08dced33e3p-5));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.ebfbdff8ede83p-3));
  p = hn::MulAdd(p, f, hn::Set(d, 0x1.62e42fef89d1fp-1));
  return {scale, hn::Mul(f, p)};
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_EXP_INL_H_
