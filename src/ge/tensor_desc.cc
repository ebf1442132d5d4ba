// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Shape and TensorDesc.
#include <algorithm>
#include <utility>

#include "ge/access.h"
#include "graph/tensor.h"

namespace ge {
namespace {

std::vector<int64_t> Normalised(std::vector<int64_t> dims) {
  const bool unknown = std::find(dims.begin(), dims.end(), UNKNOWN_DIM_NUM) != dims.end();
  return unknown ? UNKNOWN_RANK : std::move(dims);
}

}  // namespace

Shape::Shape() : dims_(std::make_shared<std::vector<int64_t>>()) {}

Shape::Shape(const std::vector<int64_t>& dims)
    : dims_(std::make_shared<std::vector<int64_t>>(Normalised(dims))) {}

size_t Shape::GetDimNum() const { return *dims_ == UNKNOWN_RANK ? 0 : dims_->size(); }

int64_t Shape::GetDim(size_t idx) const { return idx < dims_->size() ? (*dims_)[idx] : 0; }

graphStatus Shape::SetDim(size_t idx, int64_t value) {
  if (idx >= dims_->size()) return GRAPH_FAILED;
  (*dims_)[idx] = value;
  return GRAPH_SUCCESS;
}

std::vector<int64_t> Shape::GetDims() const { return *dims_; }

int64_t Shape::GetShapeSize() const {
  if (dims_->empty()) return 0;
  int64_t size = 1;
  for (const int64_t dim : *dims_) {
    if (dim == UNKNOWN_DIM || dim == UNKNOWN_DIM_NUM) return -1;
    if (__builtin_mul_overflow(size, dim, &size)) return 0;
  }
  return size;
}

TensorDesc::TensorDesc(Shape shape, Format format, DataType dt) { Update(shape, format, dt); }

void TensorDesc::Update(const Shape& shape, Format format, DataType dt) {
  SetShape(shape);
  SetFormat(format);
  SetDataType(dt);
}

Shape TensorDesc::GetShape() const { return Shape(dims_); }
void TensorDesc::SetShape(const Shape& shape) { dims_ = Normalised(shape.GetDims()); }

graphStatus TensorDesc::SetUnknownDimNumShape() {
  dims_ = UNKNOWN_RANK;
  return GRAPH_SUCCESS;
}

graphStatus TensorDesc::SetShapeRange(const std::vector<std::pair<int64_t, int64_t>>& range) {
  range_ = range;
  return GRAPH_SUCCESS;
}

graphStatus TensorDesc::GetShapeRange(std::vector<std::pair<int64_t, int64_t>>& range) const {
  range = range_;
  return GRAPH_SUCCESS;
}

Shape TensorDesc::GetOriginShape() const { return Shape(origin_dims_); }
void TensorDesc::SetOriginShape(const Shape& shape) { origin_dims_ = shape.GetDims(); }

std::string TensorDesc::GetName() const { return name_; }

graphStatus TensorDesc::GetName(AscendString& name) {
  return static_cast<const TensorDesc*>(this)->GetName(name);
}

graphStatus TensorDesc::GetName(AscendString& name) const {
  name = AscendString(name_.c_str(), name_.size());
  return GRAPH_SUCCESS;
}

void TensorDesc::SetName(const std::string& name) { name_ = name; }
void TensorDesc::SetName(const char_t* name) { name_ = name == nullptr ? "" : name; }

void TensorDesc::SetConstData(std::unique_ptr<uint8_t[]> const_data_buffer,
                              const size_t& const_data_len) {
  const_data_ =
      std::shared_ptr<uint8_t>(const_data_buffer.release(), std::default_delete<uint8_t[]>());
  const_data_size_ = const_data_len;
}

bool TensorDesc::GetConstData(uint8_t** const_data_buffer, size_t& const_data_len) const {
  if (const_data_ == nullptr || const_data_buffer == nullptr) return false;
  *const_data_buffer = const_data_.get();
  const_data_len = const_data_size_;
  return true;
}

void TensorDesc::SetExpandDimsRule(const AscendString& expand_dims_rule) {
  expand_dims_rule_ = expand_dims_rule.GetString();
}

graphStatus TensorDesc::GetExpandDimsRule(AscendString& expand_dims_rule) const {
  expand_dims_rule = AscendString(expand_dims_rule_.c_str(), expand_dims_rule_.size());
  return GRAPH_SUCCESS;
}

}  // namespace ge
