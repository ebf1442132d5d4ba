// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Instruction sets in turn.
#pragma once

#include <functional>
#include <string>

#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"

namespace sigloss::ops::bce_with_logits {

/// Calls body(target) with every target of this processor forced, after asserting that it is
/// really in use, and restores the best one.
void ForEachTarget(const std::function<void(const std::string& target)>& body);

/// Targets with fused multiply-add, which must agree in every bit; the others round twice.
[[nodiscard]] bool HasFma(const std::string& target);

/// The call's bits are the same on all targets with fused multiply-add, any NaN standing for any
/// other. Returns the names of the targets compared.
std::string ExpectFusedTargetsAgree(const BceCase& call);

}  // namespace sigloss::ops::bce_with_logits
