// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient of binary cross entropy with logits, from its definition:
//
//   [p (1 - y) - pos_weight y q] * dout * weight / mean_divisor,
//   p = 1 / (1 + exp(-x)),  q = 1 / (1 + exp(x)).
//
// Special values: NaN in gives NaN. x = +-inf gives the limit. A result that underflows is a zero
// with the sign of the exact value, and so is a limit that is zero (x = +inf with y = 1 is
// approached from below: -0). A bracket that is exactly zero is +0; zeros then take the signs of
// dout and weight as in any multiplication.
#pragma once

#include <cstdint>

#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// One element's inputs, as exact values.
struct BceGradInput {
  double x = 0;
  double y = 0;
  double dout = 1;
  double weight = 1;
  double pos_weight = 1;
  uint64_t mean_divisor = 1;  // numel for a mean, else 1
};

/// What the exact answer is.
struct Reference {
  double rounded = 0;         // nearest value of the format, ties to even
  long double exact = 0;      // within 2^-50 of the exact value, relative; sign always right
  long double magnitude = 0;  // the larger of the two terms of the bracket, times the factors
};

/// The answer in the format `dtype`. Float32 and shorter: an evaluation in extended precision with
/// a stated error bound decides most roundings, and BceGradByMpfr the others.
[[nodiscard]] Reference BceGrad(const BceGradInput& input, DType dtype);

/// The same by MPFR alone, its precision raised until the rounding is decided.
[[nodiscard]] Reference BceGradByMpfr(const BceGradInput& input, DType dtype);

}  // namespace sigloss::oracle
