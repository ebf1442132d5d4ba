// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sigloss/dtype.h"

namespace sigloss::core {

/// One element of a floating type (float32, float16, bfloat16, float64), exactly; NaN for any other
/// type. `element` may be unaligned.
[[nodiscard]] double DecodeFloat(DType dtype, const void* element) noexcept;

/// Writes one element of a floating type, rounded once to nearest even; nothing for any other type.
/// `element` may be unaligned.
void EncodeFloat(DType dtype, double value, void* element) noexcept;

}  // namespace sigloss::core
