// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "digits.h"

namespace train_digits {

/// Images [0, size) of a set, as numbers of type T: pixels in 0..1 and one-hot targets.
template <class T>
struct Samples {
  std::vector<T> images;   ///< [size, kPixels]
  std::vector<T> targets;  ///< [size, kClasses]
  size_t size = 0;
};

/// Takes images [first, last) of the set.
template <class T>
[[nodiscard]] Samples<T> MakeSamples(const Digits& digits, size_t first, size_t last);

struct Score {
  double loss = 0;      ///< mean binary cross entropy over images and classes
  double accuracy = 0;  ///< share of images whose largest logit is the label's
};

/// One linear classifier per class. All arithmetic of a member function is in T, except the loss,
/// which is a double computed without cancellation or overflow.
template <class T>
class LinearModel {
 public:
  LinearModel() : weights_(kClasses * kPixels), bias_(kClasses) {}

  /// Logits [count, kClasses] of images [first, first + count).
  void ComputeLogits(const Samples<T>& samples, size_t first, size_t count,
                     std::vector<T>* logits) const;

  /// One descent step, given the gradient [count, kClasses] with respect to those logits.
  void Descend(const Samples<T>& samples, size_t first, size_t count,
               const std::vector<T>& gradient, T rate);

  [[nodiscard]] Score Evaluate(const Samples<T>& samples) const;

  [[nodiscard]] const std::vector<T>& weights() const { return weights_; }
  [[nodiscard]] const std::vector<T>& bias() const { return bias_; }

 private:
  std::vector<T> weights_;  // [kClasses, kPixels]
  std::vector<T> bias_;
};

}  // namespace train_digits
