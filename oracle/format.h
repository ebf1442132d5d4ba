// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The storage formats as numbers: rounding, bits and errors in units in the last place. Shares
// nothing with the conversions of the library, so that a defect there can't hide here.
#pragma once

#include <cstdint>

#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// A binary floating-point format: normal numbers have `precision` bits and magnitudes from
/// 2^min_exponent to just below 2^(max_exponent + 1).
struct Format {
  int width;  // bits in storage
  int precision;
  int min_exponent;
  int max_exponent;
};

/// Of float16, bfloat16, float32 or float64; aborts for any other dtype.
[[nodiscard]] Format FormatOf(DType dtype);

/// Value of a bit pattern, exactly.
[[nodiscard]] double Decode(uint64_t bits, DType dtype);

/// Bit pattern of a value, rounded to nearest even where it isn't in the format. NaN becomes the
/// quiet NaN without payload.
[[nodiscard]] uint64_t Encode(double value, DType dtype);

/// Nearest value of the format, ties to even; overflow gives infinity, underflow a signed zero.
[[nodiscard]] double RoundTo(long double value, DType dtype);

/// Distance of neighbours of the format in the binade of `exact`; one fixed distance from the
/// smallest normal number downwards.
[[nodiscard]] long double Ulp(long double exact, DType dtype);

/// |actual - exact| in units of Ulp(exact). An infinite `actual` counts as the number that would
/// follow the largest finite one, and matches everything beyond. NaN equals NaN only; a NaN or an
/// infinity in the wrong place is an infinite error. Blind to the sign of zero.
[[nodiscard]] double UlpError(long double exact, double actual, DType dtype);

/// True if `exact` lies within 2^-40 of itself of the middle between two neighbours, where a
/// computation in double precision can't be asked to find the right side.
[[nodiscard]] bool NearTie(long double exact, DType dtype);

}  // namespace sigloss::oracle
