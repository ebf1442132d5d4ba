// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "device_tensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr unsigned char kPattern = 0x5A;
constexpr size_t kMargin = 32;  // bytes behind the last element

void Encode(double value, aclDataType dtype, void* to) {
  const auto single = static_cast<float>(value);
  uint32_t bits = 0;
  std::memcpy(&bits, &single, sizeof bits);
  if (dtype == ACL_BF16) bits >>= 16;
  if (dtype == ACL_FLOAT16) bits = aclFloatToFloat16(single);
  std::memcpy(to, &bits, aclDataTypeSize(dtype));  // little-endian, as all that CANN runs on
}

double Decode(const void* from, aclDataType dtype) {
  uint32_t bits = 0;
  std::memcpy(&bits, from, aclDataTypeSize(dtype));
  if (dtype == ACL_FLOAT16) return aclFloat16ToFloat(static_cast<aclFloat16>(bits));
  if (dtype == ACL_BF16) bits <<= 16;
  float single = 0;
  std::memcpy(&single, &bits, sizeof single);
  return single;
}

std::vector<int64_t> DenseStrides(const Shape& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

}  // namespace

std::vector<Shape> IndicesOf(const Shape& shape) {
  std::vector<Shape> indices = {{}};
  for (const int64_t extent : shape) {
    std::vector<Shape> longer;
    for (const Shape& index : indices) {
      for (int64_t i = 0; i < extent; ++i) {
        longer.push_back(index);
        longer.back().push_back(i);
      }
    }
    indices = std::move(longer);
  }
  return indices;
}

Rounding RoundingOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {0x1p-11, 0x1p-25};
    case ACL_BF16:
      return {0x1p-8, 0x1p-134};
    default:
      return {0x1p-24, 0x1p-150};
  }
}

DeviceTensor::DeviceTensor(const Layout& layout, const std::function<double(size_t)>& value)
    : layout_(layout) {
  if (layout_.strides.empty()) layout_.strides = DenseStrides(layout_.shape);
  const std::vector<Shape> indices = IndicesOf(layout_.shape);
  size_t end = 0;
  for (const Shape& index : indices) end = std::max(end, Address(index));
  buffer_.assign(end + kMargin, kPattern);
  for (size_t i = 0; i < indices.size(); ++i) {
    Encode(value(i), layout_.dtype, &buffer_[Address(indices[i])]);
    values_.push_back(value(i));
    EXPECT_EQ(Decode(&buffer_[Address(indices[i])], layout_.dtype), values_[i]) << "inexact";
  }
  EXPECT_EQ(aclrtMalloc(&memory_, buffer_.size(), ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(memory_, buffer_.size(), buffer_.data(), buffer_.size(),
                        ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  const auto storage = static_cast<int64_t>(buffer_.size() / aclDataTypeSize(layout_.dtype));
  tensor_ =
      aclCreateTensor(layout_.shape.data(), layout_.shape.size(), layout_.dtype,
                      layout_.strides.data(), layout_.offset, ACL_FORMAT_ND, &storage, 1, memory_);
}

DeviceTensor::~DeviceTensor() {
  EXPECT_EQ(aclDestroyTensor(tensor_), 0);
  EXPECT_EQ(aclrtFree(memory_), ACL_SUCCESS);
}

size_t DeviceTensor::Address(const Shape& index) const {
  int64_t element = layout_.offset;
  for (size_t i = 0; i < index.size(); ++i) element += index[i] * layout_.strides[i];
  return static_cast<size_t>(element) * aclDataTypeSize(layout_.dtype);
}

double DeviceTensor::At(const Shape& index) const {
  const size_t missing = index.size() - layout_.shape.size();
  size_t flat = 0;
  for (size_t i = 0; i < layout_.shape.size(); ++i) {
    const auto extent = static_cast<size_t>(layout_.shape[i]);
    flat = flat * extent + (extent == 1 ? 0 : static_cast<size_t>(index[missing + i]));
  }
  return values_[flat];
}

std::vector<double> DeviceTensor::Read() const {
  std::vector<unsigned char> now(buffer_.size());
  EXPECT_EQ(aclrtMemcpy(now.data(), now.size(), memory_, now.size(), ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
  std::vector<double> values;
  std::vector<unsigned char> around = buffer_;
  for (const Shape& index : IndicesOf(layout_.shape)) {
    values.push_back(Decode(&now[Address(index)], layout_.dtype));
    std::memcpy(&around[Address(index)], &now[Address(index)], aclDataTypeSize(layout_.dtype));
  }
  EXPECT_EQ(now, around) << "something around the view has changed";
  return values;
}

}  // namespace sigloss::ops::bce_with_logits
