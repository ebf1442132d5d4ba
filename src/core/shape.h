// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Arithmetic on shapes and strides, with overflow told instead of wrapped.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/export.h"
#include "sigloss/tensor_view.h"

namespace sigloss::core {

using Extents = std::span<const int64_t>;

/// Most elements of a tensor: far above any real one, low enough that byte offsets of views can be
/// added up in 64 bits.
inline constexpr int64_t kMaxElements = int64_t{1} << 56;

/// Product of the extents: 1 for rank 0, nullopt for a negative extent or past 2^63 - 1.
[[nodiscard]] SIGLOSS_INTERNAL std::optional<int64_t> NumElements(Extents shape);

/// True if any extent is 0. Rank 0 is one element, not empty.
[[nodiscard]] SIGLOSS_INTERNAL bool IsEmpty(Extents shape);

/// Shape that two shapes broadcast to (aligned at the last axis; per axis equal, or one of them 1),
/// nullopt if they do not.
[[nodiscard]] std::optional<Dims> Broadcast(Extents a, Extents b);

/// Lowest and highest element offset that a view reaches from its origin.
struct Reach {
  int64_t lowest = 0;
  int64_t highest = 0;
};

/// Reach of a view with at least one element; nullopt where it passes 64 bits.
[[nodiscard]] SIGLOSS_INTERNAL std::optional<Reach> ReachOf(Extents shape, Extents strides);

/// True if two index tuples of the view may name the same element. Exact for the layouts that
/// arise from slicing, transposing and expanding; a view whose strides interleave is reported too.
[[nodiscard]] SIGLOSS_INTERNAL bool MayOverlapItself(Extents shape, Extents strides);

/// "[2, 3]"; "[]" for rank 0.
[[nodiscard]] SIGLOSS_INTERNAL std::string ToString(Extents extents);

}  // namespace sigloss::core
