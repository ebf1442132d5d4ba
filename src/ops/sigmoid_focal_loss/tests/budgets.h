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
// more than 12 bits, the error is told as a part of the larger one. So do those of gamma below 0,
// whose gradient at the infinite easy side, 0 for gamma -1, is off by that part of the coefficient.
inline constexpr Budget kSoft32 = {.ulps = 0.51, .cancels_below = 0x1p-12, .cancelled = 0x1p-43};

// `fast`: float32 lanes, on logits up to 87 in magnitude. Where the power of Q is a few products,
// and a root: gamma 0, 1/2, 1, ..., 7/2, labels 0 and 1.
inline constexpr Budget kFastProducts32 = {.ulps = 16};
// Any other gamma takes exp(-v), v = (gamma + 1) log(1 + exp(|x|)): a
// rounding of v in float32 is 2^-18 of the result for v beyond 64.
constexpr Budget FastBudget32(double gamma) {
  const bool is_product = gamma <= 3.5 && 2 * gamma == static_cast<int>(2 * gamma);
  return is_product ? kFastProducts32 : Budget{.ulps = 160};
}
// Labels and selectors between 0 and 1, gamma 2.
inline constexpr Budget kFastSoft32 = {.ulps = 40, .cancels_below = 0.25, .cancelled = 0x1p-20};

// Float64, labels 0 and 1. The power of Q comes by exp(-v), v = (gamma + 1) log(1 + exp(|x|)) at
// most: v's own roundings grow with it, and those of the logarithm, times gamma + 1.
constexpr Budget BudgetFor64(double gamma, double largest_logit) {
  const double power = gamma + 1;
  return {.ulps = 6 + 6 * power + 2 * power * (largest_logit + 0.7)};
}
// Other labels and selectors: a part of the larger term where a result is below half of it. For
// gamma to 2 and logits to 20.
inline constexpr Budget kSoft64 = {.ulps = 150, .cancels_below = 0.5, .cancelled = 0x1p-46};

}  // namespace sigloss::ops::sigmoid_focal_loss
