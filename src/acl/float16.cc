// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The conversions of CANN, which are not IEEE at the top end: they know no infinity and no NaN.
#include <bit>
#include <cstdint>

#include "acl/acl_base_rt.h"

namespace {

constexpr int kMantissaDrop = 23 - 10;            // bits of a binary32 mantissa that binary16 lacks
constexpr uint32_t kRebias = 127 - 15;            // difference of the exponent biases
constexpr uint32_t kFirstSaturated = 0x477FF000;  // 65520, halfway between 65504 and 65536
constexpr uint32_t kFirstNormal = 0x38800000;     // 2^-14
constexpr uint32_t kLastZero = 0x33000000;        // 2^-25, halfway between 0 and the least number
constexpr uint16_t kLargest = 0x7BFF;             // 65504

// value / 2^shift, rounded to nearest, ties to even.
constexpr uint32_t ShiftRounded(uint32_t value, unsigned shift) {
  const uint32_t below_half = (1u << (shift - 1)) - 1;
  return (value + below_half + ((value >> shift) & 1)) >> shift;
}

constexpr uint32_t ToHalfMagnitude(uint32_t magnitude) {
  if (magnitude >= kFirstSaturated) return kLargest;
  if (magnitude >= kFirstNormal) return ShiftRounded(magnitude - (kRebias << 23), kMantissaDrop);
  if (magnitude <= kLastZero) return 0;
  const uint32_t exponent = magnitude >> 23;
  const uint32_t mantissa = (magnitude & 0x7FFFFF) | 0x800000;
  return ShiftRounded(mantissa, 126 - exponent);  // in units of 2^-24
}

}  // namespace

extern "C" {

float aclFloat16ToFloat(aclFloat16 value) {
  const uint32_t sign = static_cast<uint32_t>(value & 0x8000) << 16;
  const uint32_t exponent = (value >> 10) & 0x1F;
  const uint32_t mantissa = value & 0x3FF;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return sign == 0 ? magnitude : -magnitude;
  }
  return std::bit_cast<float>(sign | (exponent + kRebias) << 23 | mantissa << kMantissaDrop);
}

aclFloat16 aclFloatToFloat16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000;
  return static_cast<aclFloat16>(sign | ToHalfMagnitude(bits & 0x7FFFFFFF));
}

}  // extern "C"
