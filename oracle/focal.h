// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Sigmoid focal loss and its gradient by the logit, from their definitions. With p = sigmoid(x),
// q = sigmoid(-x), softplus(x) = log(1 + exp(x)) and, for a label y,
//
//   m = 1 - p_t = p (1 - y) + q y,   alpha_t = alpha y + (1 - alpha) (1 - y),
//   ce = (1 - y) softplus(x) + y softplus(-x):
//
//   FocalLossLabel     alpha_t m^gamma ce * weight / mean_divisor
//   FocalGradLabel     its derivative by x, times dout
//   FocalGradSelector  [dpos (1 - t) + dneg t] * dout * weight / mean_divisor, where dpos is the
//                      derivative at y = 1 and dneg that at y = 0: the selector t is 1 - y
//
// All of it for any real alpha and gamma, and for any t. At y = 1, with s = x, and at y = 0, with
// s = -x, the derivative is
//
//   -+alpha_t Q^gamma (gamma P L + Q),   Q = sigmoid(-s), P = sigmoid(s), L = softplus(-s).
//
// A label beyond [0, 1] makes m negative on one side, where a gamma that isn't whole gives NaN.
//
// Special values: NaN in gives NaN, save in dout for the loss, where it doesn't enter; so do an
// infinite alpha, gamma and label. x = +-inf gives the limit. On the easy side (s = inf):
//
//   gamma > -1   0, for loss and gradient, from the side of alpha_t and of -+alpha_t
//   gamma = -1   alpha_t for the loss; 0 from the same side for the gradient
//   gamma < -1   infinite, of the sign of alpha_t and of +-alpha_t: the derivative turns
//
// on the hard side the loss is infinite and the gradient -+alpha_t, whatever gamma is. Strictly
// between, m tends to 1 - y or y and the gradient to alpha_t times (1 - y)^(gamma + 1) or
// -y^(gamma + 1). Alpha_t = 0, or a coefficient of zero in the mixture, makes its part zero even
// there, and a factor of zero an infinite limit. Zeros that are limits or underflows have the sign
// of the exact value; an exact zero is +0; either then takes the signs of the factors.
//
// Reference::magnitude is the larger of what the positive and what the negative addends of the
// formula sum up to, written so that neither cancels; for hard labels and gamma >= 0 there is but
// one kind. Far below every format's smallest number Reference::exact has the right sign, but its
// size is only bounded.
#pragma once

#include "oracle/focal_input.h"
#include "oracle/reference.h"
#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// The answers in the format `dtype`. Float32 and shorter: an evaluation in extended precision with
/// a stated error bound decides most roundings, and MPFR the others.
[[nodiscard]] Reference FocalGradSelector(const FocalInput& input, DType dtype);
[[nodiscard]] Reference FocalLossLabel(const FocalInput& input, DType dtype);
[[nodiscard]] Reference FocalGradLabel(const FocalInput& input, DType dtype);

/// The same by MPFR alone, its precision raised until the rounding is decided.
[[nodiscard]] Reference FocalGradSelectorByMpfr(const FocalInput& input, DType dtype);
[[nodiscard]] Reference FocalLossLabelByMpfr(const FocalInput& input, DType dtype);
[[nodiscard]] Reference FocalGradLabelByMpfr(const FocalInput& input, DType dtype);

}  // namespace sigloss::oracle
