// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/block_map.h"

#include <iterator>

namespace sigloss::acl {

// The last block that begins at or before the address.
const Block* BlockMap::LastUpTo(uintptr_t address) const {
  const auto next = blocks_.upper_bound(address);
  return next == blocks_.begin() ? nullptr : &std::prev(next)->second;
}

bool BlockMap::Insert(const Block& block) {
  if (Overlaps(block.begin, block.size)) return false;
  blocks_.emplace(block.begin, block);
  return true;
}

bool BlockMap::Remove(MemoryKind kind, uintptr_t begin) {
  const auto found = blocks_.find(begin);
  if (found == blocks_.end() || found->second.kind != kind) return false;
  blocks_.erase(found);
  return true;
}

std::optional<Block> BlockMap::Find(uintptr_t address) const {
  const Block* block = LastUpTo(address);
  if (block == nullptr || !block->Contains(address)) return std::nullopt;
  return *block;
}

bool BlockMap::Overlaps(uintptr_t begin, size_t size) const {
  if (size == 0) return false;
  const Block* block = LastUpTo(begin + (size - 1));
  return block != nullptr && (block->begin >= begin || block->Contains(begin));
}

}  // namespace sigloss::acl
