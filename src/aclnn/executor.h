// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnn/tensor.h"
#include "core/op_spec.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::aclnn {

/// The planned computation: takes the address of each parameter's first element (null for an absent
/// or empty one) and returns when the output is written.
using Computation = std::function<Status(std::span<void* const> addresses)>;

/// What the first phase hands to the second.
struct Executor {
  const core::OpSpec* spec;
  // Parallel to spec->params up to the last that the function has, null where absent.
  std::vector<std::shared_ptr<Tensor>> tensors;
  std::vector<TensorDesc> descs;  // parallel, of the first phase
  Computation compute;            // empty: nothing to do
  uint64_t workspace_size;
  std::atomic<bool> repeatable = false;  // survives the second phase
};

/// The handle for an executor; it is a number, so a consumed executor is told from a live one.
[[nodiscard]] aclOpExecutor* PublishExecutor(std::shared_ptr<Executor> executor);

/// The executor, null if the handle is unknown or was consumed.
[[nodiscard]] std::shared_ptr<Executor> FindExecutor(const aclOpExecutor* handle);

/// Takes the executor out; null if the handle is unknown or was consumed.
[[nodiscard]] std::shared_ptr<Executor> RemoveExecutor(const aclOpExecutor* handle);

/// Number of executors that were made and neither run nor destroyed.
[[nodiscard]] size_t LiveExecutors();

}  // namespace sigloss::aclnn
