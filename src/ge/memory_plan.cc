// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/memory_plan.h"

#include <algorithm>

namespace sigloss::graph {
namespace {

// So that vectors don't straddle cache lines and threads don't share them.
constexpr size_t kAlignment = 64;

struct Block {
  size_t offset;
  size_t size;
  size_t last;
};

// The lowest gap that is wide enough; `live` is in the order of offsets.
std::vector<Block>::iterator FindGap(std::vector<Block>& live, size_t size, size_t* offset) {
  *offset = 0;
  auto next = live.begin();
  for (; next != live.end() && next->offset - *offset < size; ++next) {
    *offset = next->offset + next->size;
  }
  return next;
}

}  // namespace

MemoryPlan PlanMemory(std::span<const Lifetime> lifetimes) {
  MemoryPlan plan;
  std::vector<Block> live;
  for (const Lifetime& lifetime : lifetimes) {
    std::erase_if(live, [&](const Block& block) { return block.last < lifetime.first; });
    const size_t size = (lifetime.bytes + kAlignment - 1) / kAlignment * kAlignment;
    size_t offset = 0;
    const auto next = FindGap(live, size, &offset);
    live.insert(next, {offset, size, lifetime.last});
    plan.offsets.push_back(offset);
    plan.total = std::max(plan.total, offset + size);
  }
  return plan;
}

}  // namespace sigloss::graph
