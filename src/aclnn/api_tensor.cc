// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The C functions of aclTensor.
#include <algorithm>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "aclnn/report.h"
#include "aclnn/tensor.h"
#include "core/error_texts.h"
#include "opdev/op_errno.h"

namespace {

using sigloss::StatusCode;
using sigloss::aclnn::Tensor;
namespace aclnn = sigloss::aclnn;

// CANN's limit: further dimensions are not stored.
constexpr uint64_t kMaxDims = 25;

std::vector<int64_t> Copy(const int64_t* values, uint64_t count) {
  return {values, values + std::min(count, kMaxDims)};
}

std::vector<int64_t> DenseStrides(std::span<const int64_t> shape) {
  std::vector<int64_t> strides(shape.size());
  // Unsigned: extents that were never checked may overflow the product.
  uint64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = static_cast<int64_t>(step);
    step *= static_cast<uint64_t>(shape[i]);
  }
  return strides;
}

aclnnStatus NullArgument(const char* api, const char* argument) {
  return aclnn::Report(
      {StatusCode::kNullArgument, sigloss::core::error_texts::NullPointer(argument)}, api);
}

aclnnStatus UnknownTensor(const char* api) {
  return aclnn::Report(
      {StatusCode::kInvalidArgument, sigloss::core::error_texts::UnknownTensor("tensor")}, api);
}

// Body of a getter: `read` runs on a live tensor, when neither pointer is null.
template <class Value, class Read>
aclnnStatus Get(const char* api, const aclTensor* handle, Value* value, const char* value_name,
                const Read& read) {
  return aclnn::Guard(api, [&]() -> aclnnStatus {
    if (handle == nullptr) return NullArgument(api, "tensor");
    if (value == nullptr) return NullArgument(api, value_name);
    const std::shared_ptr<Tensor> tensor = aclnn::FindTensor(handle);
    if (tensor == nullptr) return UnknownTensor(api);
    return read(*tensor);
  });
}

template <class Field>
aclnnStatus GetField(const char* api, const aclTensor* handle, Field Tensor::*field, Field* value,
                     const char* value_name) {
  return Get(api, handle, value, value_name, [&](const Tensor& tensor) -> aclnnStatus {
    *value = tensor.*field;
    return ACLNN_SUCCESS;
  });
}

aclnnStatus GetArray(const char* api, const aclTensor* handle,
                     const std::vector<int64_t> Tensor::*field, int64_t** values,
                     const char* values_name, uint64_t* count, const char* count_name) {
  return Get(api, handle, values, values_name, [&](const Tensor& tensor) -> aclnnStatus {
    if (count == nullptr) return NullArgument(api, count_name);
    const std::vector<int64_t>& from = tensor.*field;
    auto* copy = new int64_t[from.size()];
    std::copy(from.begin(), from.end(), copy);
    *values = copy;
    *count = from.size();
    return ACLNN_SUCCESS;
  });
}

}  // namespace

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
  if (viewDims == nullptr && viewDimsNum > 0) return nullptr;
  if (storageDims == nullptr && storageDimsNum > 0) return nullptr;
  try {
    std::vector<int64_t> shape = Copy(viewDims, viewDimsNum);
    std::vector<int64_t> strides =
        stride == nullptr ? DenseStrides(shape) : Copy(stride, viewDimsNum);
    return aclnn::PublishTensor(
        std::make_shared<Tensor>(Tensor{std::move(shape), std::move(strides), offset, dataType,
                                        format, Copy(storageDims, storageDimsNum), tensorData}));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
  constexpr const char* kApi = "aclDestroyTensor";
  return aclnn::Guard(kApi, [&]() -> aclnnStatus {
    if (tensor == nullptr || aclnn::RemoveTensor(tensor) != nullptr) return ACLNN_SUCCESS;
    return UnknownTensor(kApi);
  });
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
  return GetArray("aclGetViewShape", tensor, &Tensor::shape, viewDims, "viewDims", viewDimsNum,
                  "viewDimsNum");
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
  return GetArray("aclGetStorageShape", tensor, &Tensor::storage_shape, storageDims, "storageDims",
                  storageDimsNum, "storageDimsNum");
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
  return GetArray("aclGetViewStrides", tensor, &Tensor::strides, stridesValue, "stridesValue",
                  stridesNum, "stridesNum");
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
  return GetField("aclGetViewOffset", tensor, &Tensor::offset, offset, "offset");
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
  return GetField("aclGetFormat", tensor, &Tensor::format, format, "format");
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
  return GetField("aclGetDataType", tensor, &Tensor::dtype, dataType, "dataType");
}

aclnnStatus aclnnInit(const char* /*configPath*/) { return ACLNN_SUCCESS; }

aclnnStatus aclnnFinalize() { return ACLNN_SUCCESS; }
