// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The family's kernels, and the numbers that its plans give them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "loss/task.h"

namespace sigloss::ops::bce_with_logits::cpu {

using loss::Task;

inline constexpr auto kSourcePos = loss::kSourceExtra;

/// Places in exec::Scalars after loss::kScale.
enum KernelScalar : uint8_t {
  kLabelKeep = loss::kScale + 1,  // label smoothing: y <- y * keep + add
  kLabelAdd,
};

/// Elements [lo, hi) of a task by the kernels for it, which are one of those below; see
/// loss::RunChunk.
double Run(const Task& task, size_t lo, size_t hi);

/// For float32 and float64 lanes on float32 inputs.
double RunGrad(const Task& task, size_t lo, size_t hi);
double RunTargetGrad(const Task& task, size_t lo, size_t hi);
double RunLoss(const Task& task, size_t lo, size_t hi);
double RunLossAndGrad(const Task& task, size_t lo, size_t hi);
/// Anything on float64 inputs.
double RunDouble(const Task& task, size_t lo, size_t hi);

}  // namespace sigloss::ops::bce_with_logits::cpu
