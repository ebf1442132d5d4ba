// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/block_map.h"

#include <gtest/gtest.h>

#include <limits>

namespace sigloss::acl {
namespace {

constexpr uintptr_t kLast = std::numeric_limits<uintptr_t>::max();

BlockMap TwoBlocks() {
  BlockMap map;
  EXPECT_TRUE(map.Insert({MemoryKind::kDevice, 100, 10, 1}));
  EXPECT_TRUE(map.Insert({MemoryKind::kHost, 110, 5, 2})) << "touching is not overlapping";
  return map;
}

TEST(BlockMap, FindsTheBlockOfEveryAddress) {
  const BlockMap map = TwoBlocks();
  const struct {
    uintptr_t address;
    uintptr_t begin;  // 0: none
  } rows[] = {{0, 0},     {99, 0},    {100, 100}, {109, 100},
              {110, 110}, {114, 110}, {115, 0},   {kLast, 0}};
  for (const auto& row : rows) {
    const auto block = map.Find(row.address);
    EXPECT_EQ(block ? block->begin : 0, row.begin) << row.address;
  }
  EXPECT_EQ(map.Find(109)->device, 1);
  EXPECT_EQ(map.Find(110)->kind, MemoryKind::kHost);
}

TEST(BlockMap, RefusesOverlaps) {
  const struct {
    uintptr_t begin;
    size_t size;
    bool overlaps;
  } rows[] = {{90, 10, false}, {90, 11, true}, {90, 100, true}, {100, 10, true}, {104, 1, true},
              {109, 1, true},  {109, 2, true}, {114, 1, true},  {115, 1, false}, {kLast, 1, false},
              {0, 100, false}, {0, 101, true}, {104, 0, false}, {0, kLast, true}};
  for (const auto& row : rows) {
    BlockMap map = TwoBlocks();
    EXPECT_EQ(map.Overlaps(row.begin, row.size), row.overlaps) << row.begin << "+" << row.size;
    if (row.size == 0) continue;
    EXPECT_EQ(map.Insert({MemoryKind::kHost, row.begin, row.size, 3}), !row.overlaps);
    EXPECT_EQ(map.Find(104)->device, 1) << "as before";
  }
}

TEST(BlockMap, RemovesOnlyTheStartOfTheKind) {
  BlockMap map = TwoBlocks();
  EXPECT_FALSE(map.Remove(MemoryKind::kHost, 100));
  EXPECT_FALSE(map.Remove(MemoryKind::kDevice, 101));
  EXPECT_TRUE(map.Remove(MemoryKind::kDevice, 100));
  EXPECT_FALSE(map.Remove(MemoryKind::kDevice, 100));
  EXPECT_FALSE(map.Find(105));
  EXPECT_TRUE(map.Find(112));
}

}  // namespace
}  // namespace sigloss::acl
