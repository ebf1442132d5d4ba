// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sigloss/export.h"
#include "sigloss/status.h"

namespace sigloss {

/// How results are computed.
enum class Precision : uint8_t {
  /// float64 lanes, one rounding to the output type: the exact value of the stated inputs, rounded,
  /// over the whole range of the types.
  kExact,
  /// float32 lanes: for labels 0 and 1 at most 4 ULP (a loss 4.5 where there is no fused
  /// multiply-add, 6 with factors; focal loss 16, beyond gamma 3 4 (gamma + 1)), about twice as
  /// many elements a second from the cache. Holds for |logit| <= 87, where exp(-|logit|) is a
  /// normal
  /// float32 (beyond, it counts as 0), and while no product of factors leaves the range of float32.
  kFast,
};

/// Setting of the process for calls that do not say; takes effect for plans made afterwards.
/// Beats the environment variable SIGLOSS_PRECISION (exact, fast), whose default is exact.
SIGLOSS_API void SetPrecision(Precision precision) noexcept;

/// What a call that does not say gets. Errors: kInvalidArgument if SetPrecision was given no
/// Precision, or if it has not been called and SIGLOSS_PRECISION is neither exact nor fast.
[[nodiscard]] SIGLOSS_API Status GetPrecision(Precision* precision);

}  // namespace sigloss
