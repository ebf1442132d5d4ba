// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Binary cross entropy with logits and its gradient by the labels, from their definitions. With
// softplus(x) = log(1 + exp(x)) and y' = y (1 - e) + e / 2 the smoothed label:
//
//   loss             [(1 - y') softplus(x) + pos_weight y' softplus(-x)] * weight / mean_divisor
//   target gradient  [pos_weight softplus(-x) - softplus(x)] (1 - e) * dout * weight / mean_divisor
//
// Special values: NaN in gives NaN, save in dout for the loss and in y for the target gradient,
// which don't enter. softplus(+inf) = inf and softplus(-inf) = 0; a coefficient of zero makes its
// term zero even then, and a factor of zero the result. Zeros that are limits or underflows have
// the sign of the exact value; a bracket that is exactly zero is +0; either then takes the signs of
// the factors.
#pragma once

#include "oracle/bce_input.h"
#include "oracle/reference.h"
#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// The answers in the format `dtype`. Float32 and shorter: an evaluation in extended precision with
/// a stated error bound decides most roundings, and MPFR the others.
[[nodiscard]] Reference BceLoss(const BceInput& input, DType dtype);
[[nodiscard]] Reference BceTargetGrad(const BceInput& input, DType dtype);

/// The same by MPFR alone, its precision raised until the rounding is decided.
[[nodiscard]] Reference BceLossByMpfr(const BceInput& input, DType dtype);
[[nodiscard]] Reference BceTargetGradByMpfr(const BceInput& input, DType dtype);

}  // namespace sigloss::oracle
