// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the family on the host's processor promises, a row a claim; the tests measure each row on
// every instruction set there is.
#pragma once

#include <optional>

#include "ops/bce_with_logits/spec.h"
#include "ops/bce_with_logits/tests/operation.h"
#include "sigloss/precision.h"
#include "tests/support/accuracy.h"

namespace sigloss::ops::bce_with_logits {

using testing_support::Budget;

/// How a sweep chooses its labels.
enum class Labels { kConstant, kUniform, kNearProbability, kHard };

/// One set of operands, swept over the logits. Numbers are rounded to the type under test.
struct SweepRow {
  const char* name;
  Operation operation = Operation::kGrad;
  Labels labels = Labels::kConstant;
  double label = 0;
  std::optional<double> pos_weight = std::nullopt;
  double dout = 1;
  std::optional<double> weight = std::nullopt;
  double label_smoothing = 0;
  Reduction reduction = Reduction::kNone;
  Budget budget = {};
  Precision precision = Precision::kExact;
};

// 16-bit types: float64 lanes and one rounding at the store. Away from exact ties a float64
// computation good to 2^-44 rounds all of these right.
inline constexpr Budget kRight16 = {.ulps = 0.5001, .correctly_rounded = true};

// Float32: the polynomials' 2^-43.5 is 2^-19 of an ulp.
inline constexpr Budget kHard32 = {.ulps = 0.501};
// Where the terms of a formula have opposite signs and agree to k bits, the same error weighs 2^k
// times as much. Up to 12 bits it stays below a hundredth of an ulp; beyond, it is told as a part
// of the larger term. So for the gradient with soft labels (p near y), and for the gradient by the
// target with a positive weight.
inline constexpr Budget kSoft32 = {.ulps = 0.51, .cancels_below = 0x1p-12, .cancelled = 0x1p-43};
// Without a positive weight the gradient by the target is -x times the factors: one rounding in
// float64, one to the result.
inline constexpr Budget kTarget32 = {.ulps = 0.5001};

// `fast`: float32 lanes, on logits up to 87 in magnitude. Nothing cancels for hard labels.
inline constexpr Budget kFast32 = {.ulps = 4};
// Of a loss, 4 with fused operations; without them the logarithm of nearly 2 has half a ulp more.
inline constexpr Budget kFastLoss32 = {.ulps = 4.5};
// Each factor, the scale among them, is one more rounding or two.
inline constexpr Budget kFastFactors32 = {.ulps = 6};

// Float64 all the way; for labels 0 and 1 nothing cancels.
inline constexpr Budget kHard64 = {.ulps = 4};
// Else, where a result is below half of the larger term, it is told as a part of that term.
inline constexpr Budget kSoft64 = {.ulps = 6, .cancels_below = 0.5, .cancelled = 0x1p-51};

// Products of factors from the whole finite range: no intermediate overflows or vanishes.
inline constexpr Budget kFullRange32 = kHard32;
inline constexpr Budget kFullRange64 = kHard64;

/// Sums of losses, for terms of one sign and of any signs: each term as above, added in float64.
inline constexpr Budget kSum32 = {.ulps = 0.501};
inline constexpr Budget kMixedSum32 = kSoft32;
// In float64 the additions' own roundings show, up to 512 in a row beside each other.
inline constexpr Budget kSum64 = {.ulps = 32};
inline constexpr Budget kMixedSum64 = {.ulps = 32, .cancels_below = 0.5, .cancelled = 0x1p-48};
inline constexpr Budget kFastSum32 = {.ulps = 4};

/// For tests of layouts and sizes, on random soft labels and factors: the claim on that output.
constexpr Budget BudgetFor(Operation operation, DType out) {
  if (out == DType::kFloat64) return IsLoss(operation) ? kHard64 : kSoft64;
  if (out != DType::kFloat32) return kRight16;
  return IsLoss(operation) ? kHard32 : kSoft32;
}

/// The same where losses of any sign are added up.
constexpr Budget SumBudgetFor(DType out) {
  if (out == DType::kFloat64) return kMixedSum64;
  return out == DType::kFloat32 ? kMixedSum32 : kRight16;
}

}  // namespace sigloss::ops::bce_with_logits
