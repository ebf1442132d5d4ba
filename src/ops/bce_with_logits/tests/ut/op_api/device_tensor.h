// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A tensor in device memory as a view of a larger buffer, read and written as doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace sigloss::ops::bce_with_logits {

using Shape = std::vector<int64_t>;

struct Layout {
  Shape shape;
  aclDataType dtype = ACL_FLOAT;
  std::vector<int64_t> strides = {};  // empty: dense
  int64_t offset = 0;
};

class DeviceTensor {
 public:
  /// Element i, in row-major order, is value(i), which the type must hold exactly. What lies around
  /// the view is filled with a pattern.
  DeviceTensor(const Layout& layout, const std::function<double(size_t)>& value);
  DeviceTensor(const DeviceTensor&) = delete;
  DeviceTensor& operator=(const DeviceTensor&) = delete;
  ~DeviceTensor();

  [[nodiscard]] aclTensor* get() const { return tensor_; }
  /// What the tensor was made with, where its shape broadcasts to a larger one.
  [[nodiscard]] double At(const Shape& index) const;
  /// What the elements are now. Fails the test if something around the view has changed.
  [[nodiscard]] std::vector<double> Read() const;

 private:
  [[nodiscard]] size_t Address(const Shape& index) const;  // in bytes

  Layout layout_;
  std::vector<double> values_;
  std::vector<unsigned char> buffer_;  // as it was written to the device
  void* memory_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

/// The indices of a shape in row-major order.
std::vector<Shape> IndicesOf(const Shape& shape);

/// Distance between 1 and the next number of the type, halved; and the smallest number, halved.
struct Rounding {
  double relative;
  double absolute;
};
Rounding RoundingOf(aclDataType dtype);

}  // namespace sigloss::ops::bce_with_logits
