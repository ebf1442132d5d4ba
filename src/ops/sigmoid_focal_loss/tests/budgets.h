// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the family on the host's processor promises; the tests measure it on every instruction set
// there is.
#pragma once

#include <algorithm>

#include "tests/support/accuracy.h"

namespace sigloss::ops::sigmoid_focal_loss {

using testing_support::Budget;

// 16-bit types: float64 lanes and one rounding at the store.
inline constexpr Budget kRight16 = {.ulps = 0.5001, .correctly_rounded = true};

// Float32, labels 0 and 1: nothing cancels.
inline constexpr Budget kHard32 = {.ulps = 0.501};
// Other labels and selectors. The terms of their gradients have opposite signs; where they agree to
// more than 12 bits, the error is told as a part of the larger one. So do those of gamma below 0,
// whose gradient at the infinite easy side, 0 for gamma -1, is off by that part of the coefficient.
inline constexpr Budget kSoft32 = {.ulps = 0.51, .cancels_below = 0x1p-12, .cancelled = 0x1p-43};

// `fast`: float32 lanes, on logits up to 87 in magnitude, labels 0 and 1. The power of Q takes its
// error, and that of the logarithm of Q, times its exponent.
constexpr Budget FastBudget32(double gamma) { return {.ulps = std::max(16.0, 4 * (gamma + 1))}; }
// Labels and selectors between 0 and 1, gamma 2.
inline constexpr Budget kFastSoft32 = {.ulps = 40, .cancels_below = 0.25, .cancelled = 0x1p-20};

// Float64, labels 0 and 1: v, the logarithm of the power of Q, is good to a third of a unit in the
// last place of log(1 + exp(-|x|)), times gamma + 1. Each factor adds half a unit.
constexpr Budget BudgetFor64(double gamma, int factors = 0) {
  return {.ulps = 4 + 0.35 * (gamma + 1) + 0.5 * factors};
}
// Other labels and selectors: a part of the larger term where a result is below half of it. For
// gamma to 2 and logits to 20.
inline constexpr Budget kSoft64 = {.ulps = 150, .cancels_below = 0.5, .cancelled = 0x1p-46};

}  // namespace sigloss::ops::sigmoid_focal_loss
