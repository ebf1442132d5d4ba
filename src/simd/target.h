// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Which instruction set the kernels use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sigloss/status.h"

namespace sigloss::simd {

/// Targets that were compiled and that this processor runs, best first ("AVX3", "AVX2", "SSE4",
/// "SCALAR"; "NEON" on Arm).
[[nodiscard]] std::vector<std::string> SupportedTargets();

/// Makes every later kernel call of the process use that target; "" restores the best one. Not to
/// be called while kernels run.
/// Errors: kUnsupported names the targets there are.
[[nodiscard]] Status ForceTarget(std::string_view name);

/// Target that kernels use now.
[[nodiscard]] std::string CurrentTarget();

/// Applies the environment variable SIGLOSS_TARGET once a process; later calls return the first
/// outcome. Every plan is made behind it, so a misspelt name is an error of the call and not a
/// silent fall-back.
[[nodiscard]] const Status& ApplyEnvironmentTarget();

}  // namespace sigloss::simd
