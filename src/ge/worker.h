// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

namespace sigloss::graph {

/// A thread that does what it is given, in order. It starts with the first task. Thread-safe.
class Worker {
 public:
  Worker();
  /// Waits until everything is done, unless a task is what ends the worker: the rest is then done
  /// after that task.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// A task must not throw. Throws std::bad_alloc or std::system_error, and then has not taken it.
  void Add(std::function<void()> task);

 private:
  struct State;

  std::shared_ptr<State> state_;
};

}  // namespace sigloss::graph
