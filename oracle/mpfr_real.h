// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpfr.h>

#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// An MPFR number with its memory.
class Real {
 public:
  explicit Real(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  Real(mpfr_prec_t precision, double value) : Real(precision) {
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  ~Real() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

 private:
  mpfr_t value_;
};

/// Nearest value of the format, ties to even; overflow gives infinity, underflow a signed zero.
[[nodiscard]] double RoundMpfr(mpfr_srcptr value, DType dtype);

}  // namespace sigloss::oracle
