// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#if defined(SIGLOSS_SIMD_PREFETCH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_SIMD_PREFETCH_INL_H_
#undef SIGLOSS_SIMD_PREFETCH_INL_H_
#else
#define SIGLOSS_SIMD_PREFETCH_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sigloss::simd {
namespace HWY_NAMESPACE {

/// How far ahead of its use a line is asked for. A kernel's dependence chain fills the reorder
/// window before the loads of the next lines are seen, and hardware prefetchers stop at a page's
/// end; 2 KiB hides both without pushing a tile out of L1.
inline constexpr size_t kPrefetchBytes = 2048;

/// Asks for the line kPrefetchBytes behind `p`, which may lie past the end of the array: a prefetch
/// does not fault. Integer arithmetic, since no pointer may point there.
HWY_INLINE void PrefetchAhead(const void* p) {
  const auto ahead = reinterpret_cast<uintptr_t>(p) + kPrefetchBytes;
  hwy::Prefetch(reinterpret_cast<const uint8_t*>(ahead));
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::simd
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_SIMD_PREFETCH_INL_H_
