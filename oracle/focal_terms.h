// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The two terms of each formula of focal loss, at the precision of the results: what its positive
// addends sum up to, and its negative ones. Nothing cancels in either, and each is off by little
// more than a rounding of that precision, whatever the exponents of the powers.
#pragma once

#include <mpfr.h>

#include "oracle/focal_input.h"
#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// exp(-|x|) is computed as if the logit were no farther from 0 than this.
[[nodiscard]] double FarLogit(const FocalInput& in, DType dtype);

/// `in.x` is not read; `x` may be infinite, alpha and gamma may not. The hard loss takes a label of
/// 0 or 1. The soft terms take any finite label, but none of those beyond `far`.
void FocalMixedGradTerms(const FocalInput& in, mpfr_srcptr x, double far, mpfr_ptr positive,
                         mpfr_ptr negative);
void FocalHardLossTerms(const FocalInput& in, mpfr_srcptr x, double far, mpfr_ptr positive,
                        mpfr_ptr negative);
void FocalSoftGradTerms(const FocalInput& in, mpfr_srcptr x, double far, mpfr_ptr positive,
                        mpfr_ptr negative);
void FocalSoftLossTerms(const FocalInput& in, mpfr_srcptr x, double far, mpfr_ptr positive,
                        mpfr_ptr negative);

/// Where the mixed gradient is a rational number though an addend may not be: writes it, and
/// returns true.
[[nodiscard]] bool FocalMixedGradIsRational(const FocalInput& in, mpfr_ptr sum);

}  // namespace sigloss::oracle
