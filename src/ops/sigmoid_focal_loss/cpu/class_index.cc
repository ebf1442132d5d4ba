// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sigmoid_focal_loss/cpu/class_index.h"

#include <cstring>

#include "core/error_texts.h"
#include "core/shape.h"

namespace sigloss::ops::sigmoid_focal_loss::cpu {
namespace {

int64_t Read(DType dtype, const void* data, int64_t offset) {
  const auto* bytes = static_cast<const char*>(data) + offset * int64_t(DTypeSize(dtype));
  if (dtype == DType::kInt64) {
    int64_t value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  int32_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

Status CheckClassIndices(std::string_view name, const TensorDesc& indices, const void* data,
                         int64_t columns) {
  const int64_t rows = *core::NumElements(indices.shape);
  Dims index = indices.shape;
  for (size_t axis = 0; axis < index.size(); ++axis) index[axis] = 0;
  int64_t offset = 0;
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t value = Read(indices.dtype, data, offset);
    if (value < -1 || value > columns) {
      return {StatusCode::kInvalidArgument,
              core::error_texts::ClassIndexInvalid(name, row, value, columns)};
    }
    for (size_t axis = index.size(); axis-- > 0;) {
      offset += indices.strides[axis];
      if (++index[axis] < indices.shape[axis]) break;
      offset -= indices.shape[axis] * indices.strides[axis];
      index[axis] = 0;
    }
  }
  return {};
}

}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
