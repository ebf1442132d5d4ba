// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sigloss::oracle {

/// What the exact answer is.
struct Reference {
  double rounded = 0;         // nearest value of the format, ties to even
  long double exact = 0;      // sign always right; off by at most 2^-50 of the exact value, and by
                              // at most 2^-56 of `magnitude`
  long double magnitude = 0;  // the larger of the two terms of the bracket, times the factors
};

[[nodiscard]] Reference NaNReference();

}  // namespace sigloss::oracle
