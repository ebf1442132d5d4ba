// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the terms of focal loss are made of, in MPFR.
#pragma once

#include <mpfr.h>

#include "oracle/mpfr_real.h"

namespace sigloss::oracle {

/// No power of the formulas counts as larger than exp(this), nor as smaller than exp(-this), or
/// than that beside another. It doesn't show: exp(10000) > 2^14426, while coefficients, factors and
/// the rest of an addend make up less than 2^9300 and more than 2^-9300. So a result is beyond
/// every format's range by far, or an addend only tells on which side of a tie the sum lies.
inline constexpr double kFarExponent = 10000;

/// Bits for addends that are good to `bits`: an exponent of gamma * log(...) carries as many more
/// as its integer part needs.
[[nodiscard]] mpfr_prec_t WorkingPrecision(mpfr_prec_t bits, mpfr_srcptr x, double gamma);

/// exp(-|x|), with |x| no larger than `far`; x finite.
void Tail(mpfr_srcptr x, double far, mpfr_ptr tail);

/// sigmoid(|x|) or sigmoid(-|x|), from the tail. Exact at 0.
void SigmoidOf(mpfr_srcptr tail, bool of_positive, mpfr_ptr out);

/// softplus(x) or softplus(-x), from log(1 + tail).
void SoftplusOf(mpfr_srcptr x, mpfr_srcptr log, bool of_minus_x, mpfr_ptr out);

/// Adds up by sign, so that nothing cancels.
class Addends {
 public:
  explicit Addends(mpfr_prec_t precision) : positive_(precision, 0), negative_(precision, 0) {}
  void Add(mpfr_srcptr addend);
  void Store(mpfr_ptr positive, mpfr_ptr negative) const;

 private:
  Real positive_, negative_;
};

}  // namespace sigloss::oracle
