// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Focal loss in extended precision, with bounds on the errors.
#pragma once

#include "oracle/bracket.h"
#include "oracle/focal_input.h"
#include "sigloss/dtype.h"

namespace sigloss::oracle {

struct FocalEstimate {
  bool known = false;    // else `estimate` says nothing
  bool at_most = false;  // the result is no larger than this, which tells something if it rounds
                         // to zero
  Estimate estimate;
};

/// Of finite inputs. Hard: a label of 0 or 1; soft: a label between.
[[nodiscard]] FocalEstimate EstimateFocalMixedGrad(const FocalInput& in);
[[nodiscard]] FocalEstimate EstimateFocalHardLoss(const FocalInput& in);
[[nodiscard]] FocalEstimate EstimateFocalSoftGrad(const FocalInput& in);
[[nodiscard]] FocalEstimate EstimateFocalSoftLoss(const FocalInput& in);

/// Writes the answer if the estimate decides it.
[[nodiscard]] bool Settle(const FocalEstimate& estimate, DType dtype, Reference* answer);

}  // namespace sigloss::oracle
