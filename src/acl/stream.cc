// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/stream.h"

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace sigloss::acl {
namespace {

TaskResult Failure(int32_t code, const char* text) noexcept {
  TaskResult result;
  result.code = code;
  try {
    result.text = text;
  } catch (const std::exception&) {
    // The code alone has to do.
  }
  return result;
}

TaskResult RunTask(const Task& task) noexcept {
  try {
    return task();
  } catch (const std::bad_alloc&) {
    return Failure(ACL_ERROR_RT_MEMORY_ALLOCATION, "Host memory is exhausted.");
  } catch (const std::exception& error) {
    return Failure(ACL_ERROR_RT_INTERNAL_ERROR, error.what());
  } catch (...) {
    return Failure(ACL_ERROR_RT_INTERNAL_ERROR, "The task threw an unknown exception.");
  }
}

}  // namespace

int32_t Stream::Enqueue(Task task) {
  Lock lock(mutex_);
  return Append(lock, std::move(task));
}

int32_t Stream::Run(Task task) {
  Lock lock(mutex_);
  const uint64_t target = enqueued_ + 1;
  const int32_t code = Append(lock, std::move(task));
  if (code == 0) Drain(lock, target);
  return code;
}

int32_t Stream::Append(Lock& lock, Task task) {
  if (closed_) return ACL_ERROR_RT_STREAM_CONTEXT;
  queue_.push_back(std::move(task));
  ++enqueued_;
  if (thread_.joinable()) {
    if (!running_) work_.notify_one();  // who runs a task looks for the next one itself
    return 0;
  }
  try {
    thread_ = std::thread([this] { Work(); });
  } catch (const std::system_error&) {
    Drain(lock, enqueued_);  // no thread to be had: late, but in order and complete
  }
  return 0;
}

TaskResult Stream::Synchronize() {
  Lock lock(mutex_);
  Drain(lock, enqueued_);
  return std::exchange(failure_, {});
}

std::optional<TaskResult> Stream::SynchronizeFor(std::chrono::milliseconds limit) {
  // This caller runs no task itself: it could not leave one when the time is over.
  const auto deadline = std::chrono::steady_clock::now() + limit;
  Lock lock(mutex_);
  const uint64_t target = enqueued_;
  while (completed_ < target) {
    wake_at_ = std::min(wake_at_, target);
    const bool late = done_.wait_until(lock, deadline) == std::cv_status::timeout;
    if (late && completed_ < target) return std::nullopt;
  }
  return std::exchange(failure_, {});
}

bool Stream::IsIdle() const {
  Lock lock(mutex_);
  return completed_ == enqueued_;
}

TaskResult Stream::Close() {
  Lock lock(mutex_);
  closed_ = true;
  Drain(lock, enqueued_);
  std::thread ended = std::move(thread_);
  TaskResult result = std::exchange(failure_, {});
  work_.notify_all();
  lock.unlock();
  if (ended.joinable()) ended.join();
  return result;
}

// Takes the first task out and runs it without the lock.
void Stream::RunFront(Lock& lock) {
  Task task = std::move(queue_.front());
  queue_.pop_front();
  running_ = true;
  lock.unlock();
  TaskResult result = RunTask(task);
  task = nullptr;
  lock.lock();
  running_ = false;
  ++completed_;
  if (result.code != 0 && failure_.code == 0) failure_ = std::move(result);
  if (completed_ >= wake_at_) {
    wake_at_ = kNobody;
    done_.notify_all();
  }
}

// Waits until `target` tasks are done, and runs them here while no other thread runs one: a short
// task then costs no switch of threads.
void Stream::Drain(Lock& lock, uint64_t target) {
  while (completed_ < target) {
    if (CanRun()) {
      RunFront(lock);
    } else {
      wake_at_ = std::min(wake_at_, target);
      done_.wait(lock);
    }
  }
  if (CanRun()) {  // queued meanwhile, and nobody was woken for it
    work_.notify_one();
    done_.notify_all();
  }
}

void Stream::Work() {
  Lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return CanRun() || (closed_ && queue_.empty()); });
    if (!CanRun()) return;
    RunFront(lock);
  }
}

}  // namespace sigloss::acl
