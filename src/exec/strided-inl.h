// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Copies between a strided tensor and a dense array, a tile at a time. Target-specific although it
// holds no vector code: baseline instructions between AVX-512 kernels cost a state transition per
// tile. Elements are copied as bytes: a tensor need not be aligned to its elements.
#if defined(SIGLOSS_EXEC_STRIDED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_EXEC_STRIDED_INL_H_
#undef SIGLOSS_EXEC_STRIDED_INL_H_
#else
#define SIGLOSS_EXEC_STRIDED_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "exec/job.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::exec {
namespace HWY_NAMESPACE {

/// Calls visit(offset, stride, length) for the runs along the innermost axis that make up n
/// elements from flat index `first` on.
template <class Visit>
HWY_INLINE void ForEachRun(const Layout& layout, size_t first, size_t n, const Visit& visit) {
  const size_t rank = layout.extents.size();
  if (rank == 0) return visit(0, 0, n);
  std::array<int64_t, kMaxRank> index{};
  int64_t offset = 0;
  auto rest = static_cast<int64_t>(first);
  for (size_t axis = rank; axis-- > 0;) {
    index[axis] = rest % layout.extents[axis];
    rest /= layout.extents[axis];
    offset += index[axis] * layout.strides[axis];
  }
  const size_t inner = rank - 1;
  const int64_t stride = layout.strides[inner];
  for (auto left = static_cast<int64_t>(n);;) {
    const int64_t length = std::min(left, layout.extents[inner] - index[inner]);
    visit(offset, stride, static_cast<size_t>(length));
    left -= length;
    if (left == 0) return;
    offset -= index[inner] * stride;  // back to the start of the row, then on to the next
    index[inner] = 0;
    for (size_t axis = inner; axis-- > 0;) {
      offset += layout.strides[axis];
      if (++index[axis] < layout.extents[axis]) break;
      offset -= layout.extents[axis] * layout.strides[axis];
      index[axis] = 0;
    }
  }
}

template <class Word>
HWY_INLINE void Gather(const Word* from, const Layout& layout, size_t first, size_t n, Word* to) {
  ForEachRun(layout, first, n, [&](int64_t offset, int64_t stride, size_t length) {
    const Word* run = from + offset;
    if (stride == 1) {
      std::memcpy(to, run, length * sizeof(Word));
    } else {
      for (size_t i = 0; i < length; ++i) {
        std::memcpy(to + i, run + static_cast<int64_t>(i) * stride, sizeof(Word));
      }
    }
    to += length;
  });
}

template <class Word>
HWY_INLINE void Scatter(const Word* from, const Layout& layout, size_t first, size_t n, Word* to) {
  ForEachRun(layout, first, n, [&](int64_t offset, int64_t stride, size_t length) {
    Word* run = to + offset;
    for (size_t i = 0; i < length; ++i) {
      std::memcpy(run + static_cast<int64_t>(i) * stride, from + i, sizeof(Word));
    }
    from += length;
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::exec
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_EXEC_STRIDED_INL_H_
