// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// RunChunks on threads made for the call: for builds under ThreadSanitizer, which does not see into
// a oneTBB that was built without it.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "exec/run_chunks.h"

namespace sigloss::exec {

void RunChunks(size_t count, int max_threads, const std::function<void(size_t)>& body) {
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = 0; (i = next.fetch_add(1)) < count;) body(i);
  };
  const auto all = static_cast<size_t>(AllThreads());
  const size_t threads = max_threads == 0 ? all : std::min(all, static_cast<size_t>(max_threads));
  std::vector<std::jthread> helpers(threads - 1);
  for (std::jthread& helper : helpers) helper = std::jthread(work);
  work();
}

int AllThreads() { return static_cast<int>(std::max(2u, std::thread::hardware_concurrency())); }

}  // namespace sigloss::exec
