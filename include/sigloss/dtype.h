// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sigloss/export.h"

namespace sigloss {

/// Element types. The numbers are CANN's (aclDataType), so a front converts by a cast; a value
/// without a name here (a quantised or complex type, say) is still a known CANN type for
/// DTypeName() and DTypeSize(), only no operator takes it.
enum class DType : int8_t {
  kUndefined = -1,
  kFloat32 = 0,
  kFloat16 = 1,  ///< IEEE binary16
  kInt8 = 2,
  kInt32 = 3,
  kUInt8 = 4,
  kInt64 = 9,
  kFloat64 = 11,
  kBool = 12,
  kBFloat16 = 27,  ///< the upper half of a binary32
};

/// Name as Python and C++ users write it ("float32"); "undefined" for a number of no known type.
[[nodiscard]] SIGLOSS_API std::string_view DTypeName(DType dtype) noexcept;

/// Bytes of one element; 0 for types without a fixed size (string) and for unknown numbers, 1 for
/// types narrower than a byte.
[[nodiscard]] SIGLOSS_API size_t DTypeSize(DType dtype) noexcept;

}  // namespace sigloss
