// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The plan of an elementwise loss on the host's processor, whatever its formula: where each tensor
// is found, what goes into the scale, what the mean divides by, how a reduced loss is written.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>

#include "device/plan.h"
#include "exec/job.h"
#include "loss/task.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::loss {

/// A call without its data. The front has run the checks of the operator's spec.
struct Call {
  TensorDesc logits;
  TensorDesc target;
  bool target_is_class_index = false;  // target has the shape of logits without the last axis
  std::optional<TensorDesc> weight = {};
  std::optional<TensorDesc> extra = {};  // the operator's own
  std::optional<TensorDesc> mask = {};
  std::optional<TensorDesc> grad_output = {};
  std::optional<TensorDesc> loss = {};  // outputs
  std::optional<TensorDesc> grad = {};
  Reduction reduction = Reduction::kMean;
  Normalizer normalizer = {};
  std::optional<Precision> precision = {};  // absent: the setting of the process
  int max_threads = 0;                      // 0: all
};

inline constexpr size_t kAbsent = std::numeric_limits<size_t>::max();

/// Where an operator has its tensors among its parameters.
struct Places {
  std::array<size_t, exec::kMaxSources> sources;  // in the order of KernelSource
  size_t loss = kAbsent;
  size_t grad = kAbsent;
};

/// What the operator adds: what it computes, its numbers, its kernels.
struct Recipe {
  Wanted wanted;
  Places places;
  exec::Scalars scalars{};          // kScale is the plan's
  double grad_factor = 1;           // of every gradient, into kScale
  bool target_is_selector = false;  // positive where it is below 1, not where it is above 0
  RunChunk run = nullptr;
};

/// Errors: what SIGLOSS_TARGET and SIGLOSS_PRECISION give if they are misspelt.
[[nodiscard]] Status MakePlan(const Call& call, const Recipe& recipe,
                              std::unique_ptr<const device::Plan>* plan);

/// The loss that a reduction asks for.
constexpr Loss LossOf(Reduction reduction) {
  return reduction == Reduction::kNone ? Loss::kValues : Loss::kSum;
}

}  // namespace sigloss::loss
