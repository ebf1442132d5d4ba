// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sigloss/tensor_view.h"

namespace sigloss::ops::bce_with_logits {

/// A tensor of any type and layout with its memory, written and read as numbers.
class HostTensor {
 public:
  /// Dense, with these values in row-major order.
  HostTensor(DType dtype, const Dims& shape, const std::vector<double>& values);
  /// Of any layout, full of kUnwritten: `elements` of memory, the first of the view at `origin`.
  HostTensor(const TensorDesc& desc, int64_t origin, size_t elements);
  /// Dense and full of kUnwritten.
  static HostTensor Unwritten(DType dtype, const Dims& shape);

  /// No result of a test is this; every float type holds it exactly.
  static constexpr double kUnwritten = -77.0;

  void Set(const std::vector<double>& values);
  [[nodiscard]] std::vector<double> Values() const;
  /// Value of the element that index `flat` of `shape` reads where this broadcasts to it.
  [[nodiscard]] double At(const Dims& shape, size_t flat) const;
  /// All of the memory, what lies between the view's elements too.
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

  [[nodiscard]] TensorView View();
  [[nodiscard]] const Dims& shape() const { return desc_.shape; }

 private:
  [[nodiscard]] size_t Offset(const Dims& shape, size_t flat) const;
  void Write(size_t element, double value);
  [[nodiscard]] double Read(size_t element) const;

  TensorDesc desc_;
  int64_t origin_;
  std::vector<std::byte> bytes_;
};

}  // namespace sigloss::ops::bce_with_logits
