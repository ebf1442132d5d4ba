// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/half.h"

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

}  // namespace

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
