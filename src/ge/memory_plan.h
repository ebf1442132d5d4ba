// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sigloss::graph {

/// A buffer that steps `first` to `last` of a run use.
struct Lifetime {
  size_t bytes = 0;
  size_t first = 0;
  size_t last = 0;
};

/// Places of buffers in one piece of memory: two overlap only if no step uses both.
struct MemoryPlan {
  std::vector<size_t> offsets;  // parallel to the lifetimes, multiples of 64
  size_t total = 0;
};

/// `lifetimes` in the order of their first steps.
[[nodiscard]] MemoryPlan PlanMemory(std::span<const Lifetime> lifetimes);

}  // namespace sigloss::graph
