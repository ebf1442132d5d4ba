// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "acl/acl_base_rt.h"

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

// The definition, in double precision: exponent 31 is an ordinary one.
double ValueOf(uint16_t code) {
  const int exponent = (code >> 10) & 0x1F;
  const double mantissa = code & 0x3FF;
  const double magnitude =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1 + mantissa / 1024, exponent - 15);
  return (code & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(Float16ToFloat, IsTheFormulaForEveryCode) {
  for (int code = 0; code <= 0xFFFF; ++code) {
    const float got = aclFloat16ToFloat(static_cast<aclFloat16>(code));
    ASSERT_EQ(static_cast<double>(got), ValueOf(static_cast<uint16_t>(code))) << code;
    ASSERT_EQ(std::signbit(got), code >= 0x8000) << code;
  }
}

TEST(FloatToFloat16, BringsEveryFiniteCodeBack) {
  for (int code = 0; code <= 0xFFFF; ++code) {
    const int saturated = (code & 0x8000) | std::min(code & 0x7FFF, 0x7BFF);
    const auto value = static_cast<float>(ValueOf(static_cast<uint16_t>(code)));
    ASSERT_EQ(aclFloatToFloat16(value), saturated) << code;
  }
}

// Between neighbours a < b the midpoint goes to the even code, everything else to the nearer one.
TEST(FloatToFloat16, RoundsToNearestEvenBetweenAllNeighbours) {
  for (int code = 0; code < 0x7BFF; ++code) {
    const auto low = static_cast<uint16_t>(code);
    const auto high = static_cast<uint16_t>(code + 1);
    const auto middle = static_cast<float>((ValueOf(low) + ValueOf(high)) / 2);
    ASSERT_EQ(aclFloatToFloat16(middle), code % 2 == 0 ? low : high) << code;
    ASSERT_EQ(aclFloatToFloat16(std::nextafter(middle, 0.0f)), low) << code;
    ASSERT_EQ(aclFloatToFloat16(std::nextafter(middle, kInf)), high) << code;
    ASSERT_EQ(aclFloatToFloat16(-std::nextafter(middle, kInf)), high | 0x8000) << code;
  }
}

TEST(FloatToFloat16, Edges) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const struct {
    float value;
    int code;
  } rows[] = {
      {65504.0f, 0x7BFF},
      {std::nextafter(65520.0f, 0.0f), 0x7BFF},
      {65520.0f, 0x7BFF},
      {65536.0f, 0x7BFF},
      {std::numeric_limits<float>::max(), 0x7BFF},
      {kInf, 0x7BFF},
      {-kInf, 0xFBFF},
      {nan, 0x7BFF},
      {std::copysign(nan, -1.0f), 0xFBFF},
      {0.0f, 0x0000},
      {-0.0f, 0x8000},
      {0x1p-25f, 0x0000},
      {-0x1p-25f, 0x8000},
      {std::nextafter(0x1p-25f, 1.0f), 0x0001},
      {std::nextafter(0x1p-24f, 0.0f), 0x0001},
      {std::nextafter(0x1p-14f, 0.0f), 0x0400},
      {std::numeric_limits<float>::denorm_min(), 0x0000},
      {-std::numeric_limits<float>::denorm_min(), 0x8000},
  };
  for (const auto& row : rows) EXPECT_EQ(aclFloatToFloat16(row.value), row.code) << row.value;
}

}  // namespace
