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

#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
// With one NaN, x86 returns the second operand.
template <class V>
HWY_INLINE V MinOrNaN(V bound, V v) {
  return hn::Min(bound, v);
}
template <class V>
HWY_INLINE V MaxOrNaN(V bound, V v) {
  return hn::Max(bound, v);
}
#else
// Elsewhere (on Arm, in Highway's emulations) a minimum prefers the number to the NaN.
template <class V>
HWY_INLINE V MinOrNaN(V bound, V v) {
  return hn::IfThenElse(hn::Gt(v, bound), bound, v);
}
template <class V>
HWY_INLINE V MaxOrNaN(V bound, V v) {
  return hn::IfThenElse(hn::Lt(v, bound), bound, v);
}
#endif

/// v limited to [-bound, bound]; NaN stays NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Clamp(D d, V v, hn::TFromD<D> bound) {
  return MinOrNaN(hn::Set(d, bound), MaxOrNaN(hn::Set(d, -bound), v));
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::simd
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_SIMD_CLAMP_INL_H_
