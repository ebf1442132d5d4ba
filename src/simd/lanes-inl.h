// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The lane type that formulas are written over: what one vector of numbers is computed in.
#if defined(SIGLOSS_SIMD_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_SIMD_LANES_INL_H_
#undef SIGLOSS_SIMD_LANES_INL_H_
#else
#define SIGLOSS_SIMD_LANES_INL_H_
#endif

#include <hwy/highway.h>

#include "simd/narrow-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// float64 lanes, for `exact`: a product of base, three float32 factors and 1/N can neither
/// overflow nor lose a bit that the one rounding to the output type would need.
struct ExactLanes {
  using T = double;
  using Element = float;  // what kernels read
  using D = hn::ScalableTag<double>;
  using V = hn::Vec<D>;
  using FloatD = hn::Rebind<float, D>;

  /// As many float32 as there are lanes, exactly.
  static HWY_INLINE V Load(const float* from) {
    return hn::PromoteTo(D(), hn::LoadU(FloatD(), from));
  }
  /// Rounds once, to nearest even.
  static HWY_INLINE void Store(V v, float* to) { hn::StoreU(NarrowToFloat(D(), v), FloatD(), to); }
  /// For an output type that a later pass rounds to.
  static HWY_INLINE void Store(V v, double* to) { hn::StoreU(v, D(), to); }
};

/// float32 lanes, for `fast`.
struct FastLanes {
  using T = float;
  using Element = float;
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;

  static HWY_INLINE V Load(const float* from) { return hn::LoadU(D(), from); }
  static HWY_INLINE void Store(V v, float* to) { hn::StoreU(v, D(), to); }
};

/// float64 lanes on float64 inputs.
struct DoubleLanes {
  using T = double;
  using Element = double;
  using D = hn::ScalableTag<double>;
  using V = hn::Vec<D>;

  static HWY_INLINE V Load(const double* from) { return hn::LoadU(D(), from); }
  static HWY_INLINE void Store(V v, double* to) { hn::StoreU(v, D(), to); }
};

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::simd
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_SIMD_LANES_INL_H_
