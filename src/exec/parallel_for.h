// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace sigloss::exec {

/// Elements a thread takes at a time.
inline constexpr size_t kGrain = 16 * 1024;
/// Below this the calling thread works alone: waking another costs more than it saves.
inline constexpr size_t kSerialBelow = 64 * 1024;

/// Calls body(lo, hi) for disjoint ranges that cover [0, n), on the calling thread and those of the
/// thread pool. Ranges begin at multiples of nothing in particular: a body must not depend on them.
void ParallelFor(size_t n, const std::function<void(size_t, size_t)>& body);

}  // namespace sigloss::exec
