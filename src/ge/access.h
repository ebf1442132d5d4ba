// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the library sees of the classes that programs use, beyond their public members.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/attr_value.h"
#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/tensor.h"

namespace sigloss::graph {

/// Bytes and what frees them.
class Storage {
 public:
  using Deleter = ::ge::Tensor::DeleteFunc;

  Storage() = default;
  Storage(uint8_t* data, size_t size, Deleter deleter, bool is_ours = false)
      : data_(data), size_(size), deleter_(std::move(deleter)), is_ours_(is_ours) {}
  Storage(Storage&& other) noexcept { swap(other); }
  Storage& operator=(Storage&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Storage() {
    if (data_ != nullptr && deleter_) deleter_(data_);
  }

  /// Uninitialised and aligned for vectors; throws std::bad_alloc.
  [[nodiscard]] static Storage Allocate(size_t size);
  [[nodiscard]] static Storage CopyOf(const void* data, size_t size);

  [[nodiscard]] uint8_t* data() const { return data_; }
  [[nodiscard]] size_t size() const { return size_; }
  /// Whether it comes from Allocate.
  [[nodiscard]] bool is_ours() const { return is_ours_; }

  /// Gives the bytes and their deleter away.
  [[nodiscard]] std::unique_ptr<uint8_t[], Deleter> Release();

 private:
  void swap(Storage& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(deleter_, other.deleter_);
    std::swap(is_ours_, other.is_ours_);
  }

  uint8_t* data_ = nullptr;
  size_t size_ = 0;
  Deleter deleter_;
  bool is_ours_ = false;
};

}  // namespace sigloss::graph

/// What copies of a tensor share.
struct ge::Tensor::Impl {
  TensorDesc desc;
  sigloss::graph::Storage storage;
};

namespace sigloss::graph {

/// A friend of the public classes.
struct Access {
  static const std::vector<int64_t>& Dims(const ::ge::TensorDesc& desc) { return desc.dims_; }
  static std::vector<int64_t>& Dims(::ge::TensorDesc& desc) { return desc.dims_; }
  static std::vector<int64_t>& OriginDims(::ge::TensorDesc& desc) { return desc.origin_dims_; }

  static ::ge::TensorDesc& Desc(const ::ge::Tensor& tensor) { return tensor.impl_->desc; }
  static Storage& StorageOf(const ::ge::Tensor& tensor) { return tensor.impl_->storage; }
  /// Whether no copy of the tensor is left but this one.
  static bool IsUnshared(const ::ge::Tensor& tensor) { return tensor.impl_.use_count() == 1; }

  using OperatorPtr = std::shared_ptr<::ge::Operator::Impl>;
  static const OperatorPtr& Impl(const ::ge::Operator& op) { return op.impl_; }
  static ::ge::Operator Wrap(OperatorPtr impl) {
    ::ge::Operator op;
    op.impl_ = std::move(impl);
    return op;
  }

  using GraphPtr = std::shared_ptr<::ge::Graph::Impl>;
  static const GraphPtr& Impl(const ::ge::Graph& graph) { return graph.impl_; }

  // The types by which the sources name what the public headers keep to themselves.
  using OperatorImpl = ::ge::Operator::Impl;
  using GraphImpl = ::ge::Graph::Impl;
  using AttrStore = ::ge::AttrValue::Value;
  static const AttrStore* Value(const ::ge::AttrValue& attr) { return attr.value_.get(); }
};

}  // namespace sigloss::graph
