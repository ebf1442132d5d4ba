// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "exec/count.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exec/count.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "exec/parallel_for.h"
#include "exec/tile_driver-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::exec {
namespace HWY_NAMESPACE {

template <class L>
void CountKernel(const KernelArgs& args) {
  using T = typename L::Element;
  const auto* a = static_cast<const T*>(args.source[0]);
  const auto* b = static_cast<const T*>(args.source[1]);
  const auto bound_a = static_cast<T>((*args.scalars)[0]);
  const auto bound_b = static_cast<T>((*args.scalars)[1]);
  double count = 0;
  for (size_t i = 0; i < args.n; ++i) {
    const bool met = a[i * args.step[0]] > bound_a && b[i * args.step[1]] > bound_b;
    count += met ? 1 : 0;
  }
  args.sums[0] += count;
}

inline double FirstSum(const double* sums) { return sums[0]; }

double CountChunk(const Job& job, const Addresses& at, const Scalars& scalars, size_t lo,
                  size_t hi) {
  if (job.lanes == LaneType::kDouble) {
    const Kernels kernels = {
        .values = CountKernel<simd::DoubleLanes>, .writes_lanes = true, .block_sum = FirstSum};
    return TileDriver<simd::DoubleLanes>(job, at, kernels, scalars).Sum(lo, hi);
  }
  const Kernels kernels = {.values = CountKernel<simd::ExactLanes>, .block_sum = FirstSum};
  return TileDriver<simd::ExactLanes>(job, at, kernels, scalars).Sum(lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::exec {

HWY_EXPORT(CountChunk);

double CountWhere(const Job& job, const Addresses& at, const Above& condition,
                  const std::optional<Above>& other) {
  Job counted;
  counted.num_elements = job.num_elements;
  counted.lanes = job.lanes;
  Addresses counted_at;
  Scalars bounds{};  // an absent source reads ones, which are above 0
  size_t k = 0;
  const auto add = [&](const Above& above) {
    counted.sources[k] = job.sources[above.source];
    counted_at.sources[k] = at.sources[above.source];
    bounds[k++] = above.bound;
  };
  add(condition);
  if (other) add(*other);
  return ParallelSum(job.num_elements, job.max_threads, [&](size_t lo, size_t hi) {
    return HWY_DYNAMIC_DISPATCH(CountChunk)(counted, counted_at, bounds, lo, hi);
  });
}

}  // namespace sigloss::exec
#endif  // HWY_ONCE
