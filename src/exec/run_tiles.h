// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "exec/job.h"

namespace sigloss::exec {

// The tile driver, compiled once for all kernels. Those must be of the instruction set that is
// being dispatched to, and compute in the job's lanes.

/// Runs the kernels over elements [lo, hi) of a job.
void RunTiles(const Job& job, const Addresses& at, const Kernels& kernels, const Scalars& scalars,
              size_t lo, size_t hi);

/// The same, and the sum of what the kernels reduce. `lo` is a multiple of kSumBlock.
[[nodiscard]] double SumTiles(const Job& job, const Addresses& at, const Kernels& kernels,
                              const Scalars& scalars, size_t lo, size_t hi);

}  // namespace sigloss::exec
