// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/tests/ut/cpu/operand.h"

#include <utility>

#include "core/shape.h"
#include "oracle/format.h"

namespace sigloss::ops::bce_with_logits {

Operand Operand::Dense(DType dtype, const Dims& shape, std::vector<double> values) {
  return View(dtype, shape, DenseStrides(shape), 0, std::move(values));
}

Operand Operand::Vector(DType dtype, std::vector<double> values) {
  const auto n = static_cast<int64_t>(values.size());
  return Dense(dtype, {n}, std::move(values));
}

Operand Operand::Scalar(DType dtype, double value) { return Dense(dtype, {}, {value}); }

Operand Operand::View(DType dtype, const Dims& shape, const Dims& strides, int64_t origin,
                      std::vector<double> storage) {
  if (IsFloat(dtype)) {
    for (double& value : storage) value = oracle::RoundTo(value, dtype);
  }
  return {{dtype, shape, strides}, std::move(storage), origin};
}

size_t Count(const Dims& shape) { return static_cast<size_t>(*core::NumElements(shape)); }

bool IsFloat(DType dtype) {
  return dtype == DType::kFloat32 || dtype == DType::kFloat16 || dtype == DType::kBFloat16 ||
         dtype == DType::kFloat64;
}

std::vector<int64_t> Offsets(const TensorDesc& tensor, int64_t origin, const Dims& shape) {
  const size_t missing = shape.size() - tensor.shape.size();
  std::vector<int64_t> offsets(Count(shape));
  for (size_t flat = 0; flat < offsets.size(); ++flat) {
    auto rest = static_cast<int64_t>(flat);
    int64_t offset = origin;
    for (size_t axis = shape.size(); axis-- > 0; rest /= shape[axis]) {
      if (axis < missing || tensor.shape[axis - missing] == 1) continue;
      offset += rest % shape[axis] * tensor.strides[axis - missing];
    }
    offsets[flat] = offset;
  }
  return offsets;
}

}  // namespace sigloss::ops::bce_with_logits
