// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "exec/parallel_for.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

namespace sigloss::exec {

void ParallelFor(size_t n, const std::function<void(size_t, size_t)>& body) {
  if (n < kSerialBelow) {
    if (n > 0) body(0, n);
    return;
  }
  tbb::parallel_for(
      tbb::blocked_range<size_t>(0, n, kGrain),
      [&](const tbb::blocked_range<size_t>& range) { body(range.begin(), range.end()); },
      tbb::simple_partitioner());
}

}  // namespace sigloss::exec
