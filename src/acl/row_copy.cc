// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/row_copy.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>

namespace sigloss::acl {
namespace {

size_t Span(size_t pitch, size_t width, size_t height) {
  constexpr size_t kMax = std::numeric_limits<size_t>::max();
  if (height > 1 && pitch > (kMax - width) / (height - 1)) return kMax;
  return pitch * (height - 1) + width;
}

uintptr_t ToNumber(const void* address) { return reinterpret_cast<uintptr_t>(address); }

bool Overlap(const RowCopy& copy) {
  const uintptr_t dst = ToNumber(copy.dst);
  const uintptr_t src = ToNumber(copy.src);
  return dst < src ? src - dst < copy.DstSize() : dst - src < copy.SrcSize();
}

void CopyRow(const RowCopy& copy, size_t row) {
  std::memmove(static_cast<char*>(copy.dst) + row * copy.dst_pitch,
               static_cast<const char*>(copy.src) + row * copy.src_pitch, copy.width);
}

// In the order in which no row is written before it is read, given equal pitches.
void CopyInOrder(const RowCopy& copy) {
  const bool forward = ToNumber(copy.dst) <= ToNumber(copy.src);
  for (size_t i = 0; i < copy.height; ++i) CopyRow(copy, forward ? i : copy.height - 1 - i);
}

void CopyByWayOfACopy(const RowCopy& copy) {
  const auto rows = std::make_unique_for_overwrite<char[]>(copy.width * copy.height);
  CopyInOrder({rows.get(), copy.width, copy.src, copy.src_pitch, copy.width, copy.height});
  CopyInOrder({copy.dst, copy.dst_pitch, rows.get(), copy.width, copy.width, copy.height});
}

}  // namespace

size_t RowCopy::DstSize() const { return Span(dst_pitch, width, height); }
size_t RowCopy::SrcSize() const { return Span(src_pitch, width, height); }

void CopyRows(const RowCopy& copy) {
  if (copy.dst_pitch != copy.src_pitch && Overlap(copy)) return CopyByWayOfACopy(copy);
  if (copy.dst_pitch == copy.width && copy.src_pitch == copy.width) {
    std::memmove(copy.dst, copy.src, copy.width * copy.height);
  } else {
    CopyInOrder(copy);
  }
}

}  // namespace sigloss::acl
