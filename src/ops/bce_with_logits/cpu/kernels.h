// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What plans and kernels of the family agree on, and the kernels' entries.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/job.h"

namespace sigloss::ops::bce_with_logits::cpu {

/// Sources of all kernels, in this order.
enum KernelSource : uint8_t {
  kSourceLogits,
  kSourceTarget,
  kSourceGrad,
  kSourceWeight,
  kSourcePos,
  kSourceMask
};

/// Numbers of all kernels.
enum KernelScalar : uint8_t {
  kScale,      // multiplies every gradient
  kLabelKeep,  // label smoothing: y <- y * keep + add
  kLabelAdd,
};

/// What is wanted of the loss.
enum class Loss : uint8_t { kNot, kValues, kSum };

/// What a call computes. Sinks: the losses if their values are wanted, then the gradient.
struct Wanted {
  bool grad = false;
  bool target_grad = false;
  Loss loss = Loss::kNot;
};

/// What the kernels need to know of a call's options.
struct Options {
  bool pos_weight = false;
  bool factors = false;  // the upstream gradient or the weight differ from element to element
  bool extras = false;   // a mask or label smoothing
};

/// One run of a call.
struct Task {
  const exec::Job& job;
  const exec::Addresses& at;
  Wanted wanted;
  exec::Scalars scalars;
};
[[nodiscard]] Options OptionsOf(const Task& task);

/// Elements [lo, hi) of the task on the current SIMD target. Returns the sum of the losses if it is
/// wanted, else 0.
using RunChunk = double (*)(const Task& task, size_t lo, size_t hi);

/// The one for a task, which is one of those below.
[[nodiscard]] RunChunk ChooseKernels(const Task& task);

/// For float32 and float64 lanes on float32 inputs.
double RunGrad(const Task& task, size_t lo, size_t hi);
double RunTargetGrad(const Task& task, size_t lo, size_t hi);
double RunLoss(const Task& task, size_t lo, size_t hi);
double RunLossAndGrad(const Task& task, size_t lo, size_t hi);
/// Anything on float64 inputs.
double RunDouble(const Task& task, size_t lo, size_t hi);

}  // namespace sigloss::ops::bce_with_logits::cpu
