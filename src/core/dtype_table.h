// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The one table of element types: every front, message and check reads it.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/export.h"
#include "sigloss/dtype.h"

namespace sigloss::core {

struct DTypeInfo {
  DType dtype;
  std::string_view name;       // "float32"
  std::string_view cann_name;  // "DT_FLOAT"
  size_t size;                 // bytes; 1 for sub-byte types, 0 where there is no fixed size
};

/// Row of a CANN type number, or the row of kUndefined.
[[nodiscard]] SIGLOSS_INTERNAL const DTypeInfo& FindDType(DType dtype) noexcept;

/// A set of element types that remembers the order in which messages list them.
class DTypeSet {
 public:
  constexpr DTypeSet(std::initializer_list<DType> dtypes) {
    for (DType dtype : dtypes) dtypes_[size_++] = dtype;
  }
  [[nodiscard]] constexpr bool Contains(DType dtype) const {
    for (DType member : *this) {
      if (member == dtype) return true;
    }
    return false;
  }
  [[nodiscard]] constexpr const DType* begin() const { return dtypes_.data(); }
  [[nodiscard]] constexpr const DType* end() const { return dtypes_.data() + size_; }

 private:
  std::array<DType, 10> dtypes_{};
  size_t size_ = 0;
};

/// Smallest type that holds both (CANN's op::PromoteType for the floating types): a type with
/// itself, float16 with bfloat16 = float32, anything with float64 = float64.
[[nodiscard]] DType PromoteFloat(DType a, DType b) noexcept;

}  // namespace sigloss::core
