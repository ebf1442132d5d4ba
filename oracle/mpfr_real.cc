// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/mpfr_real.h"

#include "oracle/format.h"

namespace sigloss::oracle {

// Rounding first without bounds on the exponent and then by mpfr_subnormalize, which knows the
// first rounding's direction, rounds once.
double RoundMpfr(mpfr_srcptr value, DType dtype) {
  const Format format = FormatOf(dtype);
  Real rounded(format.precision);
  int direction = mpfr_set(rounded, value, MPFR_RNDN);
  const mpfr_exp_t emin = mpfr_get_emin();
  const mpfr_exp_t emax = mpfr_get_emax();
  mpfr_set_emin(format.min_exponent - format.precision + 2);  // MPFR's significands are below 1
  mpfr_set_emax(format.max_exponent + 1);
  direction = mpfr_check_range(rounded, direction, MPFR_RNDN);
  mpfr_subnormalize(rounded, direction, MPFR_RNDN);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  return mpfr_get_d(rounded, MPFR_RNDN);
}

}  // namespace sigloss::oracle
