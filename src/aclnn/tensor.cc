// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnn/tensor.h"

#include "aclnn/format.h"
#include "core/dtype_table.h"
#include "core/error_texts.h"
#include "core/handle_table.h"
#include "core/shape.h"

namespace sigloss::aclnn {
namespace {

core::HandleTable<Tensor>& Tensors() {
  // Never destroyed: calls from other threads may come late in the life of the process.
  static auto* table = new core::HandleTable<Tensor>;
  return *table;
}

bool Counts(std::optional<int64_t> elements) { return elements && *elements <= core::kMaxElements; }

}  // namespace

aclTensor* PublishTensor(std::shared_ptr<Tensor> tensor) {
  return static_cast<aclTensor*>(Tensors().Insert(std::move(tensor)));
}

std::shared_ptr<Tensor> FindTensor(const aclTensor* handle) { return Tensors().Find(handle); }

std::shared_ptr<Tensor> RemoveTensor(const aclTensor* handle) { return Tensors().Remove(handle); }

core::Argument Describe(const Tensor* tensor) {
  if (tensor == nullptr) return {};
  return {true, static_cast<DType>(tensor->dtype), tensor->shape, tensor->strides,
          FormatName(tensor->format)};
}

TensorDesc DescOf(const Tensor& tensor) {
  return {static_cast<DType>(tensor.dtype), Dims(tensor.shape), Dims(tensor.strides)};
}

void* FirstElement(const Tensor& tensor) {
  // The offset of an empty view was never checked.
  if (tensor.data == nullptr || core::IsEmpty(tensor.shape)) return nullptr;
  const auto size = static_cast<int64_t>(DTypeSize(static_cast<DType>(tensor.dtype)));
  return static_cast<char*>(tensor.data) + tensor.offset * size;
}

Status CheckStorage(const Tensor& tensor, std::string_view name) {
  const auto invalid = [](std::string text) {
    return Status(StatusCode::kInvalidArgument, std::move(text));
  };
  if (!Counts(core::NumElements(tensor.shape))) {
    return invalid(core::error_texts::ShapeInvalid(name, tensor.shape));
  }
  if (core::IsEmpty(tensor.shape)) return {};
  const auto storage = core::NumElements(tensor.storage_shape);
  if (!Counts(storage)) {
    return invalid(core::error_texts::ShapeInvalid(name, tensor.storage_shape));
  }
  const auto reach = core::ReachOf(tensor.shape, tensor.strides);
  int64_t lowest = 0;
  int64_t highest = 0;
  const bool overflows = !reach || __builtin_add_overflow(tensor.offset, reach->lowest, &lowest) ||
                         __builtin_add_overflow(tensor.offset, reach->highest, &highest);
  if (overflows) return invalid(core::error_texts::ViewOverflows(name, tensor.strides));
  if (lowest < 0) return invalid(core::error_texts::ViewLeavesStorage(name, lowest, *storage));
  if (highest >= *storage) {
    return invalid(core::error_texts::ViewLeavesStorage(name, highest, *storage));
  }
  return {};
}

}  // namespace sigloss::aclnn
