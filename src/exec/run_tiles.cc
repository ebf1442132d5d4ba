// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "exec/run_tiles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exec/run_tiles.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "exec/tile_driver-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::exec {
namespace HWY_NAMESPACE {

template <class Lanes>
double RunIn(const Job& job, const Addresses& at, const Kernels& kernels, const Scalars& scalars,
             bool sums, size_t lo, size_t hi) {
  TileDriver<Lanes> driver(job, at, kernels, scalars);
  if (sums) return driver.Sum(lo, hi);
  driver.Run(lo, hi);
  return 0;
}

double RunInLanes(const Job& job, const Addresses& at, const Kernels& kernels,
                  const Scalars& scalars, bool sums, size_t lo, size_t hi) {
  switch (job.lanes) {
    case LaneType::kFast:
      return RunIn<simd::FastLanes>(job, at, kernels, scalars, sums, lo, hi);
    case LaneType::kDouble:
      return RunIn<simd::DoubleLanes>(job, at, kernels, scalars, sums, lo, hi);
    case LaneType::kExact:
      break;
  }
  return RunIn<simd::ExactLanes>(job, at, kernels, scalars, sums, lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::exec {

HWY_EXPORT(RunInLanes);

void RunTiles(const Job& job, const Addresses& at, const Kernels& kernels, const Scalars& scalars,
              size_t lo, size_t hi) {
  HWY_DYNAMIC_DISPATCH(RunInLanes)(job, at, kernels, scalars, false, lo, hi);
}

double SumTiles(const Job& job, const Addresses& at, const Kernels& kernels, const Scalars& scalars,
                size_t lo, size_t hi) {
  return HWY_DYNAMIC_DISPATCH(RunInLanes)(job, at, kernels, scalars, true, lo, hi);
}

}  // namespace sigloss::exec
#endif  // HWY_ONCE
