// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#if defined(SIGLOSS_SIMD_NARROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_SIMD_NARROW_INL_H_
#undef SIGLOSS_SIMD_NARROW_INL_H_
#else
#define SIGLOSS_SIMD_NARROW_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sigloss::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Lanes to as many float32, to nearest even, beyond the range to infinity.
template <class D, class DF = hn::Rebind<float, D>>
HWY_INLINE hn::Vec<DF> NarrowToFloat(D d, hn::Vec<D> v) {
  if constexpr (sizeof(hn::TFromD<D>) == sizeof(float)) {
    return v;
  } else {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
    // Highway's emulations stop at the largest finite value.
    HWY_ALIGN double from[hn::MaxLanes(d)];
    HWY_ALIGN float to[hn::MaxLanes(d)];
    hn::Store(v, d, from);
    for (size_t i = 0; i < hn::Lanes(d); ++i) to[i] = static_cast<float>(from[i]);
    return hn::Load(DF(), to);
#else
    (void)d;
    return hn::DemoteTo(DF(), v);
#endif
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::simd
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_SIMD_NARROW_INL_H_
