// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/export.h"
#include "sigloss/status.h"

namespace sigloss::core {

/// Environment variable that lists the chips of the process's devices, device 0 first.
inline constexpr const char* kDeviceListVariable = "SIGLOSS_DEVICES";

/// Chips of a list such as "cpu,cpu": names between commas, blanks around them ignored, repeats
/// allowed. An empty list is the default one, a single "cpu". On an error `chips` is left alone.
[[nodiscard]] SIGLOSS_INTERNAL Status ParseDeviceList(std::string_view list,
                                                      std::vector<std::string>* chips);

}  // namespace sigloss::core
