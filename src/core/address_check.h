// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/export.h"
#include "core/op_spec.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::core {

/// Parallel to the parameters of a spec; an absent optional tensor has no view.
using Views = std::span<const std::optional<TensorView>>;

/// Checks of views that no storage bounds: a stride for each extent, extents and reach that 64 bits
/// hold with room for sums of byte offsets, and no output that overlaps itself.
[[nodiscard]] Status CheckLayouts(const OpSpec& spec, Front front, Views views);

/// Checks that need the data, of layouts that are known to be good: no address is null, outputs are
/// apart from each other, and one overlaps an input only where both are the same elements.
[[nodiscard]] SIGLOSS_INTERNAL Status CheckAddresses(const OpSpec& spec, Front front, Views views);

/// The same, and such an input is one of `in_place`, indices of parameters.
[[nodiscard]] Status CheckAddresses(const OpSpec& spec, Front front, Views views,
                                    std::span<const uint8_t> in_place);

}  // namespace sigloss::core
