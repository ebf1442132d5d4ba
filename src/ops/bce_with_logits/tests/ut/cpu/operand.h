// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sigloss/tensor_view.h"

namespace sigloss::ops::bce_with_logits {

/// A tensor with its memory: logical element (i0, ..., ik) is storage[origin + sum(i * stride)].
struct Operand {
  TensorDesc desc;
  std::vector<double> storage;  // values of desc.dtype
  int64_t origin = 0;

  /// Row-major; values are rounded to the type.
  static Operand Dense(DType dtype, const Dims& shape, std::vector<double> values);
  /// Rank 1.
  static Operand Vector(DType dtype, std::vector<double> values);
  /// Rank 0.
  static Operand Scalar(DType dtype, double value);
  static Operand View(DType dtype, const Dims& shape, const Dims& strides, int64_t origin,
                      std::vector<double> storage);

  [[nodiscard]] DType dtype() const { return desc.dtype; }
};

[[nodiscard]] size_t Count(const Dims& shape);

[[nodiscard]] bool IsFloat(DType dtype);

/// Storage offset of every element of `shape` in a tensor that broadcasts to it.
[[nodiscard]] std::vector<int64_t> Offsets(const TensorDesc& tensor, int64_t origin,
                                           const Dims& shape);

}  // namespace sigloss::ops::bce_with_logits
