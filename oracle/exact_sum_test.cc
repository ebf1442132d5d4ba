// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/exact_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/bce_loss.h"

namespace sigloss::oracle {
namespace {

Reference Exactly(long double value) {
  return {static_cast<double>(value), value, std::fabs(value)};
}

TEST(ExactSum, LosesNothingThatCancels) {
  ExactSum sum;
  for (long double value : {0x1p100L, 1.0L, 0x1p-60L, -0x1p100L}) sum.Add(Exactly(value));
  const Reference answer = sum.Over(1, DType::kFloat32);
  EXPECT_EQ(answer.exact, 1 + 0x1p-60L);
  EXPECT_EQ(answer.rounded, 1);
  EXPECT_EQ(static_cast<double>(answer.magnitude),
            0x1p101);  // some long doubles hold the 2 beside it
}

TEST(ExactSum, DividesAndRoundsOnce) {
  ExactSum sum;
  for (int i = 0; i < 3; ++i) sum.Add(Exactly(i));
  EXPECT_EQ(sum.Over(9, DType::kFloat32).rounded, static_cast<double>(1.0f / 3));
  EXPECT_EQ(sum.Over(9, DType::kFloat64).rounded, 1.0 / 3);
  EXPECT_EQ(sum.Over(-9, DType::kFloat32).exact, -1.0L / 3);
  EXPECT_EQ(sum.Over(-9, DType::kFloat32).magnitude, 1.0L / 3);
  // Above a tie of float32, by less than a double tells.
  ExactSum near_tie;
  near_tie.Add(Exactly(1 + 0x1p-24L));
  near_tie.Add(Exactly(0x1p-120L));
  EXPECT_EQ(near_tie.Over(1, DType::kFloat32).rounded, 1 + 0x1p-23);
}

TEST(ExactSum, SpecialValues) {
  const long double inf = std::numeric_limits<long double>::infinity();
  const ExactSum nothing;
  EXPECT_EQ(nothing.Over(1, DType::kFloat32).rounded, 0);
  EXPECT_FALSE(std::signbit(nothing.Over(1, DType::kFloat32).rounded));
  EXPECT_TRUE(std::isnan(nothing.Over(0, DType::kFloat32).rounded));
  ExactSum sum;
  sum.Add(Exactly(1));
  sum.Add(Exactly(inf));
  EXPECT_EQ(sum.Over(2, DType::kFloat32).rounded, inf);
  EXPECT_EQ(sum.Over(-2, DType::kFloat32).exact, -inf);
  sum.Add(Exactly(-inf));
  EXPECT_TRUE(std::isnan(sum.Over(2, DType::kFloat32).rounded));
  ExactSum with_nan;
  with_nan.Add(NaNReference());
  with_nan.Add(Exactly(1));
  EXPECT_TRUE(std::isnan(with_nan.Over(2, DType::kFloat32).rounded));
  EXPECT_TRUE(std::isnan(with_nan.Over(2, DType::kFloat32).exact));
}

TEST(ExactSum, OfLosses) {
  ExactSum sum;
  for (int i = 0; i < 1000; ++i) sum.Add(BceLoss({.x = 0, .y = 0.5}, DType::kFloat32));
  const Reference mean = sum.Over(1000, DType::kFloat64);
  EXPECT_LE(std::fabs(mean.exact - 0.69314718055994530941723L), 0x1p-56L);
  EXPECT_LE(std::fabs(mean.magnitude - 0.34657359027997265470862L), 0x1p-56L);
}

}  // namespace
}  // namespace sigloss::oracle
