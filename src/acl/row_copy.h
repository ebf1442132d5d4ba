// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace sigloss::acl {

/// A copy of `height` rows of `width` bytes. A pitch is the distance from the start of a row to
/// that of the next one, at least the width.
struct RowCopy {
  void* dst = nullptr;
  size_t dst_pitch = 0;
  const void* src = nullptr;
  size_t src_pitch = 0;
  size_t width = 0;
  size_t height = 0;

  /// Bytes from the first row's start to the last row's end, for sizes above 0; the largest number
  /// if they are too many to count.
  [[nodiscard]] size_t DstSize() const;
  [[nodiscard]] size_t SrcSize() const;
};

/// Copies as if all rows were read before any is written. Touches no byte between the rows. Throws
/// std::bad_alloc if overlapping rows have different pitches and there is no memory for a copy.
void CopyRows(const RowCopy& copy);

}  // namespace sigloss::acl
