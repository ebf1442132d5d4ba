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
  const auto* from = static_cast<const typename L::Element*>(args.source[0]);
  double count = 0;
  for (size_t i = 0; i < args.n; ++i) count += from[i * args.step[0]] > 0 ? 1 : 0;
  args.sums[0] += count;
}

inline double FirstSum(const double* sums) { return sums[0]; }

double CountChunk(const Job& job, const Addresses& at, size_t lo, size_t hi) {
  const Scalars scalars{};
  if (job.lanes == LaneType::kDouble) {
    const Kernels kernels = {CountKernel<simd::DoubleLanes>, nullptr, FirstSum};
    return TileDriver<simd::DoubleLanes>(job, at, kernels, scalars).Sum(lo, hi);
  }
  const Kernels kernels = {CountKernel<simd::ExactLanes>, nullptr, FirstSum};
  return TileDriver<simd::ExactLanes>(job, at, kernels, scalars).Sum(lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::exec {

HWY_EXPORT(CountChunk);

double CountPositive(const Job& job, size_t source, const Addresses& at) {
  Job counted;
  counted.num_elements = job.num_elements;
  counted.lanes = job.lanes;
  counted.sources[0] = job.sources[source];
  Addresses counted_at;
  counted_at.sources[0] = at.sources[source];
  return ParallelSum(job.num_elements, job.max_threads, [&](size_t lo, size_t hi) {
    return HWY_DYNAMIC_DISPATCH(CountChunk)(counted, counted_at, lo, hi);
  });
}

}  // namespace sigloss::exec
#endif  // HWY_ONCE
