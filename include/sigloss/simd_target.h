// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Which instruction set the kernels use. The best one by itself; the environment variable
// SIGLOSS_TARGET or ForceTarget choose another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sigloss/export.h"
#include "sigloss/status.h"

namespace sigloss::simd {

/// Targets that were compiled and that this processor runs, best first ("AVX3", "AVX2", "SSE4",
/// "SCALAR"; "SVE2", "NEON" on Arm).
[[nodiscard]] SIGLOSS_API std::vector<std::string> SupportedTargets();

/// Makes every later kernel call of the process use that target; "" restores the best one. Not to
/// be called while kernels run. Results of targets with fused multiply-add (all but SSE4 and
/// SCALAR) are equal bit by bit.
/// Errors: kUnsupported, with a text that names the targets there are.
[[nodiscard]] SIGLOSS_API Status ForceTarget(std::string_view name);

/// Target that kernels use now.
[[nodiscard]] SIGLOSS_API std::string CurrentTarget();

}  // namespace sigloss::simd
