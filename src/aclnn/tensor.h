// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "aclnn/acl_meta.h"
#include "core/validator.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

/// A view of device memory as the caller described it; nothing about it has been checked.
struct aclTensor {
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  // elements
  int64_t offset;                // elements
  aclDataType dtype;
  aclFormat format;
  std::vector<int64_t> storage_shape;
  void* data;
};

namespace sigloss::aclnn {

/// What the validator looks at; it keeps views into the tensor. Null is an argument not given.
[[nodiscard]] core::Argument Describe(const aclTensor* tensor);

/// Dtype and layout of a tensor whose rank has been checked.
[[nodiscard]] TensorDesc DescOf(const aclTensor& tensor);

/// First element of the view in memory, null if the tensor has no data.
[[nodiscard]] void* FirstElement(const aclTensor& tensor);

/// Checks that the shape can be counted and that the view stays inside its storage. `name` is the
/// argument's name for the text.
[[nodiscard]] Status CheckStorage(const aclTensor& tensor, std::string_view name);

}  // namespace sigloss::aclnn
