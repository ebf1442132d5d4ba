// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The obvious kernel for 16-bit types, to compare with: one loop that decodes, computes, rounds and
// encodes a vector at a time, for one set of options.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sigloss/dtype.h"

namespace sigloss::bench {

/// Gradient without weights, elements [lo, hi), in exact precision; float16 or bfloat16 all over.
void FusedBackward(DType dtype, const uint16_t* logits, const uint16_t* target, double scale,
                   uint16_t* out, size_t lo, size_t hi);

}  // namespace sigloss::bench
