// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Running sums and products of lanes, in float64 arrays of one number per lane.
#if defined(SIGLOSS_SIMD_ACCUMULATE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_SIMD_ACCUMULATE_INL_H_
#undef SIGLOSS_SIMD_ACCUMULATE_INL_H_
#else
#define SIGLOSS_SIMD_ACCUMULATE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls visit(v, k) for float64 vectors that make up the lanes, k being the first one's index.
template <class Visit>
HWY_INLINE void AsDoubles(ExactLanes /*lanes*/, ExactLanes::V v, const Visit& visit) {
  visit(v, 0);
}
template <class Visit>
HWY_INLINE void AsDoubles(DoubleLanes /*lanes*/, DoubleLanes::V v, const Visit& visit) {
  visit(v, 0);
}
template <class Visit>
HWY_INLINE void AsDoubles(FastLanes /*lanes*/, FastLanes::V v, const Visit& visit) {
  const FastLanes::D df;
  const ExactLanes::D d;
  HWY_ALIGN float values[hn::MaxLanes(df)];
  hn::Store(v, df, values);
  for (size_t k = 0; k < hn::Lanes(df); k += hn::Lanes(d)) visit(ExactLanes::Load(values + k), k);
}

/// sums[i] += v[i]
template <class L>
HWY_INLINE void AddTo(L lanes, typename L::V v, double* HWY_RESTRICT sums) {
  const hn::ScalableTag<double> d;
  AsDoubles(lanes, v, [&](hn::Vec<decltype(d)> part, size_t k) HWY_ATTR {
    hn::StoreU(hn::Add(hn::LoadU(d, sums + k), part), d, sums + k);
  });
}

/// With products[i] = P, the product of all (1 + e[i]) so far less 1: P <- P + e + P e, in which
/// small e are not lost as they would be beside 1.
template <class L>
HWY_INLINE void MultiplyInto(L lanes, typename L::V e, double* HWY_RESTRICT products) {
  const hn::ScalableTag<double> d;
  AsDoubles(lanes, e, [&](hn::Vec<decltype(d)> part, size_t k) HWY_ATTR {
    const auto p = hn::LoadU(d, products + k);
    hn::StoreU(hn::MulAdd(p, part, hn::Add(p, part)), d, products + k);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::simd
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_SIMD_ACCUMULATE_INL_H_
