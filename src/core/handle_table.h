// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace sigloss::core {

/// Next handle of any table: numbers differ between tables too, so that an executor is not taken
/// for a stream.
inline std::atomic<uintptr_t> next_handle{1};

/// Objects behind opaque pointers of a C API. A handle is a number that is never used again, not an
/// address: a stale, foreign or repeated handle is told apart instead of dereferenced. Thread-safe.
template <class T>
class HandleTable {
 public:
  using Handle = void*;

  Handle Insert(std::shared_ptr<T> object) {
    const uintptr_t id = (next_handle.fetch_add(1) << kShift) | kMark;
    std::lock_guard lock(mutex_);
    objects_.emplace(id, std::move(object));
    return reinterpret_cast<Handle>(id);
  }

  /// The object, or null if the handle is not (or no longer) in the table.
  [[nodiscard]] std::shared_ptr<T> Find(const void* handle) const {
    std::lock_guard lock(mutex_);
    auto it = objects_.find(reinterpret_cast<uintptr_t>(handle));
    return it == objects_.end() ? nullptr : it->second;
  }

  /// Takes the object out; null if the handle is not (or no longer) in the table.
  std::shared_ptr<T> Remove(const void* handle) {
    std::lock_guard lock(mutex_);
    auto node = objects_.extract(reinterpret_cast<uintptr_t>(handle));
    return node.empty() ? nullptr : std::move(node.mapped());
  }

  [[nodiscard]] size_t size() const {
    std::lock_guard lock(mutex_);
    return objects_.size();
  }

 private:
  // Odd numbers: no object of the C API that is a real address can be taken for a handle.
  static constexpr unsigned kShift = 4;
  static constexpr uintptr_t kMark = 0x9;

  mutable std::mutex mutex_;
  std::unordered_map<uintptr_t, std::shared_ptr<T>> objects_;
};

}  // namespace sigloss::core
