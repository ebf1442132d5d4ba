// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Sums of references: what a reduced loss should be.
#pragma once

#include <memory>

#include "oracle/reference.h"
#include "sigloss/dtype.h"

namespace sigloss::oracle {

/// Adds up `exact` of every element in 256 bits, where nothing of a long double is lost beside
/// anything 2^190 times larger. What is uncertain is thus what the elements bring: the sum is off
/// by at most 2^-56 of the sum of their `magnitude`, and no more than 2^-50 of itself where all
/// have one sign.
class ExactSum {
 public:
  ExactSum();
  ~ExactSum();

  void Add(const Reference& element);

  /// Sum / divisor, in the format `dtype` and as it is; magnitude: of the elements' magnitudes.
  /// `rounded` is the neighbour nearest to `exact`: where the exact sum lies within its
  /// uncertainty of a tie, perhaps the other of the two nearest. Nothing over 0 is NaN, as the mean
  /// of nothing is.
  [[nodiscard]] Reference Over(double divisor, DType dtype) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sigloss::oracle
