// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "aclnn/acl_meta.h"
#include "core/validator.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::aclnn {

/// A view of device memory as the caller described it; nothing about it has been checked. An
/// aclTensor* of the C API is a number that stands for one.
struct Tensor {
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  // elements
  int64_t offset;                // elements
  aclDataType dtype;
  aclFormat format;
  std::vector<int64_t> storage_shape;
  void* data;
};

/// A new handle; the tensor lives until it is destroyed and no executor holds it.
[[nodiscard]] aclTensor* PublishTensor(std::shared_ptr<Tensor> tensor);
/// The tensor, null for null and for a handle that was destroyed or never was.
[[nodiscard]] std::shared_ptr<Tensor> FindTensor(const aclTensor* handle);
/// The same, and the handle is one no more.
[[nodiscard]] std::shared_ptr<Tensor> RemoveTensor(const aclTensor* handle);

/// What the validator looks at; it keeps views into the tensor. Null is an argument not given.
[[nodiscard]] core::Argument Describe(const Tensor* tensor);

/// Dtype and layout of a tensor whose rank has been checked.
[[nodiscard]] TensorDesc DescOf(const Tensor& tensor);

/// First element of the view in memory, null if the tensor has no data or no elements.
[[nodiscard]] void* FirstElement(const Tensor& tensor);

/// Checks that the shape can be counted and that the view stays inside its storage. `name` is the
/// argument's name for the text.
[[nodiscard]] Status CheckStorage(const Tensor& tensor, std::string_view name);

}  // namespace sigloss::aclnn
