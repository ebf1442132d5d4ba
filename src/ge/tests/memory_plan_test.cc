// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/memory_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace sigloss::graph {
namespace {

// Buffers that some step uses both, so that they must be apart.
bool Meet(const Lifetime& a, const Lifetime& b) { return a.first <= b.last && b.first <= a.last; }

void ExpectApart(const std::vector<Lifetime>& lifetimes, const MemoryPlan& plan) {
  ASSERT_EQ(plan.offsets.size(), lifetimes.size());
  for (size_t i = 0; i < lifetimes.size(); ++i) {
    const size_t end = plan.offsets[i] + lifetimes[i].bytes;
    EXPECT_EQ(plan.offsets[i] % 64, 0u);
    EXPECT_LE(end, plan.total);
    for (size_t j = 0; j < i; ++j) {
      if (!Meet(lifetimes[i], lifetimes[j])) continue;
      const bool apart =
          plan.offsets[j] >= end || plan.offsets[i] >= plan.offsets[j] + lifetimes[j].bytes;
      EXPECT_TRUE(apart) << i << " and " << j;
    }
  }
}

TEST(MemoryPlanTest, NothingTakesNothing) { EXPECT_EQ(PlanMemory({}).total, 0u); }

TEST(MemoryPlanTest, AChainTakesTwoBuffers) {
  std::vector<Lifetime> chain;
  for (size_t i = 0; i < 100; ++i) chain.push_back({1000, i, i + 1});
  const MemoryPlan plan = PlanMemory(chain);
  ExpectApart(chain, plan);
  EXPECT_EQ(plan.total, 2 * 1024u);
}

TEST(MemoryPlanTest, SmallBuffersFillGaps) {
  const std::vector<Lifetime> lifetimes = {{64, 0, 1}, {64, 0, 9}, {64, 2, 3}, {0, 4, 5}};
  const MemoryPlan plan = PlanMemory(lifetimes);
  ExpectApart(lifetimes, plan);
  EXPECT_EQ(plan.total, 128u);
}

TEST(MemoryPlanTest, RandomLifetimesStayApart) {
  std::mt19937 engine(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<Lifetime> lifetimes(1 + engine() % 20);
    size_t first = 0;
    for (Lifetime& lifetime : lifetimes) {
      first += engine() % 3;
      lifetime = {engine() % 500, first, first + engine() % 6};
    }
    ExpectApart(lifetimes, PlanMemory(lifetimes));
  }
}

}  // namespace
}  // namespace sigloss::graph
