// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/worker.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace sigloss::graph {

struct Worker::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  bool is_closed = false;
  std::thread thread;

  void Work() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return is_closed || !tasks.empty(); });
      if (tasks.empty()) return;
      std::function<void()> task = std::move(tasks.front());
      tasks.pop_front();
      lock.unlock();
      task();
      task = nullptr;  // what it holds may be the session, whose end must find the lock free
      lock.lock();
    }
  }
};

Worker::Worker() : state_(std::make_shared<State>()) {}

Worker::~Worker() {
  std::thread thread;
  {
    std::lock_guard lock(state_->mutex);
    state_->is_closed = true;
    thread = std::move(state_->thread);
  }
  state_->changed.notify_all();
  if (!thread.joinable()) return;
  if (thread.get_id() == std::this_thread::get_id()) {
    thread.detach();
  } else {
    thread.join();
  }
}

void Worker::Add(std::function<void()> task) {
  {
    std::lock_guard lock(state_->mutex);
    state_->tasks.push_back(std::move(task));
    if (!state_->thread.joinable()) {
      try {
        state_->thread = std::thread([state = state_] { state->Work(); });
      } catch (...) {
        state_->tasks.pop_back();
        throw;
      }
    }
  }
  state_->changed.notify_one();
}

}  // namespace sigloss::graph
