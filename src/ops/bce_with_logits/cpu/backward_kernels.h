// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/job.h"

namespace sigloss::ops::bce_with_logits::cpu {

/// Sources of the gradient kernels, in this order.
enum KernelSource : uint8_t {
  kSourceLogits,
  kSourceTarget,
  kSourceGrad,
  kSourceWeight,
  kSourcePos
};

/// Elements [lo, hi) of the gradient by the kernels of the current SIMD target; `scale` multiplies
/// every element.
void RunBackwardChunk(const exec::Job& job, const exec::Addresses& at, double scale, size_t lo,
                      size_t hi);

}  // namespace sigloss::ops::bce_with_logits::cpu
