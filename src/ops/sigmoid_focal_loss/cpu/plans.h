// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The family on the host's processor: what a call looks like without its data, and its plan.
// The front has run the checks of the operator's spec and seen to it that no output overlaps
// itself. Addresses of Plan::Run follow the spec's parameters; those behind the last one that the
// call has may be left out.
#pragma once

#include <memory>
#include <optional>

#include "core/export.h"
#include "device/plan.h"
#include "ops/sigmoid_focal_loss/spec.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/sigmoid_focal_loss.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::ops::sigmoid_focal_loss::cpu {

/// What all calls of the family have; see FocalOptions.
struct Call {
  TensorDesc logits;
  TensorDesc target;  // for kClassIndex of the shape of logits without its last axis
  FocalTarget::Kind target_kind = FocalTarget::Kind::kLabels;
  std::optional<TensorDesc> weight = {};
  std::optional<TensorDesc> class_alpha = {};
  std::optional<TensorDesc> mask = {};
  std::optional<double> alpha = 0.25;  // absent: positive and negative elements weigh 1
  double gamma = 2;
  Reduction reduction = Reduction::kNone;
  Normalizer normalizer = {};
  std::optional<Precision> precision = {};  // absent: the setting of the process
  int max_threads = 0;                      // 0: all
};

struct ForwardCall : Call {
  TensorDesc loss;
};

struct BackwardCall : Call {
  TensorDesc grad_output;
  TensorDesc grad;
};

struct LossAndGradCall : Call {
  TensorDesc loss;
  TensorDesc grad;
};

using PlanPtr = std::unique_ptr<const device::Plan>;

/// Each plans one operator of spec.h. Errors: what SIGLOSS_TARGET and SIGLOSS_PRECISION give if
/// they are misspelt; when run, kInvalidArgument for a class index that is none, before anything is
/// written.
[[nodiscard]] SIGLOSS_INTERNAL Status PlanForward(const ForwardCall& call, PlanPtr* plan);
[[nodiscard]] SIGLOSS_INTERNAL Status PlanBackward(const BackwardCall& call, PlanPtr* plan);
[[nodiscard]] SIGLOSS_INTERNAL Status PlanLossAndGrad(const LossAndGradCall& call, PlanPtr* plan);

}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
