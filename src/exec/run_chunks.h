// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace sigloss::exec {

/// Calls body(i) for every i in [0, count), on `max_threads` threads at most (0: all). There are
/// two of it: on oneTBB, and on threads of our own.
void RunChunks(size_t count, int max_threads, const std::function<void(size_t)>& body);

/// Threads that a call of it works on at most.
[[nodiscard]] int AllThreads();

}  // namespace sigloss::exec
