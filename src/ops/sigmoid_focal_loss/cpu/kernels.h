// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The family's kernels, and the numbers that its plans give them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "loss/task.h"

namespace sigloss::ops::sigmoid_focal_loss::cpu {

using loss::Task;

inline constexpr auto kSourceAlpha = loss::kSourceExtra;

/// Places in exec::Scalars after loss::kScale.
enum KernelScalar : uint8_t {
  kGamma = loss::kScale + 1,
  kAlpha,         // of positive elements, where no tensor says
  kOther,         // of negative elements, likewise
  kSelector,      // 1 if the target is a selector, 0 if labels
  kIgnoredLabel,  // a label that leaves the element out; NaN, which equals nothing, for none
  kWritesLoss,    // 1 if the losses' values are wanted
  kWritesGrad,    // 1 if the gradient is wanted
};

/// Elements [lo, hi) of a task; see loss::RunChunk.
double Run(const Task& task, size_t lo, size_t hi);

/// Likewise, of a task on float64.
double RunDouble(const Task& task, size_t lo, size_t hi);

}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
