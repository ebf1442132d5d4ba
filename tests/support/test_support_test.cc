// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The helpers must be able to say no.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "oracle/bce_input.h"
#include "oracle/format.h"
#include "tests/support/accuracy.h"
#include "tests/support/guarded_buffer.h"
#include "tests/support/inputs.h"

namespace sigloss::testing_support {
namespace {

constexpr DType kFloat32 = DType::kFloat32;

TEST(GuardedBufferDeathTest, FaultsPastEitherEnd) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  const GuardedBuffer at_end(12, Edge::kEnd);
  EXPECT_DEATH(std::memset(at_end.data() + 12, 0, 1), "");
  const GuardedBuffer at_start(12, Edge::kStart);
  EXPECT_DEATH(std::memset(at_start.data() - 1, 0, 1), "");
}

TEST(GuardedBuffer, SeesWritesIntoTheGap) {
  for (Edge edge : {Edge::kStart, Edge::kEnd}) {
    GuardedBuffer buffer(10, edge, 2);
    buffer.Poison(DType::kFloat16);
    EXPECT_TRUE(buffer.SurroundingsIntact());
    buffer.data()[edge == Edge::kStart ? -1 : 10] = std::byte{0};
    EXPECT_FALSE(buffer.SurroundingsIntact());
  }
}

TEST(GuardedBuffer, PoisonIsANaNOfItsOwn) {
  for (DType dtype : {kFloat32, DType::kFloat16, DType::kBFloat16}) {
    EXPECT_TRUE(std::isnan(oracle::Decode(PoisonBits(dtype), dtype)));
    EXPECT_NE(PoisonBits(dtype), oracle::Encode(std::nan(""), dtype)) << "a NaN that is computed";
    GuardedBuffer buffer(8, Edge::kEnd, 1);  // misaligned
    buffer.Poison(dtype);
    uint32_t last = 0;
    std::memcpy(&last, buffer.data() + 8 - DTypeSize(dtype), DTypeSize(dtype));
    EXPECT_EQ(last, PoisonBits(dtype));
  }
}

oracle::Reference Exactly(double value) { return {value, value, std::fabs(value)}; }

TEST(Accuracy, RefusesComparisonsThatCouldNotFail) {
  const Budget budget = {.ulps = 0.5};
  Accuracy nothing("nothing", kFloat32, budget);
  EXPECT_FALSE(nothing.Verdict());
  Accuracy zeros("zeros", kFloat32, budget);
  for (int i = 0; i < 3; ++i) zeros.Add({}, Exactly(0), 0);
  EXPECT_FALSE(zeros.Verdict());
  Accuracy equal("equal", kFloat32, budget);
  for (int i = 0; i < 3; ++i) equal.Add({}, Exactly(1), 1);
  EXPECT_FALSE(equal.Verdict());
  Accuracy fine("fine", kFloat32, budget);
  for (int i = 1; i < 3; ++i) fine.Add({}, Exactly(i), i);
  EXPECT_TRUE(fine.Verdict());
}

TEST(Accuracy, SeesEveryKindOfWrongAnswer) {
  struct Row {
    oracle::Reference wanted;
    double actual;
    const char* what;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Row rows[] = {
      {Exactly(1), 1 + 0x1p-23, "one ulp"},
      {Exactly(1), -1, "sign"},
      {Exactly(0), -0.0, "sign of zero"},
      {{0, 0x1p-160L, 0x1p-160L}, -0.0, "sign of an underflow"},
      {Exactly(1), nan, "NaN from numbers"},
      {{nan, nan, 0}, 1, "a number from NaN"},
      {Exactly(1), std::numeric_limits<double>::infinity(), "infinity"},
      {{0x1p-20, 0x1p-20L, 1}, 0x1p-20 + 0x1p-40, "too far off where terms cancel"},
      {{0x1p-20, 0x1p-20L, 1}, nan, "NaN where terms cancel"},
  };
  for (const Row& row : rows) {
    Accuracy accuracy(row.what, kFloat32,
                      {.ulps = 0.51, .cancels_below = 0x1p-12, .cancelled = 0x1p-41});
    for (int i = 1; i < 3; ++i) accuracy.Add({}, Exactly(i), i);
    ASSERT_TRUE(accuracy.Verdict());
    accuracy.Add({}, row.wanted, row.actual);
    EXPECT_FALSE(accuracy.Verdict()) << row.what;
  }
}

TEST(Accuracy, CountsWrongRoundingsButNotTies) {
  const double up = 1 + 0x1p-23;
  Accuracy accuracy("rounding", kFloat32, {.ulps = 0.6, .correctly_rounded = true});
  for (int i = 1; i < 3; ++i) accuracy.Add({}, Exactly(i), i);
  accuracy.Add({}, {1, 1 + 0x1p-24L, 1}, up);  // the exact middle
  EXPECT_TRUE(accuracy.Verdict());
  accuracy.Add({}, {1, 1 + 0x1.ffp-25L, 1}, up);  // below the middle, rounded up
  EXPECT_EQ(accuracy.misrounded(), 1u);
  EXPECT_FALSE(accuracy.Verdict());
}

TEST(Accuracy, SaysWhereTheWorstIs) {
  Accuracy accuracy("place", kFloat32, {.ulps = 2});
  accuracy.Add(oracle::BceInput{.x = 1}, Exactly(1), 1);
  accuracy.Add(oracle::BceInput{.x = 7, .label_smoothing = 0.25}, Exactly(2), 2 + 0x1p-22);
  accuracy.Add([] { return std::string("elsewhere"); }, Exactly(3), 3);
  EXPECT_TRUE(accuracy.Verdict());
  const std::string summary = accuracy.Summary();
  EXPECT_NE(summary.find("x=0x1.cp+2 (7)"), std::string::npos) << summary;
  EXPECT_NE(summary.find("smoothing=0.25"), std::string::npos) << summary;
  EXPECT_EQ(summary.find("elsewhere"), std::string::npos) << summary;
}

TEST(Inputs, CoverWhatTheyClaim) {
  EXPECT_EQ(AllValues(DType::kFloat16).size(), 65536u);
  const std::vector<double> logits = Float32Logits();
  size_t infinite = 0, nan = 0, subnormal = 0;
  for (double x : logits) {
    infinite += std::isinf(x);
    nan += std::isnan(x);
    subnormal += x != 0 && std::fabs(x) < 0x1p-126;
  }
  EXPECT_GE(infinite, 2u);
  EXPECT_GE(nan, 1u);
  EXPECT_GE(subnormal, 1u);
}

}  // namespace
}  // namespace sigloss::testing_support
