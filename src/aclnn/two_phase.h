// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The two phases of any operator function: what is the same for all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "aclnn/acl_meta.h"
#include "aclnn/executor.h"
#include "core/export.h"
#include "core/op_spec.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::aclnn {

/// Arguments of a first phase, in the order of the spec's parameters and attributes. Parameters
/// that the function has not come last in the spec; `tensors` ends before them.
struct FirstPhase {
  const core::OpSpec& spec;
  std::span<const aclTensor* const> tensors;
  std::span<const int64_t> attrs;
  uint64_t* workspace_size;
  aclOpExecutor** executor;
};

/// What an operator makes of checked arguments. `descs` and `given` are parallel to
/// FirstPhase::tensors.
struct Planned {
  Computation compute;  // empty: nothing to do, and no data address matters
  uint64_t workspace_size = 0;
};
using Planner = std::function<Status(std::span<const TensorDesc> descs, std::span<const bool> given,
                                     Planned* planned)>;

/// First phase: the checks in the spec's order, then that views stay inside their storage and
/// elements of outputs are apart, then the plan. Where an empty tensor has skipped checks
/// (Rule::kStopIfEmpty), the planner must not rely on them.
SIGLOSS_INTERNAL aclnnStatus Prepare(const FirstPhase& phase, const Planner& planner) noexcept;

/// Second phase: consumes the executor unless it is repeatable, reads the addresses and queues the
/// computation.
SIGLOSS_INTERNAL aclnnStatus Launch(std::string_view api, void* workspace, uint64_t workspace_size,
                                    aclOpExecutor* executor, aclrtStream stream) noexcept;

}  // namespace sigloss::aclnn
