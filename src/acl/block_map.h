// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace sigloss::acl {

/// Where memory comes from: the two pairs of functions that allocate it, or the program itself,
/// which registered it.
enum class MemoryKind { kDevice, kHost, kRegistered };

/// A piece of memory that the runtime knows.
struct Block {
  MemoryKind kind = MemoryKind::kHost;
  uintptr_t begin = 0;
  size_t size = 0;  // bytes that may be touched, not only those that were asked for
  int32_t device = 0;

  [[nodiscard]] bool Contains(uintptr_t address) const { return address - begin < size; }
};

/// Blocks by address, none overlapping another or wrapping around. Not thread-safe.
class BlockMap {
 public:
  /// False, and nothing changes, if the block overlaps one of the map.
  bool Insert(const Block& block);

  /// Takes out the block that begins there, if it is of that kind.
  bool Remove(MemoryKind kind, uintptr_t begin);

  /// The block that the address lies in.
  [[nodiscard]] std::optional<Block> Find(uintptr_t address) const;

  /// Whether a block has a byte in common with [begin, begin + size).
  [[nodiscard]] bool Overlaps(uintptr_t begin, size_t size) const;

 private:
  [[nodiscard]] const Block* LastUpTo(uintptr_t address) const;

  std::map<uintptr_t, Block> blocks_;
};

}  // namespace sigloss::acl
