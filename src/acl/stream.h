// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Streams: queues of tasks that run in order, asynchronously to the caller.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "acl/acl_base.h"
#include "acl/objects.h"

namespace sigloss::acl {

/// Outcome of a task: 0, or a code that the next synchronisation returns and a text for its report.
struct TaskResult {
  int32_t code = 0;
  std::string text;
};

/// A piece of work. It must not call functions of the C API. What it throws counts as its failure.
using Task = std::function<TaskResult()>;

/// Thread-safe. Tasks run one at a time in the order of Enqueue, in a thread of the stream's own or
/// in one that synchronises; a task is destroyed before it counts as done. After a failure the
/// stream goes on with the next task.
class Stream final : public Object {
 public:
  explicit Stream(aclrtContext owner) : owner_(owner) {}
  ~Stream() override { (void)Close(); }

  /// Handle of the context the stream belongs to.
  [[nodiscard]] aclrtContext owner() const { return owner_; }

  /// Queues a task; ACL_ERROR_RT_STREAM_CONTEXT (without a text) if the stream is closed. Throws
  /// std::bad_alloc.
  [[nodiscard]] int32_t Enqueue(Task task);

  /// Enqueue, then a wait for this task; failures stay for the next report.
  [[nodiscard]] int32_t Run(Task task);

  /// Waits for everything queued before the call and gives the first failure since the last report.
  [[nodiscard]] TaskResult Synchronize();

  /// The same with a limit; nothing if it is over first.
  [[nodiscard]] std::optional<TaskResult> SynchronizeFor(std::chrono::milliseconds limit);

  /// Whether nothing is queued or running.
  [[nodiscard]] bool IsIdle() const;

  /// Takes no more tasks, finishes the queued ones, ends the stream's thread; repeatable.
  TaskResult Close();

 private:
  using Lock = std::unique_lock<std::mutex>;
  static constexpr uint64_t kNobody = std::numeric_limits<uint64_t>::max();

  [[nodiscard]] int32_t Append(Lock& lock, Task task);
  void RunFront(Lock& lock);
  void Drain(Lock& lock, uint64_t target);
  void Work();
  [[nodiscard]] bool CanRun() const { return !running_ && !queue_.empty(); }

  const aclrtContext owner_;
  mutable std::mutex mutex_;
  std::condition_variable work_;  // for the stream's thread: a task to run, or the end
  std::condition_variable done_;  // for waiting callers: wake_at_ is reached
  std::deque<Task> queue_;
  uint64_t enqueued_ = 0;
  uint64_t completed_ = 0;
  uint64_t wake_at_ = kNobody;  // lowest count of completed tasks that a caller waits for
  bool running_ = false;        // a task is out of the queue and runs without the lock
  bool closed_ = false;
  TaskResult failure_;
  std::thread thread_;
};

/// Stream behind a handle of the C API, null being the default stream of the current context.
/// Returns 0 or reports a text in the name of `function` and returns ACL_ERROR_RT_CONTEXT_NULL
/// (no current context), ACL_ERROR_RT_STREAM_CONTEXT (not a live stream of that context) or
/// ACL_ERROR_RT_INVALID_HANDLE (a handle of another kind).
[[nodiscard]] int32_t ResolveStream(aclrtStream handle, std::shared_ptr<Stream>* out,
                                    std::string_view function = "The call");

}  // namespace sigloss::acl
