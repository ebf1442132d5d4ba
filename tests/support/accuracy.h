// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "oracle/reference.h"
#include "sigloss/dtype.h"

namespace sigloss::testing_support {

/// What a claim on accuracy allows.
struct Budget {
  double ulps = 0.5;
  /// No wrong rounding at all, save within 2^-40 of a tie.
  bool correctly_rounded = false;
  /// Where the two terms of the formula nearly cancel, so that the result is below this fraction of
  /// the larger one, the bound is half a ulp plus `cancelled` of the larger term, instead of
  /// `ulps`.
  double cancels_below = 0;
  double cancelled = 0;
};

/// Collects comparisons with the oracle.
class Accuracy {
 public:
  Accuracy(std::string what, DType dtype, const Budget& budget)
      : what_(std::move(what)), dtype_(dtype), budget_(budget) {}

  /// `describe` says what the input was; it is called for the worst ones only, and may be empty.
  void Add(const std::function<std::string()>& describe, const oracle::Reference& wanted,
           double actual);

  /// For an input that a function Describe beside its type describes.
  template <class Input>
  requires requires(const Input& input) { Describe(input); }
  void Add(const Input& input, const oracle::Reference& wanted, double actual) {
    Add([&input] { return Describe(input); }, wanted, actual);
  }

  /// Success if the budget holds. A comparison that could not have failed is a failure: nothing
  /// compared, zeros only, or one and the same answer everywhere.
  [[nodiscard]] ::testing::AssertionResult Verdict() const;

  /// One line: what, how many, worst error and where.
  [[nodiscard]] std::string Summary() const;

  [[nodiscard]] double worst_ulps() const { return worst_ulps_; }
  [[nodiscard]] size_t misrounded() const { return misrounded_; }

 private:
  std::string what_;
  DType dtype_;
  Budget budget_;
  size_t compared_ = 0;
  size_t nonzero_ = 0;   // comparisons with a finite answer other than zero
  size_t distinct_ = 0;  // answers that differ from the one before
  double previous_ = 0;
  size_t misrounded_ = 0;
  size_t ties_ = 0;
  size_t wrong_signs_ = 0;
  double worst_ulps_ = 0;
  std::string worst_input_;
  double worst_actual_ = 0;
  double worst_wanted_ = 0;
  size_t cancelled_count_ = 0;
  double worst_cancelled_ = 0;
  std::string worst_cancelled_input_;
};

}  // namespace sigloss::testing_support
