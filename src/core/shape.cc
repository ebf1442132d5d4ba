// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/shape.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace sigloss::core {

bool IsEmpty(Extents shape) { return std::find(shape.begin(), shape.end(), 0) != shape.end(); }

std::optional<int64_t> NumElements(Extents shape) {
  if (std::any_of(shape.begin(), shape.end(), [](int64_t n) { return n < 0; })) return std::nullopt;
  // An empty tensor has 0 elements even if its other extents would overflow.
  if (IsEmpty(shape)) return 0;
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (__builtin_mul_overflow(count, extent, &count)) return std::nullopt;
  }
  return count;
}

std::optional<Dims> Broadcast(Extents a, Extents b) {
  const size_t rank = std::max(a.size(), b.size());
  if (rank > kMaxRank) return std::nullopt;
  Dims out;
  for (size_t i = 0; i < rank; ++i) {
    const size_t from_end = rank - i;
    const int64_t x = from_end <= a.size() ? a[a.size() - from_end] : 1;
    const int64_t y = from_end <= b.size() ? b[b.size() - from_end] : 1;
    if (x != y && x != 1 && y != 1) return std::nullopt;
    out.push_back(x == 1 ? y : x);
  }
  return out;
}

std::optional<Reach> ReachOf(Extents shape, Extents strides) {
  Reach reach;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t span = 0;
    if (__builtin_mul_overflow(shape[i] - 1, strides[i], &span)) return std::nullopt;
    int64_t& end = span < 0 ? reach.lowest : reach.highest;
    if (__builtin_add_overflow(end, span, &end)) return std::nullopt;
  }
  return reach;
}

bool MayOverlapItself(Extents shape, Extents strides) {
  if (IsEmpty(shape)) return false;
  std::vector<std::pair<int64_t, int64_t>> axes;  // |stride|, extent
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] > 1) axes.emplace_back(std::abs(strides[i]), shape[i]);
  }
  std::sort(axes.begin(), axes.end());
  // Each axis must step over everything the smaller axes cover.
  int64_t covered = 0;
  for (const auto& [stride, extent] : axes) {
    if (stride <= covered) return true;
    covered += stride * (extent - 1);
  }
  return false;
}

std::string ToString(Extents extents) {
  std::string text = "[";
  for (size_t i = 0; i < extents.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(extents[i]);
  }
  return text + "]";
}

}  // namespace sigloss::core
