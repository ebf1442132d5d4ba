// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The family on the host's processor: what a call looks like without its data, and its plan.
// The front has run the checks of the operator's spec and seen to it that no output overlaps
// itself. Addresses of Plan::Run follow the spec's
// parameters; those behind the last one that the call has may be left out.
#pragma once

#include <memory>
#include <optional>

#include "core/export.h"
#include "device/plan.h"
#include "ops/bce_with_logits/spec.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::ops::bce_with_logits::cpu {

/// What all calls of the family have; see BceOptions.
struct Call {
  TensorDesc logits;
  TensorDesc target;
  std::optional<TensorDesc> weight = {};
  std::optional<TensorDesc> pos_weight = {};
  std::optional<TensorDesc> mask = {};
  Reduction reduction = Reduction::kMean;
  Normalizer normalizer = {};
  double label_smoothing = 0;
  std::optional<Precision> precision = {};  // absent: the setting of the process
  int max_threads = 0;                      // 0: all
};

struct ForwardCall : Call {
  TensorDesc out;
};

/// Of the gradients by the logits and by the target.
struct BackwardCall : Call {
  TensorDesc grad_output;
  TensorDesc out;
};

struct LossAndGradCall : Call {
  TensorDesc loss;
  TensorDesc grad;
};

using PlanPtr = std::unique_ptr<const device::Plan>;

/// Each plans one operator of spec.h. Errors: what SIGLOSS_TARGET and SIGLOSS_PRECISION give if
/// they are misspelt.
[[nodiscard]] SIGLOSS_INTERNAL Status PlanForward(const ForwardCall& call, PlanPtr* plan);
[[nodiscard]] SIGLOSS_INTERNAL Status PlanBackward(const BackwardCall& call, PlanPtr* plan);
[[nodiscard]] SIGLOSS_INTERNAL Status PlanTargetBackward(const BackwardCall& call, PlanPtr* plan);
[[nodiscard]] SIGLOSS_INTERNAL Status PlanLossAndGrad(const LossAndGradCall& call, PlanPtr* plan);

}  // namespace sigloss::ops::bce_with_logits::cpu
