// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the gradient on the host's processor promises, a row a claim; the tests measure each row on
// every instruction set there is.
#pragma once

#include <optional>

#include "ops/bce_with_logits/spec.h"
#include "sigloss/precision.h"
#include "tests/support/accuracy.h"

namespace sigloss::ops::bce_with_logits {

using testing_support::Budget;

/// How a sweep chooses its labels.
enum class Labels { kConstant, kUniform, kNearProbability };

/// One set of operands, swept over the logits. Numbers are rounded to the type under test.
struct SweepRow {
  const char* name;
  Labels labels = Labels::kConstant;
  double label = 0;
  std::optional<double> pos_weight = std::nullopt;
  double dout = 1;
  std::optional<double> weight = std::nullopt;
  Reduction reduction = Reduction::kNone;
  Budget budget = {};
  Precision precision = Precision::kExact;
};

// 16-bit types: float64 lanes and one rounding at the store. Away from exact ties a float64
// computation good to 2^-44 rounds all of these right.
inline constexpr Budget kRight16 = {.ulps = 0.5001, .correctly_rounded = true};

inline constexpr SweepRow kSweeps16[] = {
    {.name = "y=0", .label = 0, .budget = kRight16},
    {.name = "y=1", .label = 1, .budget = kRight16},
    {.name = "y=0.3", .label = 0.3, .budget = kRight16},
    {.name = "y=0.5", .label = 0.5, .budget = kRight16},
    {.name = "y=1 pos_weight=3.7", .label = 1, .pos_weight = 3.7, .budget = kRight16},
    {.name = "y=0.3 pos_weight=3.7", .label = 0.3, .pos_weight = 3.7, .budget = kRight16},
    {.name = "y=1 dout=-0.7 weight=1.3",
     .label = 1,
     .dout = -0.7,
     .weight = 1.3,
     .budget = kRight16},
    // The mean is over the sweep's 66,000 elements; dout brings the divisor to about 1000.
    {.name = "y=0 mean dout=64",
     .label = 0,
     .dout = 64,
     .reduction = Reduction::kMean,
     .budget = kRight16},
    {.name = "y=1 pos_weight=3.7 mean dout=-64 weight=0.9",
     .label = 1,
     .pos_weight = 3.7,
     .dout = -64,
     .weight = 0.9,
     .reduction = Reduction::kMean,
     .budget = kRight16},
    // Everything small: results down to the subnormals.
    {.name = "y=0 mean", .label = 0, .reduction = Reduction::kMean, .budget = kRight16},
};

// Float32: the polynomial's 2^-45 is 2^-20 of an ulp.
inline constexpr Budget kHard32 = {.ulps = 0.501};
// Soft labels: where p and y agree to k bits, the same error weighs 2^k times as much. Up to 12
// bits it stays below a hundredth of an ulp; beyond, it is told as a part of p (1 - y).
inline constexpr Budget kSoft32 = {.ulps = 0.51, .cancels_below = 0x1p-12, .cancelled = 0x1p-44};

inline constexpr SweepRow kSweeps32[] = {
    {.name = "y=0", .label = 0, .budget = kHard32},
    {.name = "y=1", .label = 1, .budget = kHard32},
    {.name = "y=1 pos_weight=3.7", .label = 1, .pos_weight = 3.7, .budget = kHard32},
    {.name = "y=1 pos_weight=2^24", .label = 1, .pos_weight = 0x1p24, .budget = kHard32},
    {.name = "y=0 mean weight=1.3",
     .label = 0,
     .weight = 1.3,
     .reduction = Reduction::kMean,
     .budget = kHard32},
    // Labels outside [0, 1]: both terms have one sign, nothing cancels.
    {.name = "y=2", .label = 2, .budget = kHard32},
    {.name = "y=-1 pos_weight=3.7", .label = -1, .pos_weight = 3.7, .budget = kHard32},
    {.name = "y=0.5", .label = 0.5, .budget = kSoft32},
    {.name = "y=0.1", .label = 0.1, .budget = kSoft32},
    {.name = "y=0.1 pos_weight=3.7", .label = 0.1, .pos_weight = 3.7, .budget = kSoft32},
    {.name = "y uniform in (0,1)", .labels = Labels::kUniform, .budget = kSoft32},
    {.name = "y near p", .labels = Labels::kNearProbability, .budget = kSoft32},
    {.name = "y uniform pos_weight=2^24",
     .labels = Labels::kUniform,
     .pos_weight = 0x1p24,
     .budget = kSoft32},
};

// `fast`: float32 lanes, on logits up to 87 in magnitude. Nothing cancels for hard labels.
inline constexpr Budget kFast32 = {.ulps = 4};
// Each factor, the scale among them, is one more rounding or two.
inline constexpr Budget kFastFactors32 = {.ulps = 6};

inline constexpr SweepRow kSweepsFast32[] = {
    {.name = "fast y=0", .label = 0, .budget = kFast32, .precision = Precision::kFast},
    {.name = "fast y=1", .label = 1, .budget = kFast32, .precision = Precision::kFast},
    {.name = "fast y=1 pos_weight=3.7",
     .label = 1,
     .pos_weight = 3.7,
     .budget = kFast32,
     .precision = Precision::kFast},
    {.name = "fast y=0 mean dout=0.7 weight=1.3",
     .label = 0,
     .dout = 0.7,
     .weight = 1.3,
     .reduction = Reduction::kMean,
     .budget = kFastFactors32,
     .precision = Precision::kFast},
    {.name = "fast y=1 pos_weight=3.7 mean dout=-0.7 weight=1.3",
     .label = 1,
     .pos_weight = 3.7,
     .dout = -0.7,
     .weight = 1.3,
     .reduction = Reduction::kMean,
     .budget = kFastFactors32,
     .precision = Precision::kFast},
};

// Products of factors from the whole finite range: no intermediate overflows or vanishes.
inline constexpr Budget kFullRange32 = kHard32;

/// For tests of layouts and sizes, on random soft labels: the claim on that output type.
constexpr Budget BudgetFor(DType out) { return out == DType::kFloat32 ? kSoft32 : kRight16; }

}  // namespace sigloss::ops::bce_with_logits
