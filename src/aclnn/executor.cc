// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnn/executor.h"

#include <utility>

#include "core/handle_table.h"

namespace sigloss::aclnn {
namespace {

core::HandleTable<Executor>& Executors() {
  // Never destroyed: calls from other threads may come late in the life of the process.
  static auto* table = new core::HandleTable<Executor>;
  return *table;
}

}  // namespace

aclOpExecutor* PublishExecutor(std::shared_ptr<Executor> executor) {
  return static_cast<aclOpExecutor*>(Executors().Insert(std::move(executor)));
}

std::shared_ptr<Executor> FindExecutor(const aclOpExecutor* handle) {
  return Executors().Find(handle);
}

std::shared_ptr<Executor> RemoveExecutor(const aclOpExecutor* handle) {
  return Executors().Remove(handle);
}

size_t LiveExecutors() { return Executors().size(); }

}  // namespace sigloss::aclnn
