// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/format.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace sigloss::oracle {
namespace {

static_assert(LDBL_MANT_DIG >= 64, "the filter before MPFR needs an extended format");

// The exponent of the last place of a number of that magnitude.
int LastPlace(long double value, const Format& format) {
  int exponent = 0;
  std::frexp(value, &exponent);  // value = m * 2^exponent, 1/2 <= |m| < 1
  return std::max(exponent - 1, format.min_exponent) - (format.precision - 1);
}

}  // namespace

Format FormatOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return {16, 11, -14, 15};
    case DType::kBFloat16:
      return {16, 8, -126, 127};
    case DType::kFloat32:
      return {32, 24, -126, 127};
    case DType::kFloat64:
      return {64, 53, -1022, 1023};
    default:
      std::fprintf(stderr, "oracle: no floating-point format %d\n", static_cast<int>(dtype));
      std::abort();
  }
}

double Decode(uint64_t bits, DType dtype) {
  const Format format = FormatOf(dtype);
  const int stored = format.precision - 1;  // bits of the fraction
  const uint64_t fraction = bits & ((uint64_t{1} << stored) - 1);
  const int biased = static_cast<int>((bits >> stored) & ((1u << (format.width - 1 - stored)) - 1));
  double magnitude = 0;
  if (biased == 2 * format.max_exponent + 1) {
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
  } else {
    const uint64_t significand = fraction + (biased > 0 ? uint64_t{1} << stored : 0);
    const int exponent = std::max(biased - format.max_exponent, format.min_exponent) - stored;
    magnitude = std::ldexp(static_cast<double>(significand), exponent);
  }
  return (bits >> (format.width - 1)) & 1 ? -magnitude : magnitude;
}

uint64_t Encode(double value, DType dtype) {
  const Format format = FormatOf(dtype);
  const int stored = format.precision - 1;
  const uint64_t exponent_ones = 2 * static_cast<uint64_t>(format.max_exponent) + 1;
  if (std::isnan(value)) return (exponent_ones << stored) | (uint64_t{1} << (stored - 1));
  const uint64_t sign = uint64_t{std::signbit(value)} << (format.width - 1);
  const double magnitude = std::fabs(RoundTo(value, dtype));
  if (std::isinf(magnitude)) return sign | (exponent_ones << stored);
  if (magnitude == 0) return sign;
  const int last = LastPlace(magnitude, format);
  const auto significand = static_cast<uint64_t>(std::ldexp(magnitude, -last));
  // A normal significand has its top bit set: adding it carries 1 into the exponent field.
  const auto field = static_cast<uint64_t>(last + stored - format.min_exponent);
  return sign | ((field << stored) + significand);
}

double RoundTo(long double value, DType dtype) {
  if (std::isnan(value) || std::isinf(value) || value == 0) return static_cast<double>(value);
  const Format format = FormatOf(dtype);
  const int last = LastPlace(value, format);
  // Scaled so that the last place has weight one; rint rounds to nearest even.
  const long double rounded = std::ldexp(std::rint(std::ldexp(value, -last)), last);
  const long double limit = std::ldexp(1.0L, format.max_exponent + 1);
  if (std::fabs(rounded) < limit) return static_cast<double>(rounded);
  return std::copysign(std::numeric_limits<double>::infinity(), value < 0 ? -1.0 : 1.0);
}

long double Ulp(long double exact, DType dtype) {
  const Format format = FormatOf(dtype);
  if (exact == 0) return std::ldexp(1.0L, format.min_exponent - (format.precision - 1));
  const long double largest = std::ldexp(1.0L, format.max_exponent);
  return std::ldexp(1.0L, LastPlace(std::min(std::fabs(exact), largest), format));
}

double UlpError(long double exact, double actual, DType dtype) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (std::isnan(exact) || std::isnan(actual)) {
    return std::isnan(exact) && std::isnan(actual) ? 0 : kInfinity;
  }
  if (std::isinf(exact)) return exact == static_cast<long double>(actual) ? 0 : kInfinity;
  long double nearest = actual;
  if (std::isinf(actual)) {
    const long double limit = std::ldexp(1.0L, FormatOf(dtype).max_exponent + 1);
    if (std::fabs(exact) >= limit)
      return std::signbit(exact) == std::signbit(actual) ? 0 : kInfinity;
    nearest = std::copysign(limit, nearest);
  }
  return static_cast<double>(std::fabs(nearest - exact) / Ulp(exact, dtype));
}

bool NearTie(long double exact, DType dtype) {
  if (!std::isfinite(exact) || exact == 0) return false;
  if (std::fabs(exact) >= std::ldexp(1.0L, FormatOf(dtype).max_exponent + 1)) return false;
  const long double places = std::fabs(exact) / Ulp(exact, dtype);
  const long double from_middle = std::fabs(places - std::floor(places) - 0.5L);
  return from_middle <= std::ldexp(places, -40);
}

}  // namespace sigloss::oracle
