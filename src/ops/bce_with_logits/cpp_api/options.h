// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sigloss/bce_with_logits.h"
#include "sigloss/status.h"

namespace sigloss::ops::bce_with_logits {

/// Checks of the options that are no tensors. The range of the reduction is the validator's.
[[nodiscard]] Status CheckOptions(const BceOptions& options);

}  // namespace sigloss::ops::bce_with_logits
