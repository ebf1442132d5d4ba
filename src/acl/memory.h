// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The memory that the runtime knows. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "acl/block_map.h"

namespace sigloss::acl {

/// Room past the end that vector code may touch.
inline constexpr size_t kRoomPastEnd = 32;

/// What to allocate: a multiple of 32 bytes that holds `size`, and `past_end` more.
struct Request {
  MemoryKind kind = MemoryKind::kHost;
  size_t size = 0;
  size_t past_end = kRoomPastEnd;
  int32_t device = 0;
};

/// Memory aligned to 64 bytes; null if there is none to be had.
[[nodiscard]] void* Allocate(const Request& request);

/// Frees an allocation of that kind. False, and nothing is touched, if the address is not the start
/// of a live one.
[[nodiscard]] bool Release(MemoryKind kind, void* address);

/// Makes memory of the program known, which stays the program's. False if it overlaps memory that
/// is known already.
[[nodiscard]] bool Register(void* address, size_t size, int32_t device);

/// Takes that back. False if the address is not the start of registered memory.
[[nodiscard]] bool Unregister(void* address);

/// The block that the address lies in. An allocation comes before a registration that the program
/// forgot to take back when it freed the memory.
[[nodiscard]] std::optional<Block> FindBlock(const void* address);

}  // namespace sigloss::acl
