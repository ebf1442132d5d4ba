// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace sigloss::acl {

/// Which pair of functions an allocation belongs to.
enum class MemoryKind { kDevice, kHost };

/// Memory aligned to 64 bytes with at least 32 bytes of room past the end, since vector code may
/// touch some; null if there is none to be had. Thread-safe.
[[nodiscard]] void* Allocate(MemoryKind kind, size_t size);

/// Frees an allocation of that kind. False, and nothing is touched, if the address is not the start
/// of a live one.
[[nodiscard]] bool Release(MemoryKind kind, void* address);

}  // namespace sigloss::acl
