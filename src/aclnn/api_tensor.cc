// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The C functions of aclTensor and aclScalar.
#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "aclnn/report.h"
#include "aclnn/tensor.h"
#include "core/error_texts.h"
#include "opdev/op_errno.h"

/// One element of any type.
struct aclScalar {
  aclDataType dtype;
  unsigned char bytes[16];
};

namespace {

using sigloss::StatusCode;
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

// Body of a getter: `read` runs when neither pointer is null.
template <class Value, class Read>
aclnnStatus Get(const char* api, const aclTensor* tensor, Value* value, const char* value_name,
                const Read& read) {
  return aclnn::Guard(api, [&]() -> aclnnStatus {
    if (tensor == nullptr) return NullArgument(api, "tensor");
    if (value == nullptr) return NullArgument(api, value_name);
    return read();
  });
}

aclnnStatus GetArray(const char* api, const aclTensor* tensor,
                     const std::vector<int64_t> aclTensor::*field, int64_t** values,
                     const char* values_name, uint64_t* count, const char* count_name) {
  return Get(api, tensor, values, values_name, [&]() -> aclnnStatus {
    if (count == nullptr) return NullArgument(api, count_name);
    const std::vector<int64_t>& from = tensor->*field;
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
    return new aclTensor{std::move(shape), std::move(strides),
                         offset,           dataType,
                         format,           Copy(storageDims, storageDimsNum),
                         tensorData};
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
  delete tensor;
  return ACLNN_SUCCESS;
}

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
  const size_t size = sigloss::DTypeSize(static_cast<sigloss::DType>(dataType));
  if (value == nullptr || size == 0) return nullptr;
  auto* scalar = new (std::nothrow) aclScalar{dataType, {}};
  if (scalar != nullptr) std::memcpy(scalar->bytes, value, size);
  return scalar;
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
  delete scalar;
  return ACLNN_SUCCESS;
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
  return GetArray("aclGetViewShape", tensor, &aclTensor::shape, viewDims, "viewDims", viewDimsNum,
                  "viewDimsNum");
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
  return GetArray("aclGetStorageShape", tensor, &aclTensor::storage_shape, storageDims,
                  "storageDims", storageDimsNum, "storageDimsNum");
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
  return GetArray("aclGetViewStrides", tensor, &aclTensor::strides, stridesValue, "stridesValue",
                  stridesNum, "stridesNum");
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
  return Get("aclGetViewOffset", tensor, offset, "offset", [&]() -> aclnnStatus {
    *offset = tensor->offset;
    return ACLNN_SUCCESS;
  });
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
  return Get("aclGetFormat", tensor, format, "format", [&]() -> aclnnStatus {
    *format = tensor->format;
    return ACLNN_SUCCESS;
  });
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
  return Get("aclGetDataType", tensor, dataType, "dataType", [&]() -> aclnnStatus {
    *dataType = tensor->dtype;
    return ACLNN_SUCCESS;
  });
}

aclnnStatus aclnnInit(const char* /*configPath*/) { return ACLNN_SUCCESS; }

aclnnStatus aclnnFinalize() { return ACLNN_SUCCESS; }
