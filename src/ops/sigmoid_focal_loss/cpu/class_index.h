// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::ops::sigmoid_focal_loss::cpu {

/// Every index is a column, `columns` for the background, or -1 for a row to leave out. Else
/// kInvalidArgument with the first row (counted over all leading axes) that holds another value.
[[nodiscard]] Status CheckClassIndices(std::string_view name, const TensorDesc& indices,
                                       const void* data, int64_t columns);

}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
