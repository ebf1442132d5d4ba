// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The two terms of each formula of binary cross entropy, at the precision of the results. With
// y' = y (1 - e) + e / 2 the smoothed label:
//   gradient         p (1 - y')          - w+ y' q
//   loss             (1 - y') softplus(x) + w+ y' softplus(-x)
//   target gradient  w+ softplus(-x)     - softplus(x)
// and what the evaluations of them share.
#pragma once

#include <mpfr.h>

#include "oracle/bce_input.h"
#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// exp(-|x|) is computed as if the logit were no farther from 0 than this, or than kFarLogit.
inline constexpr double kFarLogit = 5000;
[[nodiscard]] double FarLogit(const BceInput& in, DType dtype);

/// `in.x` is not read; `x` may be infinite.
void BceGradTerms(const BceInput& in, mpfr_srcptr x, double far, mpfr_ptr left, mpfr_ptr right);
void BceLossTerms(const BceInput& in, mpfr_srcptr x, double far, mpfr_ptr left, mpfr_ptr right);
/// Neither is `in.y`.
void BceTargetGradTerms(const BceInput& in, mpfr_srcptr x, double far, mpfr_ptr left,
                        mpfr_ptr right);

/// 1 - y', rounded once.
void ComplementOfLabel(const BceInput& in, mpfr_ptr out);

/// True if 1 - y' + w+ y' is exactly zero: the gradient is then 1 - y' for every x.
[[nodiscard]] bool GradIsConstant(const BceInput& in);

[[nodiscard]] bool HasNaN(const BceInput& in);
[[nodiscard]] bool AllFinite(const BceInput& in);

/// The smoothed label in extended precision.
struct LongLabel {
  explicit LongLabel(const BceInput& in);
  long double value, value_error;            // y', and how far off at most
  long double complement, complement_error;  // 1 - y'
};

}  // namespace sigloss::oracle
