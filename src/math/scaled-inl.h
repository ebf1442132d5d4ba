// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// float64 numbers as m 2^e with e a number of its own, an integer held in a float64: products of
// several factors from the whole range neither overflow nor underflow before the result does.
// Where arithmetic in wider lanes takes care of float32, nothing wider is there for float64.
// m is 0, infinite, NaN, or of a magnitude near 1. (Two references and not a struct: no SVE vector
// may be a member.)
#if defined(SIGLOSS_MATH_SCALED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_MATH_SCALED_INL_H_
#undef SIGLOSS_MATH_SCALED_INL_H_
#else
#define SIGLOSS_MATH_SCALED_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "simd/clamp-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

using VD = simd::DoubleLanes::V;

/// 2^k for an integer k in [-1022, 1023].
HWY_INLINE VD PowerOfTwo(VD k) {
  const simd::DoubleLanes::D d;
  const hn::RebindToUnsigned<simd::DoubleLanes::D> du;
  const VD shifted = hn::Add(k, hn::Set(d, 0x1.8p52 + 1023.0));
  return hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(du, shifted)));
}

/// v = m 2^e; m in [1, 2) by magnitude, or v itself where that is 0, infinite or NaN.
HWY_INLINE void Split(VD v, VD& m, VD& e) {
  const simd::DoubleLanes::D d;
  const hn::RebindToUnsigned<simd::DoubleLanes::D> du;
  const auto infinity = hn::Set(du, uint64_t{0x7FF} << 52);
  const auto is_small = hn::Lt(hn::Abs(v), hn::Set(d, 0x1p-1022));
  const VD normal = hn::IfThenElse(is_small, hn::Mul(v, hn::Set(d, 0x1p54)), v);
  const auto bits = hn::BitCast(du, normal);
  const auto power = hn::And(bits, infinity);
  // The exponent as a number: its bits under those of 2^52.
  const auto number = hn::Or(hn::ShiftRight<52>(power), hn::BitCast(du, hn::Set(d, 0x1p52)));
  const VD bias =
      hn::IfThenElse(is_small, hn::Set(d, 0x1p52 + 1077.0), hn::Set(d, 0x1p52 + 1023.0));
  const auto fraction = hn::AndNot(infinity, bits);  // and the sign
  const VD one = hn::Set(d, 1.0);
  const VD mantissa = hn::BitCast(d, hn::Or(fraction, hn::BitCast(du, one)));
  const auto is_special =
      hn::Or(hn::Eq(v, hn::Zero(d)), hn::RebindMask(d, hn::Eq(power, infinity)));
  m = hn::IfThenElse(is_special, v, mantissa);
  e = hn::IfThenZeroElse(is_special, hn::Sub(hn::BitCast(d, number), bias));
}

/// m 2^e <- m 2^e * v
HWY_INLINE void MultiplyBy(VD v, VD& m, VD& e) {
  VD factor, exponent;
  Split(v, factor, exponent);
  m = hn::Mul(m, factor);
  e = hn::Add(e, exponent);
}

/// m 2^e = a 2^ea + b 2^eb. What a term loses where it is below 2^-1022 of the other is nothing to
/// the sum.
HWY_INLINE void SumOf(VD a, VD ea, VD b, VD eb, VD& m, VD& e) {
  const simd::DoubleLanes::D d;
  const VD zero = hn::Zero(d);
  const VD never = hn::Set(d, -1e6);  // a zero has no say in the exponent
  ea = hn::IfThenElse(hn::Eq(a, zero), never, ea);
  eb = hn::IfThenElse(hn::Eq(b, zero), never, eb);
  e = hn::Max(ea, eb);
  const VD least = hn::Set(d, -1022.0);
  m = hn::Add(hn::Mul(a, PowerOfTwo(hn::Max(hn::Sub(ea, e), least))),
              hn::Mul(b, PowerOfTwo(hn::Max(hn::Sub(eb, e), least))));
}

/// m 2^e as a float64, rounded once: the first of two steps is exact for every result that is not
/// 0 or infinite.
HWY_INLINE VD ValueOf(VD m, VD e) {
  const simd::DoubleLanes::D d;
  const VD magic = hn::Set(d, 0x1.8p52);
  const VD bounded = hn::Max(hn::Min(e, hn::Set(d, 2040.0)), hn::Set(d, -2040.0));
  const VD half = hn::Sub(hn::MulAdd(bounded, hn::Set(d, 0.5), magic), magic);
  return hn::Mul(hn::Mul(m, PowerOfTwo(half)), PowerOfTwo(hn::Sub(bounded, half)));
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_SCALED_INL_H_
