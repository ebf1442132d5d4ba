// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// One table for all handles of the C API, so that a handle of one kind is never taken for another.
#pragma once

#include <memory>

#include "core/handle_table.h"

namespace sigloss::acl {

/// What a handle of the C API can stand for.
class Object {
 public:
  Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object();
};

/// The process's table; it is never destroyed, so that late calls at exit still find it.
core::HandleTable<Object>& Objects();

/// The live object of that kind, or null.
template <class T>
[[nodiscard]] std::shared_ptr<T> Find(const void* handle) {
  return std::dynamic_pointer_cast<T>(Objects().Find(handle));
}

/// Takes the live object of that kind out of the table, or null. Of several threads one gets it.
template <class T>
[[nodiscard]] std::shared_ptr<T> Take(const void* handle) {
  if (Find<T>(handle) == nullptr) return nullptr;
  return std::dynamic_pointer_cast<T>(Objects().Remove(handle));
}

}  // namespace sigloss::acl
