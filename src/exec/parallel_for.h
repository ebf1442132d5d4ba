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
/// Most partial sums, which lie on the caller's stack.
inline constexpr size_t kMaxPartialSums = 1024;

/// Calls body(lo, hi) for disjoint ranges that cover [0, n), on the calling thread and those of the
/// thread pool, `max_threads` of them at most (0: all). A body must not depend on where a range
/// begins.
void ParallelFor(size_t n, int max_threads, const std::function<void(size_t, size_t)>& body);

/// Sum of body(lo, hi) over ranges that cover [0, n). Ranges, which begin at multiples of kGrain,
/// and the order of additions depend on n alone, so the sum has the same bits for any number of
/// threads.
[[nodiscard]] double ParallelSum(size_t n, int max_threads,
                                 const std::function<double(size_t, size_t)>& body);

}  // namespace sigloss::exec
