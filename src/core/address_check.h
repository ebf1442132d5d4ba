// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "core/export.h"
#include "core/op_spec.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::core {

/// Checks that need the data: no address is null, and an output overlaps an input only where both
/// are the same elements. `views` is parallel to spec.params; an absent optional tensor has none.
[[nodiscard]] SIGLOSS_INTERNAL Status
CheckAddresses(const OpSpec& spec, Front front, std::span<const std::optional<TensorView>> views);

}  // namespace sigloss::core
