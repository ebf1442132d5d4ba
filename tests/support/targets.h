// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Instruction sets in turn.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sigloss/dtype.h"

namespace sigloss::testing_support {

/// Calls body(target) with every target of this processor forced, after checking that it is really
/// in use, and restores the best one.
void ForEachTarget(const std::function<void(const std::string& target)>& body);

/// Targets with fused multiply-add, which must agree in every bit; the others round twice.
[[nodiscard]] bool HasFma(const std::string& target);

/// Where two results first differ, any NaN of `dtype` standing for any other: sign and payload of a
/// NaN mean nothing, and instruction sets differ in them. "" if nowhere.
[[nodiscard]] std::string FirstDifference(const std::vector<uint64_t>& got,
                                          const std::vector<uint64_t>& wanted, DType dtype);

/// `run` gives the same bits on all targets with fused multiply-add. Returns their number.
size_t ExpectFusedTargetsAgree(DType dtype, const std::function<std::vector<uint64_t>()>& run);

}  // namespace sigloss::testing_support
