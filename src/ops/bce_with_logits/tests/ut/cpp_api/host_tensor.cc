// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "host_tensor.h"

#include <cstring>

#include "core/shape.h"
#include "oracle/format.h"

namespace sigloss::ops::bce_with_logits {
namespace {

size_t Count(const Dims& shape) { return static_cast<size_t>(*core::NumElements(shape)); }

bool IsFloat(DType dtype) {
  return dtype == DType::kFloat32 || dtype == DType::kFloat16 || dtype == DType::kBFloat16 ||
         dtype == DType::kFloat64;
}

}  // namespace

HostTensor::HostTensor(DType dtype, const Dims& shape, const std::vector<double>& values)
    : HostTensor(TensorDesc::Dense(dtype, shape), 0, Count(shape)) {
  Set(values);
}

HostTensor::HostTensor(const TensorDesc& desc, int64_t origin, size_t elements)
    : desc_(desc), origin_(origin), bytes_(elements * DTypeSize(desc.dtype)) {
  for (size_t i = 0; i < elements; ++i) Write(i, kUnwritten);
}

HostTensor HostTensor::Unwritten(DType dtype, const Dims& shape) {
  return {TensorDesc::Dense(dtype, shape), 0, Count(shape)};
}

void HostTensor::Set(const std::vector<double>& values) {
  for (size_t i = 0; i < values.size(); ++i) Write(Offset(desc_.shape, i), values[i]);
}

std::vector<double> HostTensor::Values() const {
  std::vector<double> values(Count(desc_.shape));
  for (size_t i = 0; i < values.size(); ++i) values[i] = At(desc_.shape, i);
  return values;
}

double HostTensor::At(const Dims& shape, size_t flat) const { return Read(Offset(shape, flat)); }

TensorView HostTensor::View() {
  std::byte* data = bytes_.data();
  if (data != nullptr) data += origin_ * static_cast<int64_t>(DTypeSize(desc_.dtype));
  return {data, desc_};
}

size_t HostTensor::Offset(const Dims& shape, size_t flat) const {
  const size_t missing = shape.size() - desc_.shape.size();
  int64_t offset = origin_;
  auto rest = static_cast<int64_t>(flat);
  for (size_t axis = shape.size(); axis-- > 0; rest /= shape[axis]) {
    if (axis < missing || desc_.shape[axis - missing] == 1) continue;
    offset += rest % shape[axis] * desc_.strides[axis - missing];
  }
  return static_cast<size_t>(offset);
}

void HostTensor::Write(size_t element, double value) {
  const size_t size = DTypeSize(desc_.dtype);
  const uint64_t bits = IsFloat(desc_.dtype) ? oracle::Encode(value, desc_.dtype)
                                             : static_cast<uint64_t>(static_cast<int64_t>(value));
  std::memcpy(bytes_.data() + element * size, &bits, size);  // of a little-endian machine
}

double HostTensor::Read(size_t element) const {
  const size_t size = DTypeSize(desc_.dtype);
  uint64_t bits = 0;
  std::memcpy(&bits, bytes_.data() + element * size, size);
  if (IsFloat(desc_.dtype)) return oracle::Decode(bits, desc_.dtype);
  const auto unused = static_cast<int>(64 - 8 * size);
  const bool has_sign = desc_.dtype == DType::kInt32 || desc_.dtype == DType::kInt64;
  return has_sign ? static_cast<double>(static_cast<int64_t>(bits << unused) >> unused)
                  : static_cast<double>(bits);
}

}  // namespace sigloss::ops::bce_with_logits
