// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "exec/count.h"

#include "exec/parallel_for.h"
#include "exec/run_tiles.h"

namespace sigloss::exec {
namespace {

template <class Element>
void CountKernel(const KernelArgs& args) {
  const auto* a = static_cast<const Element*>(args.source[0]);
  const auto* b = static_cast<const Element*>(args.source[1]);
  const auto bound_a = static_cast<Element>((*args.scalars)[0]);
  const auto bound_b = static_cast<Element>((*args.scalars)[1]);
  double count = 0;
  for (size_t i = 0; i < args.n; ++i) {
    const bool met = a[i * args.step[0]] > bound_a && b[i * args.step[1]] > bound_b;
    count += met ? 1 : 0;
  }
  args.sums[0] += count;
}

double FirstSum(const double* sums) { return sums[0]; }

}  // namespace

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
  const Kernels kernels = {
      .values = job.lanes == LaneType::kDouble ? CountKernel<double> : CountKernel<float>,
      .writes_lanes = true,
      .block_sum = FirstSum};
  return ParallelSum(job.num_elements, job.max_threads, [&](size_t lo, size_t hi) {
    return SumTiles(counted, counted_at, kernels, bounds, lo, hi);
  });
}

}  // namespace sigloss::exec
