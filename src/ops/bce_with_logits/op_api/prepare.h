// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The first phases of the family, from the arguments of the C functions to a plan.
#pragma once

#include <cstdint>
#include <span>

#include "aclnn/acl_meta.h"
#include "core/op_spec.h"
#include "ops/bce_with_logits/cpu/plans.h"
#include "sigloss/status.h"

namespace sigloss::ops::bce_with_logits::op_api {

/// What a GetWorkspaceSize function was given; the tensors in the order of the operator's
/// parameters.
struct Arguments {
  std::span<const aclTensor* const> tensors;
  int64_t reduction;
  uint64_t* workspace_size;
  aclOpExecutor** executor;
};

/// Of the loss. Reduced over no elements it is written all the same: NaN for mean, 0 for sum.
[[nodiscard]] aclnnStatus PrepareForward(const Arguments& arguments) noexcept;

using GradientPlanner = Status (*)(const cpu::BackwardCall&, cpu::PlanPtr*);

/// Of the gradient that `spec` describes and `planner` plans. Without elements nothing is done.
[[nodiscard]] aclnnStatus PrepareGradient(const core::OpSpec& spec, GradientPlanner planner,
                                          const Arguments& arguments) noexcept;

}  // namespace sigloss::ops::bce_with_logits::op_api
