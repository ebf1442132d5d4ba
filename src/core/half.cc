// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/half.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace sigloss::core {
namespace {

template <class T>
T Read(const void* element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

double DecodeFloat16(uint16_t code) {
  const int exponent = (code >> 10) & 0x1F;
  const int fraction = code & 0x3FF;
  double magnitude;
  if (exponent == 0x1F) {
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = std::ldexp(fraction, -24);
  } else {
    magnitude = std::ldexp(0x400 | fraction, exponent - 25);
  }
  return (code & 0x8000) != 0 ? -magnitude : magnitude;
}

// Nearest code, ties to even, of a format with `fraction_bits` after the leading one, normal
// numbers from 2^min_exponent on and an exponent field of ones for infinity and NaN. The value is
// rounded to an integer number of units in the last place, which from the smallest normal number
// downwards are all alike; that integer, carry included, is the code less the exponent's offset.
uint16_t EncodeHalf(double value, int fraction_bits, int min_exponent) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const auto infinity = static_cast<uint16_t>((0x7FFF >> fraction_bits) << fraction_bits);
  if (std::isnan(value)) return static_cast<uint16_t>(infinity | 1 << (fraction_bits - 1));
  const double magnitude = std::fabs(value);
  if (magnitude >= 0x1p200) return sign | infinity;
  const int exponent = magnitude > 0 ? std::max(std::ilogb(magnitude), min_exponent) : min_exponent;
  const double units = std::nearbyint(std::ldexp(magnitude, fraction_bits - exponent));
  const int code = static_cast<int>(units) + ((exponent - min_exponent) << fraction_bits);
  return sign | static_cast<uint16_t>(std::min<int>(code, infinity));
}

template <class T>
void Write(T value, void* element) {
  std::memcpy(element, &value, sizeof(T));
}

}  // namespace

void EncodeFloat(DType dtype, double value, void* element) noexcept {
  switch (dtype) {
    case DType::kFloat32:
      return Write(static_cast<float>(value), element);
    case DType::kFloat64:
      return Write(value, element);
    case DType::kFloat16:
      return Write(EncodeHalf(value, 10, -14), element);
    case DType::kBFloat16:
      return Write(EncodeHalf(value, 7, -126), element);
    default:
      return;
  }
}

double DecodeFloat(DType dtype, const void* element) noexcept {
  switch (dtype) {
    case DType::kFloat32:
      return Read<float>(element);
    case DType::kFloat64:
      return Read<double>(element);
    case DType::kFloat16:
      return DecodeFloat16(Read<uint16_t>(element));
    case DType::kBFloat16:
      return std::bit_cast<float>(static_cast<uint32_t>(Read<uint16_t>(element)) << 16);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace sigloss::core
