// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient of binary cross entropy with logits, from its definition:
//
//   [p (1 - y) - pos_weight y q] * dout * weight / mean_divisor,
//   p = 1 / (1 + exp(-x)),  q = 1 / (1 + exp(x)),  y the smoothed label.
//
// Special values: NaN in gives NaN. x = +-inf gives the limit. A result that underflows is a zero
// with the sign of the exact value, and so is a limit that is zero (x = +inf with y = 1 is
// approached from below: -0). A bracket that is exactly zero is +0; zeros then take the signs of
// dout, weight and mean_divisor as in any multiplication.
#pragma once

#include "oracle/bce_input.h"
#include "oracle/reference.h"
#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// The answer in the format `dtype`. Float32 and shorter: an evaluation in extended precision with
/// a stated error bound decides most roundings, and BceGradByMpfr the others.
[[nodiscard]] Reference BceGrad(const BceInput& input, DType dtype);

/// The same by MPFR alone, its precision raised until the rounding is decided.
[[nodiscard]] Reference BceGradByMpfr(const BceInput& input, DType dtype);

}  // namespace sigloss::oracle
