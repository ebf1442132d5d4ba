// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "linear_model.h"

#include <algorithm>
#include <cmath>

namespace train_digits {
namespace {

constexpr int kPixelRange = 16;

// -y log(p) - (1-y) log(1-p) with p = sigmoid(x), written so that neither exp nor log meets a
// number that it cannot represent well: max(x, 0) - x y + log(1 + exp(-|x|)).
double Loss(double x, double y) {
  return std::max(x, 0.0) - x * y + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace

template <class T>
Samples<T> MakeSamples(const Digits& digits, size_t first, size_t last) {
  Samples<T> samples;
  samples.size = last - first;
  samples.targets.assign(samples.size * kClasses, T{0});
  samples.images.reserve(samples.size * kPixels);
  for (size_t i = first * kPixels; i < last * kPixels; ++i) {
    samples.images.push_back(static_cast<T>(digits.pixels[i]) / kPixelRange);
  }
  for (size_t i = 0; i < samples.size; ++i) {
    samples.targets[i * kClasses + digits.labels[first + i]] = T{1};
  }
  return samples;
}

template <class T>
void LinearModel<T>::ComputeLogits(const Samples<T>& samples, size_t first, size_t count,
                                   std::vector<T>* logits) const {
  logits->resize(count * kClasses);
  for (size_t i = 0; i < count; ++i) {
    const T* image = samples.images.data() + (first + i) * kPixels;
    for (size_t c = 0; c < kClasses; ++c) {
      const T* weights = weights_.data() + c * kPixels;
      T sum = bias_[c];
      for (size_t k = 0; k < kPixels; ++k) sum += weights[k] * image[k];
      (*logits)[i * kClasses + c] = sum;
    }
  }
}

template <class T>
void LinearModel<T>::Descend(const Samples<T>& samples, size_t first, size_t count,
                             const std::vector<T>& gradient, T rate) {
  for (size_t i = 0; i < count; ++i) {
    const T* image = samples.images.data() + (first + i) * kPixels;
    for (size_t c = 0; c < kClasses; ++c) {
      const T step = rate * gradient[i * kClasses + c];
      T* weights = weights_.data() + c * kPixels;
      for (size_t k = 0; k < kPixels; ++k) weights[k] -= step * image[k];
      bias_[c] -= step;
    }
  }
}

template <class T>
Score LinearModel<T>::Evaluate(const Samples<T>& samples) const {
  std::vector<T> logits;
  ComputeLogits(samples, 0, samples.size, &logits);
  double loss = 0;
  size_t right = 0;
  for (size_t i = 0; i < samples.size; ++i) {
    const T* row = logits.data() + i * kClasses;
    const T* target = samples.targets.data() + i * kClasses;
    for (size_t c = 0; c < kClasses; ++c) loss += Loss(row[c], target[c]);
    const auto guess = std::max_element(row, row + kClasses) - row;
    right += target[guess] == T{1};
  }
  const auto size = static_cast<double>(samples.size);
  return {loss / (size * kClasses), static_cast<double>(right) / size};
}

template Samples<float> MakeSamples<float>(const Digits&, size_t, size_t);
template Samples<double> MakeSamples<double>(const Digits&, size_t, size_t);
template class LinearModel<float>;
template class LinearModel<double>;

}  // namespace train_digits
