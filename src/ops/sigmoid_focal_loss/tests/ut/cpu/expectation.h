// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What a call should give, and comparisons with what it gave.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ops/sigmoid_focal_loss/tests/ut/cpu/focal_case.h"
#include "oracle/focal_input.h"
#include "oracle/reference.h"
#include "tests/support/accuracy.h"

namespace sigloss::ops::sigmoid_focal_loss {

/// The oracle's answers in logical order, and its inputs; a reduced loss has one answer and tells
/// no inputs.
struct Expectation {
  std::vector<oracle::FocalInput> inputs;
  std::vector<oracle::Reference> references;
};
[[nodiscard]] Expectation Expect(const FocalCase& call);

/// Compares calls on every target with one budget; what differs from call to call is added up.
class EveryTarget {
 public:
  EveryTarget(std::string what, DType dtype, const testing_support::Budget& budget)
      : what_(std::move(what)), dtype_(dtype), budget_(budget) {}

  /// Runs the call on every target.
  void Add(const FocalCase& call) { Add(call, Expect(call)); }
  void Add(const FocalCase& call, const Expectation& expectation);
  /// Prints a line for each target, and fails where the budget is passed.
  void ExpectWithinBudget() const;

 private:
  std::string what_;
  DType dtype_;
  testing_support::Budget budget_;
  std::map<std::string, testing_support::Accuracy> accuracies_;  // by target
};

/// One call on every target.
void ExpectAccurate(const std::string& what, const FocalCase& call,
                    const testing_support::Budget& budget);

/// On every target: bit for bit the correctly rounded answers, where any NaN stands for any other.
/// Finite numbers other than 0 may be as far away as `budget` says.
void ExpectBits(const FocalCase& call, const testing_support::Budget& budget = {.ulps = 0});

}  // namespace sigloss::ops::sigmoid_focal_loss
