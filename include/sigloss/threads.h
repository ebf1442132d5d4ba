// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sigloss/export.h"
#include "sigloss/status.h"

namespace sigloss {

/// Setting of the process for calls that do not say (whose max_threads is 0): at most so many
/// threads; 0, the default, takes all. Results have the same bits for any number.
/// Errors: kInvalidArgument below 0; the setting stays as it was then.
[[nodiscard]] SIGLOSS_API Status SetNumThreads(int max_threads);

/// How many threads a call that does not say works on at most: the setting, but no more than there
/// are.
[[nodiscard]] SIGLOSS_API int GetNumThreads();

}  // namespace sigloss
