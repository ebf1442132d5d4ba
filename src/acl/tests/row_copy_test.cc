// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/row_copy.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <tuple>
#include <vector>

namespace sigloss::acl {
namespace {

constexpr size_t kRoom = 40;

std::vector<char> Numbers() {
  std::vector<char> bytes(kRoom);
  std::iota(bytes.begin(), bytes.end(), char{1});
  return bytes;
}

// What is there afterwards if all rows are read before any is written.
std::vector<char> Expected(size_t dst, size_t dst_pitch, size_t src, size_t src_pitch, size_t width,
                           size_t height) {
  const std::vector<char> before = Numbers();
  std::vector<char> after = before;
  for (size_t row = 0; row < height; ++row) {
    for (size_t i = 0; i < width; ++i) {
      after[dst + row * dst_pitch + i] = before[src + row * src_pitch + i];
    }
  }
  return after;
}

// Inside one buffer: every pair of places, so every overlap. A pitch may be above the width.
TEST(RowCopy, EveryOverlap) {
  size_t copies = 0;
  for (size_t width : {1, 3, 4}) {
    for (const auto& [dst_pitch, src_pitch] : {std::tuple{width, width},
                                               {width + 2, width + 2},
                                               {width, width + 1},
                                               {width + 3, width}}) {
      for (size_t height : {1, 2, 5}) {
        for (size_t dst = 0; dst < kRoom; ++dst) {
          for (size_t src = 0; src < kRoom; ++src) {
            std::vector<char> bytes = Numbers();
            const RowCopy copy = {&bytes[dst], dst_pitch, &bytes[src], src_pitch, width, height};
            if (dst + copy.DstSize() > kRoom || src + copy.SrcSize() > kRoom) continue;
            CopyRows(copy);
            ++copies;
            ASSERT_EQ(bytes, Expected(dst, dst_pitch, src, src_pitch, width, height))
                << dst << "/" << dst_pitch << " from " << src << "/" << src_pitch << ", " << width
                << "x" << height;
          }
        }
      }
    }
  }
  EXPECT_GT(copies, 10000u);
}

TEST(RowCopy, SizeOfTheRows) {
  constexpr size_t kMax = std::numeric_limits<size_t>::max();
  const struct {
    size_t pitch;
    size_t width;
    size_t height;
    size_t size;
  } rows[] = {
      {5, 3, 1, 3},       {5, 3, 2, 8},           {3, 3, 4, 12},   {kMax, kMax, 1, kMax},
      {kMax, 1, 2, kMax}, {kMax / 2, 1, 3, kMax}, {kMax, 5, 1, 5}, {kMax / 4, 1, kMax, kMax},
      {1, 1, kMax, kMax}};
  for (const auto& row : rows) {
    const RowCopy copy = {nullptr, row.pitch, nullptr, row.pitch, row.width, row.height};
    EXPECT_EQ(copy.DstSize(), row.size) << row.pitch << " " << row.width << " " << row.height;
    EXPECT_EQ(copy.SrcSize(), row.size) << row.pitch << " " << row.width << " " << row.height;
  }
}

}  // namespace
}  // namespace sigloss::acl
