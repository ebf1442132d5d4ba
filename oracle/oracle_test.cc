// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The oracle judges the kernels; here it is judged: by hand-made values, by bit patterns, and its
// quick filter by MPFR.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "oracle/bce_grad.h"
#include "oracle/format.h"

namespace sigloss::oracle {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr DType kFormats[] = {DType::kFloat16, DType::kBFloat16, DType::kFloat32};

// Equal including the sign of zero; NaN equals NaN.
::testing::AssertionResult Same(double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return ::testing::AssertionSuccess();
  if (a == b && std::signbit(a) == std::signbit(b)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << a << " is not " << b;
}

TEST(Format, EveryShortPatternSurvivesDecodeAndEncode) {
  for (DType dtype : {DType::kFloat16, DType::kBFloat16}) {
    for (uint32_t bits = 0; bits < 65536; ++bits) {
      const double value = Decode(bits, dtype);
      if (std::isnan(value)) continue;
      ASSERT_EQ(Encode(value, dtype), bits) << DTypeName(dtype);
    }
  }
}

TEST(Format, Float32AgreesWithTheProcessor) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = static_cast<uint32_t>(random());
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isnan(value)) continue;
    ASSERT_TRUE(Same(Decode(bits, DType::kFloat32), value));
    // A double between two floats, converted by the processor.
    const double between = value * (1 + 1e-8 * static_cast<double>(random() % 16));
    const auto rounded = static_cast<float>(between);
    ASSERT_TRUE(Same(RoundTo(between, DType::kFloat32), rounded)) << between;
  }
}

TEST(Format, RoundsToNearestEvenAtTheEdges) {
  struct Row {
    DType dtype;
    long double value;
    double rounded;
    const char* what;
  };
  const Row rows[] = {
      {DType::kFloat16, 65504.0L, 65504, "largest"},
      {DType::kFloat16, 65519.999L, 65504, "below the middle to infinity"},
      {DType::kFloat16, 65520.0L, kInf, "the middle goes to even"},
      {DType::kFloat16, 0x1p-25L, 0.0, "half of the smallest goes to even"},
      {DType::kFloat16, -0x1.0001p-25L, -0x1p-24, "just above half of the smallest"},
      {DType::kFloat16, -0x1p-26L, -0.0, "underflow keeps the sign"},
      {DType::kFloat16, 0x1.8p-24L, 0x1p-23, "subnormal tie to even"},
      {DType::kFloat16, 0x1.002p0L, 1.0, "tie to even, down"},
      {DType::kFloat16, 0x1.006p0L, 0x1.008p0, "tie to even, up"},
      {DType::kBFloat16, 0x1.01p0L, 1.0, "tie to even, down"},
      {DType::kBFloat16, 0x1.ffp127L, kInf, "the middle above the largest"},
      {DType::kFloat32, 0x1p-150L, 0.0, "half of the smallest goes to even"},
      {DType::kFloat32, 0x1.ffffffp127L, kInf, "the middle above the largest"},
      {DType::kFloat32, 0x1.fffffefffp127L, 0x1.fffffep127, "below that middle"},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(Same(RoundTo(row.value, row.dtype), row.rounded)) << row.what;
  }
}

TEST(Format, UlpErrorCountsInTheDestinationsUnits) {
  EXPECT_EQ(UlpError(1.0L + 0x1p-12L, 1.0, DType::kFloat16), 0.25);
  EXPECT_EQ(UlpError(0x1p-26L, 0.0, DType::kFloat16), 0.25);
  EXPECT_EQ(UlpError(0.0L, 0x1p-24, DType::kFloat16), 1);
  EXPECT_EQ(UlpError(65520.0L, kInf, DType::kFloat16), 0.5);
  EXPECT_EQ(UlpError(70000.0L, kInf, DType::kFloat16), 0);
  EXPECT_EQ(UlpError(70000.0L, -kInf, DType::kFloat16), kInf);
  EXPECT_EQ(UlpError(1.0L, kNaN, DType::kFloat16), kInf);
  EXPECT_EQ(UlpError(kNaN, 1.0, DType::kFloat16), kInf);
  EXPECT_EQ(UlpError(kNaN, kNaN, DType::kFloat16), 0);
  EXPECT_TRUE(NearTie(1.0L + 0x1p-11L, DType::kFloat16));
  EXPECT_FALSE(NearTie(1.0L + 0x1.001p-11L, DType::kFloat16));
  EXPECT_FALSE(NearTie(0x1p100L, DType::kFloat16));
}

