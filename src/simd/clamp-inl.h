// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#if defined(SIGLOSS_SIMD_CLAMP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_SIMD_CLAMP_INL_H_
#undef SIGLOSS_SIMD_CLAMP_INL_H_
#else
#define SIGLOSS_SIMD_CLAMP_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sigloss::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// v limited to [-bound, bound]; NaN stays NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Clamp(D d, V v, double bound) {
  const V high = hn::Set(d, static_cast<hn::TFromD<D>>(bound));
  const V low = hn::Set(d, static_cast<hn::TFromD<D>>(-bound));
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128 && (HWY_ARCH_X86 || HWY_ARCH_ARM_A64)
  // x86 returns the second operand if one is NaN, Arm a NaN.
  return hn::Min(high, hn::Max(low, v));
#else
  // Elsewhere a minimum may prefer the number to the NaN.
  const V at_most = hn::IfThenElse(hn::Gt(v, high), high, v);
  return hn::IfThenElse(hn::Lt(v, low), low, at_most);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::simd
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_SIMD_CLAMP_INL_H_
