// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "exec/parallel_for.h"

#include <algorithm>
#include <array>

#include "exec/run_chunks.h"

namespace sigloss::exec {
namespace {

// Pairwise, so that the error grows with the logarithm of their number.
double SumOf(double* partial, size_t count) {
  for (; count > 1; count = (count + 1) / 2) {
    for (size_t i = 0; i < count / 2; ++i) partial[i] = partial[2 * i] + partial[2 * i + 1];
    if (count % 2 == 1) partial[count / 2] = partial[count - 1];
  }
  return partial[0];
}

}  // namespace

void ParallelFor(size_t n, int max_threads, const std::function<void(size_t, size_t)>& body) {
  if (n < kSerialBelow || max_threads == 1) {
    if (n > 0) body(0, n);
    return;
  }
  RunChunks((n + kGrain - 1) / kGrain, max_threads,
            [&](size_t i) { body(i * kGrain, std::min(n, (i + 1) * kGrain)); });
}

double ParallelSum(size_t n, int max_threads, const std::function<double(size_t, size_t)>& body) {
  if (n == 0) return 0;
  const size_t grains = (n + kGrain - 1) / kGrain;
  const size_t chunk = (grains + kMaxPartialSums - 1) / kMaxPartialSums * kGrain;
  const size_t count = (n + chunk - 1) / chunk;
  std::array<double, kMaxPartialSums> partial;
  const auto run = [&](size_t i) { partial[i] = body(i * chunk, std::min(n, (i + 1) * chunk)); };
  if (n < kSerialBelow || max_threads == 1) {
    for (size_t i = 0; i < count; ++i) run(i);
  } else {
    RunChunks(count, max_threads, run);
  }
  return SumOf(partial.data(), count);
}

}  // namespace sigloss::exec