TEST(BceGrad, HandMadeValues) {
  struct Row {
    BceInput input;
    double expected;
    const char* what;
  };
  const Row rows[] = {
      {{.x = 0, .y = 0}, 0.5, "p = 1/2"},
      {{.x = 0, .y = 1}, -0.5, "-q = -1/2"},
      {{.x = 0, .y = 0.5}, 0.0, "exact zero"},
      {{.x = 0, .y = 0.5, .dout = -1}, -0.0, "exact zero times a negative factor"},
      {{.x = 0, .y = 0.5, .pos_weight = 3}, -0.5, "(1/2 - 3/2) / 2"},
      {{.x = 0, .y = 0, .mean_divisor = 3}, static_cast<double>(1.0f / 6), "mean"},
      {{.x = kInf, .y = 0}, 1, "limit"},
      {{.x = kInf, .y = 0.75}, 0.25, "limit"},
      {{.x = kInf, .y = 1}, -0.0, "limit from below"},
      {{.x = kInf, .y = 1, .dout = -2}, 0.0, "limit from below times a negative factor"},
      {{.x = kInf, .y = 1, .pos_weight = 0}, 0.0, "exact zero"},
      {{.x = kInf, .y = 2}, -1, "limit"},
      {{.x = -kInf, .y = 0}, 0.0, "limit from above"},
      {{.x = -kInf, .y = 1}, -1, "limit"},
      {{.x = -kInf, .y = 0.75, .pos_weight = 3}, -2.25, "limit"},
      {{.x = -kInf, .y = 2, .pos_weight = 0}, -0.0, "p (1 - 2) from below"},
      {{.x = 3e38, .y = 1}, -0.0, "underflow keeps the sign"},
      {{.x = -3e38, .y = 0}, 0.0, "underflow keeps the sign"},
      {{.x = -3e38, .y = 0, .weight = -1}, -0.0, "underflow keeps the sign"},
      {{.x = 1.25, .y = 2, .pos_weight = 0.5}, -1, "the same for every x"},
      {{.x = 1.25, .y = 0, .dout = 0}, 0.0, "zero factor"},
      {{.x = 1.25, .y = 1, .dout = 0}, -0.0, "zero factor"},
      {{.x = -0x1p-149, .y = 0.5, .dout = 0}, -0.0, "p is below 1/2, by 2^-151"},
      {{.x = kNaN, .y = 1, .dout = 0}, kNaN, "NaN"},
      {{.x = 0, .y = 1, .pos_weight = kNaN}, kNaN, "NaN"},
      {{.x = 30, .y = 1}, static_cast<double>(-9.3576229688392989e-14f), "no cancellation"},
      {{.x = 0, .y = 0, .dout = 0x1p127, .weight = 4}, kInf, "overflow"},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(Same(BceGrad(row.input, DType::kFloat32).rounded, row.expected)) << row.what;
    EXPECT_TRUE(Same(BceGradByMpfr(row.input, DType::kFloat32).rounded, row.expected)) << row.what;
  }
}

// A tie that no precision decides must still be answered, and to even.
TEST(BceGrad, TiesGoToEven) {
  const BceInput constant = {.x = 0.75, .y = 2, .dout = -(1 + 0x1p-8), .pos_weight = 0.5};
  EXPECT_EQ(BceGrad(constant, DType::kBFloat16).rounded, 1.0);
  const BceInput below = {.x = 40, .y = 0, .dout = 1 + 0x1p-8};  // p < 1: just below the tie
  EXPECT_EQ(BceGrad(below, DType::kBFloat16).rounded, 1.0);
  const BceInput odd = {.x = 40, .y = 0, .dout = 1 + 3 * 0x1p-8};
  EXPECT_EQ(BceGrad(odd, DType::kBFloat16).rounded, 1 + 0x1p-7);
  const BceInput limit = {.x = kInf, .y = 0, .dout = 1 + 3 * 0x1p-8};
  EXPECT_EQ(BceGrad(limit, DType::kBFloat16).rounded, 1 + 0x1p-6);
  const BceInput half = {.x = kInf, .y = 0.5, .dout = 2 + 6 * 0x1p-8};  // q = 0 has no part in it
  EXPECT_EQ(BceGrad(half, DType::kBFloat16).rounded, 1 + 0x1p-6);
}

TEST(BceGrad, TheFilterAgreesWithMpfr) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  const auto any = [&](DType dtype) {
    for (;;) {
      const double value = Decode(random() & ((uint64_t{1} << FormatOf(dtype).width) - 1), dtype);
      if (std::isfinite(value)) return value;
    }
  };
  const double labels[] = {0, 1, 0.5, 0.3, 0.999, 2, -1};
  int compared = 0;
  for (DType dtype : kFormats) {
    for (int i = 0; i < 6000; ++i) {
      BceInput in;
      in.x = RoundTo(i % 3 == 0 ? any(dtype) : normal(random) * (i % 3 == 1 ? 1 : 50), dtype);
      in.y = RoundTo(labels[random() % 7], dtype);
      if (i % 2 == 0) in.dout = any(dtype);
      if (i % 5 == 0) in.weight = any(dtype);
      if (i % 4 == 0) in.pos_weight = std::fabs(any(dtype));
      in.mean_divisor = static_cast<double>(1 + random() % 1000);
      const Reference quick = BceGrad(in, dtype);
      const Reference slow = BceGradByMpfr(in, dtype);
      ASSERT_TRUE(Same(quick.rounded, slow.rounded)) << in.x << ' ' << in.y << ' ' << in.dout;
      ASSERT_TRUE(Same(slow.rounded, RoundTo(slow.exact, dtype)) || NearTie(slow.exact, dtype));
      ASSERT_EQ(std::signbit(quick.exact), std::signbit(slow.exact));
      // Beyond kFar the size of the tail is arbitrary in both.
      if (slow.rounded == 0 || std::fabs(in.x) > 1000) continue;
      ASSERT_LE(std::fabs(quick.exact - slow.exact), std::fabs(slow.exact) * 0x1p-50L);
      ++compared;
    }
  }
  EXPECT_GT(compared, 6000);
}

}  // namespace
}  // namespace sigloss::oracle
