// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the plan and the kernels of an elementwise loss agree on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/job.h"

namespace sigloss::loss {

/// Sources of all kernels, in this order. kSourceExtra is the operator's own.
enum KernelSource : uint8_t {
  kSourceLogits,
  kSourceTarget,
  kSourceGrad,
  kSourceWeight,
  kSourceExtra,
  kSourceMask
};

/// The first of exec::Scalars: it multiplies every gradient. The others are the operator's own.
inline constexpr size_t kScale = 0;

/// What is wanted of the loss.
enum class Loss : uint8_t { kNot, kValues, kSum };

/// What a call computes. Sinks: the losses if their values are wanted, then the gradient.
struct Wanted {
  bool grad = false;
  bool target_grad = false;
  Loss loss = Loss::kNot;
};

/// One run of a call.
struct Task {
  const exec::Job& job;
  const exec::Addresses& at;
  Wanted wanted;
  exec::Scalars scalars;

  /// The upstream gradient or the weight differ from element to element.
  [[nodiscard]] bool HasFactors() const {
    return job.Reads(kSourceGrad) || job.Reads(kSourceWeight);
  }
};

/// Elements [lo, hi) of the task on the current SIMD target. Returns the sum of the losses if it is
/// wanted, else 0.
using RunChunk = double (*)(const Task& task, size_t lo, size_t hi);

}  // namespace sigloss::loss
