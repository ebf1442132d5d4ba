// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "graph/tensor.h"

#include <cstring>
#include <new>
#include <utility>

#include "core/shape.h"
#include "ge/access.h"

namespace ge {

using sigloss::graph::Access;
using sigloss::graph::Storage;

namespace {

// Runs what may find no memory.
template <class Body>
graphStatus Try(const Body& body) noexcept {
  try {
    body();
    return GRAPH_SUCCESS;
  } catch (const std::bad_alloc&) {
    return GRAPH_FAILED;
  }
}

graphStatus SetExtent(std::vector<int64_t>& dims, size_t idx, int64_t value) {
  if (idx >= dims.size()) return GRAPH_FAILED;
  dims[idx] = value;
  return GRAPH_SUCCESS;
}

int64_t Extent(const std::vector<int64_t>& dims, size_t idx) {
  return idx < dims.size() ? dims[idx] : 0;
}

struct StringHead {
  int64_t offset;  // of the text, from the first head
  int64_t length;
};

Storage Pack(const std::vector<AscendString>& texts) {
  size_t size = 0;
  for (const AscendString& text : texts) size += sizeof(StringHead) + text.GetLength() + 1;
  Storage packed = Storage::Allocate(size);
  size_t at = texts.size() * sizeof(StringHead);
  for (size_t i = 0; i < texts.size(); ++i) {
    const size_t length = texts[i].GetLength();
    const StringHead head = {static_cast<int64_t>(at), static_cast<int64_t>(length)};
    std::memcpy(packed.data() + i * sizeof head, &head, sizeof head);
    std::memcpy(packed.data() + at, texts[i].GetString(), length + 1);
    at += length + 1;
  }
  return packed;
}

// A vector that was given away is kept instead of copied.
Storage Adopt(std::vector<uint8_t>&& data) {
  if (data.empty()) return {};
  auto kept = std::make_shared<std::vector<uint8_t>>(std::move(data));
  uint8_t* const bytes = kept->data();
  const size_t size = kept->size();
  return {bytes, size, [kept = std::move(kept)](uint8_t*) {}};
}

}  // namespace

Tensor::Tensor() : impl_(std::make_shared<Impl>()) {}
Tensor::Tensor(const TensorDesc& tensor_desc) : Tensor() { impl_->desc = tensor_desc; }
Tensor::Tensor(const TensorDesc& tensor_desc, const std::vector<uint8_t>& data)
    : Tensor(tensor_desc, data.data(), data.size()) {}
Tensor::Tensor(const TensorDesc& tensor_desc, const uint8_t* data, size_t size)
    : Tensor(tensor_desc) {
  if (data != nullptr) (void)SetData(data, size);
}
Tensor::Tensor(TensorDesc&& tensor_desc, std::vector<uint8_t>&& data) : Tensor() {
  impl_->desc = std::move(tensor_desc);
  (void)SetData(std::move(data));
}

TensorDesc Tensor::GetTensorDesc() const { return impl_->desc; }

graphStatus Tensor::SetTensorDesc(const TensorDesc& tensor_desc) {
  impl_->desc = tensor_desc;
  return GRAPH_SUCCESS;
}

const uint8_t* Tensor::GetData() const { return impl_->storage.data(); }
uint8_t* Tensor::GetData() { return impl_->storage.data(); }
size_t Tensor::GetSize() const { return impl_->storage.size(); }

graphStatus Tensor::SetData(std::vector<uint8_t>&& data) {
  return Try([&] { impl_->storage = Adopt(std::move(data)); });
}

graphStatus Tensor::SetData(const std::vector<uint8_t>& data) {
  return Try([&] { impl_->storage = Storage::CopyOf(data.data(), data.size()); });
}

graphStatus Tensor::SetData(const uint8_t* data, size_t size) {
  if (data == nullptr && size > 0) return GRAPH_FAILED;
  return Try([&] { impl_->storage = Storage::CopyOf(data, size); });
}

graphStatus Tensor::SetData(const std::string& data) {
  return Try([&] { impl_->storage = Pack({AscendString(data.data(), data.size())}); });
}

graphStatus Tensor::SetData(const char_t* data) {
  if (data == nullptr) return GRAPH_FAILED;
  return Try([&] { impl_->storage = Pack({AscendString(data)}); });
}

graphStatus Tensor::SetData(const std::vector<std::string>& data) {
  return Try([&] {
    std::vector<AscendString> texts;
    for (const std::string& text : data) texts.emplace_back(text.data(), text.size());
    impl_->storage = Pack(texts);
  });
}

graphStatus Tensor::SetData(const std::vector<AscendString>& data) {
  return Try([&] { impl_->storage = Pack(data); });
}

graphStatus Tensor::SetData(uint8_t* data, size_t size, const DeleteFunc& deleter_func) {
  if (data == nullptr) return GRAPH_FAILED;
  return Try([&] { impl_->storage = Storage(data, size, deleter_func); });
}

std::unique_ptr<uint8_t[], Tensor::DeleteFunc> Tensor::ResetData() {
  return impl_->storage.Release();
}

graphStatus Tensor::ResetData(uint8_t* data, size_t size, const DeleteFunc& deleter_func) {
  return SetData(data, size, deleter_func);
}

graphStatus Tensor::IsValid() {
  const DataType dtype = impl_->desc.GetDataType();
  if (dtype == DT_STRING) return GRAPH_SUCCESS;
  const auto count = sigloss::core::NumElements(Access::Dims(impl_->desc));
  if (!count) return GRAPH_FAILED;
  return GetSizeInBytes(*count, dtype) == static_cast<int64_t>(GetSize()) ? GRAPH_SUCCESS
                                                                          : GRAPH_FAILED;
}

Tensor Tensor::Clone() const {
  Tensor clone(impl_->desc);
  (void)clone.SetData(GetData(), GetSize());
  return clone;
}

graphStatus Tensor::SetFormat(const Format& format) {
  impl_->desc.SetFormat(format);
  return GRAPH_SUCCESS;
}
Format Tensor::GetFormat() const { return impl_->desc.GetFormat(); }

graphStatus Tensor::SetDataType(const DataType& dtype) {
  impl_->desc.SetDataType(dtype);
  return GRAPH_SUCCESS;
}
DataType Tensor::GetDataType() const { return impl_->desc.GetDataType(); }

graphStatus Tensor::SetPlacement(const Placement& placement) {
  impl_->desc.SetPlacement(placement);
  return GRAPH_SUCCESS;
}
Placement Tensor::GetPlacement() const { return impl_->desc.GetPlacement(); }

graphStatus Tensor::SetOriginFormat(const Format& format) {
  impl_->desc.SetOriginFormat(format);
  return GRAPH_SUCCESS;
}
Format Tensor::GetOriginFormat() const { return impl_->desc.GetOriginFormat(); }

graphStatus Tensor::SetShapeDimNum(const size_t dim_num) {
  return Try([&] { Access::Dims(impl_->desc).resize(dim_num); });
}
size_t Tensor::GetShapeDimNum() const { return Access::Dims(impl_->desc).size(); }
graphStatus Tensor::SetShapeDim(const size_t idx, const int64_t dim_value) {
  return SetExtent(Access::Dims(impl_->desc), idx, dim_value);
}
int64_t Tensor::GetShapeDim(const size_t idx) const {
  return Extent(Access::Dims(impl_->desc), idx);
}

graphStatus Tensor::SetOriginShapeDimNum(const size_t dim_num) {
  return Try([&] { Access::OriginDims(impl_->desc).resize(dim_num); });
}
size_t Tensor::GetOriginShapeDimNum() const { return Access::OriginDims(impl_->desc).size(); }
graphStatus Tensor::SetOriginShapeDim(const size_t idx, const int64_t dim_value) {
  return SetExtent(Access::OriginDims(impl_->desc), idx, dim_value);
}
int64_t Tensor::GetOriginShapeDim(const size_t idx) const {
  return Extent(Access::OriginDims(impl_->desc), idx);
}

}  // namespace ge
