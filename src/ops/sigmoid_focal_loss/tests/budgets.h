// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the family on the host's processor promises; the tests measure it on every instruction set
// there is.
#pragma once

#include "tests/support/accuracy.h"

namespace sigloss::ops::sigmoid_focal_loss {

using testing_support::Budget;

// 16-bit types: float64 lanes and one rounding at the store.
inline constexpr Budget kRight16 = {.ulps = 0.5001, .correctly_rounded = true};

// Float32, labels 0 and 1: nothing cancels.
inline constexpr Budget kHard32 = {.ulps = 0.501};
// Other labels and selectors. The terms of their gradients have opposite signs; where they agree to
// more than 12 bits, the error is told as a part of the larger one.
inline constexpr Budget kSoft32 = {.ulps = 0.51, .cancels_below = 0x1p-12, .cancelled = 0x1p-40};

// `fast`: float32 lanes, on logits up to 87 in magnitude.
inline constexpr Budget kFast32 = {.ulps = 40};

// Float64.
inline constexpr Budget kHard64 = {.ulps = 4};
inline constexpr Budget kSoft64 = {.ulps = 6, .cancels_below = 0.5, .cancelled = 0x1p-51};

// For exponents (gamma + 1) log(1 + exp(|x|)) up to that number.
constexpr Budget BudgetFor64(double exponent) { return {.ulps = 4 + exponent}; }
// Sums of losses in float64: the additions' own roundings show, up to 512 in a row.
inline constexpr Budget kSum64 = {.ulps = 32};

}  // namespace sigloss::ops::sigmoid_focal_loss
