// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "sigloss/threads.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "exec/run_chunks.h"
#include "exec/threads.h"

namespace sigloss {
namespace {

std::atomic<int> process_setting{0};

}  // namespace

Status SetNumThreads(int max_threads) {
  if (max_threads < 0) {
    return {StatusCode::kInvalidArgument,
            "SetNumThreads: max_threads should be at least 0, but it is " +
                std::to_string(max_threads) + "."};
  }
  process_setting.store(max_threads, std::memory_order_relaxed);
  return {};
}

int GetNumThreads() {
  const int all = exec::AllThreads();
  const int set = exec::ThreadsOrSetting(0);
  return set == 0 ? all : std::min(set, all);
}

int exec::ThreadsOrSetting(int max_threads) {
  return max_threads != 0 ? max_threads : process_setting.load(std::memory_order_relaxed);
}

}  // namespace sigloss
