// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The machine's limit for an elementwise kernel: the same arrays read and written, nothing
// computed.
#pragma once

#include <cstddef>
#include <span>

namespace sigloss::bench {

/// out[i] = sum of inputs[k][i] for i in [lo, hi), bytes of whatever type seen as float32; at most
/// four inputs. Regular stores, vectors of the current SIMD target.
void StreamSum(std::span<const float* const> inputs, float* out, size_t lo, size_t hi);

}  // namespace sigloss::bench
