// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What a call should give, and comparisons with what it gave.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "oracle/bce_input.h"
#include "oracle/reference.h"
#include "tests/support/accuracy.h"

namespace sigloss::ops::bce_with_logits {

/// The oracle's answers in logical order, and its inputs; a reduced loss has one answer and tells
/// no inputs.
struct Expectation {
  std::vector<oracle::BceInput> inputs;
  std::vector<oracle::Reference> references;
};
[[nodiscard]] Expectation Expect(const BceCase& call);

/// Holds an output to the budget; prints the summary where `print` is set.
void Compare(const std::string& what, const Expectation& expectation,
             const std::vector<uint64_t>& bits, DType dtype, const testing_support::Budget& budget,
             bool print = false);

/// Runs the call on the current target and holds the output to the budget.
void ExpectAccurate(const std::string& what, const BceCase& call,
                    const testing_support::Budget& budget, bool print = false);

/// Runs the call on every target and holds each to the budget.
void ExpectAccurateOnEveryTarget(const std::string& what, const BceCase& call,
                                 const testing_support::Budget& budget);

/// Runs the call on every target: bit for bit the correctly rounded answers, where any NaN stands
/// for any other. Finite numbers may be as far away as `budget` says, zeros only where terms
/// cancel.
void ExpectBitsOnEveryTarget(const BceCase& call,
                             const testing_support::Budget& budget = {.ulps = 0});

/// Bits of the correctly rounded answers; NaN as the type's plain quiet NaN.
[[nodiscard]] std::vector<uint64_t> RoundedBits(const Expectation& expectation, DType dtype);

}  // namespace sigloss::ops::bce_with_logits
