// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include "exec/run_chunks.h"

namespace sigloss::exec {

void RunChunks(size_t count, int max_threads, const std::function<void(size_t)>& body) {
  const auto run = [&] {
    tbb::parallel_for(
        tbb::blocked_range<size_t>(0, count, 1),
        [&](const tbb::blocked_range<size_t>& range) {
          for (size_t i = range.begin(); i < range.end(); ++i) body(i);
        },
        tbb::simple_partitioner());
  };
  if (max_threads == 0 || max_threads >= AllThreads()) return run();
  tbb::task_arena(max_threads).execute(run);
}

int AllThreads() { return tbb::this_task_arena::max_concurrency(); }

}  // namespace sigloss::exec
