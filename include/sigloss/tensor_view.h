// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "sigloss/dtype.h"

namespace sigloss {

/// Highest rank of an operator's tensor.
inline constexpr size_t kMaxRank = 8;

/// A short list of extents or strides, held in place. It has room for one more than kMaxRank, so
/// that a rank too large is seen, and refused, by every function; what is beyond that is dropped.
class Dims {
 public:
  constexpr Dims() = default;
  constexpr Dims(std::initializer_list<int64_t> values)
      : Dims(std::span<const int64_t>(values.begin(), values.size())) {}
  explicit constexpr Dims(std::span<const int64_t> values) {
    for (const int64_t value : values) push_back(value);
  }

  [[nodiscard]] constexpr size_t size() const { return size_; }
  constexpr int64_t& operator[](size_t i) { return values_[i]; }
  constexpr int64_t operator[](size_t i) const { return values_[i]; }
  constexpr operator std::span<const int64_t>() const { return {values_.data(), size_}; }
  constexpr void push_back(int64_t value) {
    if (size_ < values_.size()) values_[size_++] = value;
  }
  [[nodiscard]] constexpr const int64_t* begin() const { return values_.data(); }
  [[nodiscard]] constexpr const int64_t* end() const { return values_.data() + size_; }
  friend constexpr bool operator==(const Dims& a, const Dims& b) {
    if (a.size_ != b.size_) return false;
    for (size_t i = 0; i < a.size_; ++i) {
      if (a.values_[i] != b.values_[i]) return false;
    }
    return true;
  }

 private:
  std::array<int64_t, kMaxRank + 1> values_{};
  size_t size_ = 0;
};

/// Row-major strides, in elements, of a dense tensor of that shape. They wrap around where 64 bits
/// don't hold them; operators refuse such a shape.
constexpr Dims DenseStrides(const Dims& shape) {
  Dims strides = shape;
  uint64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = static_cast<int64_t>(step);
    step *= shape[i] > 0 ? static_cast<uint64_t>(shape[i]) : 1;
  }
  return strides;
}

/// Type and layout of a tensor, without its data.
struct TensorDesc {
  DType dtype = DType::kFloat32;
  Dims shape;
  Dims strides;  ///< in elements; 0 repeats one element along an axis

  static constexpr TensorDesc Dense(DType dtype, const Dims& shape) {
    return {dtype, shape, DenseStrides(shape)};
  }
};

/// A tensor in somebody else's memory: element (i0, ..., ik) lies at data + sum(i * stride)
/// elements. A shape of rank 0 is one element; any extent of 0 makes the tensor empty.
struct TensorView {
  void* data = nullptr;
  TensorDesc desc;

  static constexpr TensorView Dense(void* data, DType dtype, const Dims& shape) {
    return {data, TensorDesc::Dense(dtype, shape)};
  }
};

}  // namespace sigloss
