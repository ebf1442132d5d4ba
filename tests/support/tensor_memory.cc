// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/tensor_memory.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "core/shape.h"
#include "oracle/format.h"

namespace sigloss::testing_support {
namespace {

uint64_t BitsOf(double value, DType dtype) {
  if (dtype == DType::kFloat32) {  // the bulk of all values: the quick way
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  }
  return IsFloat(dtype) ? oracle::Encode(value, dtype)
                        : static_cast<uint64_t>(static_cast<int64_t>(value));
}

size_t StorageOf(const TensorDesc& desc, int64_t origin) {
  if (core::IsEmpty(desc.shape)) return 0;
  return static_cast<size_t>(origin + core::ReachOf(desc.shape, desc.strides)->highest + 1);
}

}  // namespace

TensorMemory::TensorMemory(const Operand& operand, Edge edge, size_t gap)
    : desc_(operand.desc),
      origin_(operand.origin),
      elements_(operand.storage.size()),
      buffer_(elements_ * DTypeSize(desc_.dtype), edge, gap * DTypeSize(desc_.dtype)) {
  for (size_t i = 0; i < elements_; ++i) {
    const uint64_t bits = BitsOf(operand.storage[i], desc_.dtype);  // little endian
    std::memcpy(At(static_cast<int64_t>(i)), &bits, DTypeSize(desc_.dtype));
  }
}

TensorMemory::TensorMemory(const TensorDesc& desc, int64_t origin, Edge edge, size_t gap)
    : desc_(desc),
      origin_(origin),
      elements_(StorageOf(desc, origin)),
      buffer_(elements_ * DTypeSize(desc_.dtype), edge, gap * DTypeSize(desc_.dtype)) {
  buffer_.Poison(desc_.dtype);
}

std::vector<uint64_t> TensorMemory::Collect() const {
  const std::vector<int64_t> offsets = Offsets(desc_, origin_, desc_.shape);
  const uint64_t poison = PoisonBits(desc_.dtype);
  std::vector<uint64_t> bits(offsets.size());
  std::vector<bool> belongs(elements_, false);
  size_t unwritten = 0;
  for (size_t i = 0; i < offsets.size(); ++i) {
    bits[i] = Bits(offsets[i]);
    belongs[static_cast<size_t>(offsets[i])] = true;
    unwritten += bits[i] == poison;
  }
  EXPECT_EQ(unwritten, 0u) << "output elements were left as they were";
  size_t strayed = 0;
  for (size_t i = 0; i < elements_; ++i) {
    strayed += !belongs[i] && Bits(static_cast<int64_t>(i)) != poison;
  }
  EXPECT_EQ(strayed, 0u) << "elements between those of the output were written";
  return bits;
}

bool TensorMemory::IsUnwritten() const {
  for (size_t i = 0; i < elements_; ++i) {
    if (Bits(static_cast<int64_t>(i)) != PoisonBits(desc_.dtype)) return false;
  }
  return true;
}

std::byte* TensorMemory::At(int64_t index) const {
  return buffer_.data() + index * static_cast<int64_t>(DTypeSize(desc_.dtype));
}

uint64_t TensorMemory::Bits(int64_t index) const {
  uint64_t bits = 0;
  std::memcpy(&bits, At(index), DTypeSize(desc_.dtype));
  return bits;
}

}  // namespace sigloss::testing_support
