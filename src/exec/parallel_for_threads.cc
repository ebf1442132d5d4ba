// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// ParallelFor on threads made for the call: for builds under ThreadSanitizer, which does not see
// into a oneTBB that was built without it.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "exec/parallel_for.h"

namespace sigloss::exec {

void ParallelFor(size_t n, const std::function<void(size_t, size_t)>& body) {
  if (n < kSerialBelow) {
    if (n > 0) body(0, n);
    return;
  }
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t lo = 0; (lo = next.fetch_add(kGrain)) < n;) body(lo, std::min(n, lo + kGrain));
  };
  std::vector<std::jthread> helpers(std::max(2u, std::thread::hardware_concurrency()) - 1);
  for (std::jthread& helper : helpers) helper = std::jthread(work);
  work();
}

}  // namespace sigloss::exec
