// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "core/export.h"
#include "device/plan.h"
#include "ops/bce_with_logits/spec.h"
#include "sigloss/precision.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::ops::bce_with_logits::cpu {

/// What a gradient call looks like without its data; the fields follow backward::kParams.
struct BackwardCall {
  TensorDesc grad_output;
  TensorDesc logits;
  TensorDesc target;
  std::optional<TensorDesc> weight;
  std::optional<TensorDesc> pos_weight;
  TensorDesc out;
  Reduction reduction = Reduction::kMean;
  std::optional<Precision> precision = {};  // absent: the setting of the process
};

/// Plans the gradient on the host's processor. The front has run the checks of backward::kSpec, so
/// shapes agree or broadcast and dtypes are float32, float16 or bfloat16, in any mixture.
/// Errors: kInvalidArgument for an output whose elements share memory; what SIGLOSS_TARGET and
/// SIGLOSS_PRECISION give if they are misspelt.
[[nodiscard]] SIGLOSS_INTERNAL Status PlanBackward(const BackwardCall& call,
                                                   std::unique_ptr<const device::Plan>* plan);

}  // namespace sigloss::ops::bce_with_logits::cpu
