// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What every formula here comes down to: (left + right) * factor / divisor. Rounds it correctly,
// by as many bits as that takes, or by a quick estimate where its error bound allows.
#pragma once

#include <mpfr.h>

#include <functional>

#include "oracle/reference.h"
#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// The formula, to be evaluated in the precision that the results have.
struct Bracket {
  /// Writes the two terms. Each may take at most six roundings.
  std::function<void(mpfr_ptr left, mpfr_ptr right)> terms;
  /// Where left + right is a rational number, which may be a tie that no precision of the terms
  /// decides: writes it with at most three roundings, none of which may cancel, and returns true.
  std::function<bool(mpfr_ptr sum)> rational;
  /// Writes the factor, with at most three roundings.
  std::function<void(mpfr_ptr factor)> factor;
  double divisor = 1;
  /// An infinite sum is the limit at an infinite logit: a factor of zero makes it zero, not NaN.
  bool at_infinity = false;
};

/// The answer in the format `dtype`, the precision raised until the rounding is decided.
[[nodiscard]] Reference Evaluate(const Bracket& bracket, DType dtype);

/// The formula in extended precision.
struct Estimate {
  long double left = 0;
  long double right = 0;
  long double sum = 0;     // of the terms; where they are rational, perhaps computed otherwise
  long double factor = 0;  // all factors, over the divisor
  /// sum * factor is off by at most error * |factor|.
  long double error = 0;
};

/// Writes the answer if the estimate decides it.
[[nodiscard]] bool Settle(const Estimate& estimate, DType dtype, Reference* answer);

}  // namespace sigloss::oracle
