// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sigloss/simd_target.h"
#include "sigloss/status.h"

namespace sigloss::simd {

/// Applies the environment variable SIGLOSS_TARGET once a process; later calls return the first
/// outcome. Every plan is made behind it, so a misspelt name is an error of the call and not a
/// silent fall-back.
[[nodiscard]] const Status& ApplyEnvironmentTarget();

}  // namespace sigloss::simd
