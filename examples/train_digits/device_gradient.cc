// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "device_gradient.h"

#include <utility>

namespace train_digits {
namespace {

constexpr int32_t kDevice = 0;
constexpr int64_t kReductionMean = 1;

using Tensor = std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor*)>;
using Executor = std::unique_ptr<aclOpExecutor, aclnnStatus (*)(aclOpExecutor*)>;

// Describes device memory as a dense float tensor; the memory stays its owner's.
Tensor MakeTensor(const std::vector<int64_t>& shape, void* memory) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size() - 1; i > 0; --i) strides[i - 1] = strides[i] * shape[i];
  return {aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                          shape.data(), shape.size(), memory),
          aclDestroyTensor};
}

}  // namespace

bool DeviceGradient::Succeeded(int code, const char* call) {
  if (code == 0) return true;
  const char* text = aclGetRecentErrMsg();
  error_ = std::string(call) + " returned " + std::to_string(code);
  if (text != nullptr) error_ += std::string(": ") + text;
  return false;
}

bool DeviceGradient::Allocate(uint64_t bytes, DeviceMemory* memory) {
  void* address = nullptr;
  if (!Succeeded(aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc")) {
    return false;
  }
  memory->reset(address);
  return true;
}

bool DeviceGradient::Open(size_t capacity) {
  capacity_bytes_ = capacity * sizeof(float);
  initialised_ = Succeeded(aclInit(nullptr), "aclInit");
  if (!initialised_) return false;
  device_set_ = Succeeded(aclrtSetDevice(kDevice), "aclrtSetDevice");
  if (!device_set_ || !Succeeded(aclrtCreateStream(&stream_), "aclrtCreateStream")) return false;
  const float one = 1.0f;
  return Allocate(sizeof(one), &grad_output_) && Allocate(capacity_bytes_, &logits_) &&
         Allocate(capacity_bytes_, &targets_) && Allocate(capacity_bytes_, &gradient_) &&
         Succeeded(aclrtMemcpy(grad_output_.get(), sizeof(one), &one, sizeof(one),
                               ACL_MEMCPY_HOST_TO_DEVICE),
                   "aclrtMemcpy of the output's gradient");
}

bool DeviceGradient::Compute(const std::vector<float>& logits, const std::vector<float>& targets,
                             size_t rows, size_t columns, std::vector<float>* gradient) {
  const uint64_t bytes = rows * columns * sizeof(float);
  gradient->resize(rows * columns);
  return Succeeded(aclrtMemcpy(logits_.get(), capacity_bytes_, logits.data(), bytes,
                               ACL_MEMCPY_HOST_TO_DEVICE),
                   "aclrtMemcpy of the logits") &&
         Succeeded(aclrtMemcpy(targets_.get(), capacity_bytes_, targets.data(), bytes,
                               ACL_MEMCPY_HOST_TO_DEVICE),
                   "aclrtMemcpy of the targets") &&
         Run(rows, columns) &&
         Succeeded(aclrtMemcpy(gradient->data(), bytes, gradient_.get(), bytes,
                               ACL_MEMCPY_DEVICE_TO_HOST),
                   "aclrtMemcpy of the gradient");
}

bool DeviceGradient::Run(size_t rows, size_t columns) {
  const std::vector<int64_t> shape = {static_cast<int64_t>(rows), static_cast<int64_t>(columns)};
  // The loss is one number, and so is its own gradient: it is broadcast over the logits.
  const Tensor grad_output = MakeTensor({1}, grad_output_.get());
  const Tensor logits = MakeTensor(shape, logits_.get());
  const Tensor targets = MakeTensor(shape, targets_.get());
  const Tensor gradient = MakeTensor(shape, gradient_.get());

  uint64_t workspace_size = 0;
  aclOpExecutor* planned = nullptr;
  if (!Succeeded(aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
                     grad_output.get(), logits.get(), targets.get(), /*weightOptional=*/nullptr,
                     /*posWeightOptional=*/nullptr, kReductionMean, gradient.get(), &workspace_size,
                     &planned),
                 "aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize")) {
    return false;
  }
  Executor executor(planned, aclDestroyAclOpExecutor);
  DeviceMemory workspace = Nothing();
  if (workspace_size > 0 && !Allocate(workspace_size, &workspace)) return false;
  return Succeeded(aclnnBinaryCrossEntropyWithLogitsBackward(workspace.get(), workspace_size,
                                                             executor.release(), stream_),
                   "aclnnBinaryCrossEntropyWithLogitsBackward") &&
         Succeeded(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream");
}

bool DeviceGradient::Close() {
  for (DeviceMemory* memory : {&gradient_, &targets_, &logits_, &grad_output_}) memory->reset();
  bool ok = true;
  if (aclrtStream stream = std::exchange(stream_, nullptr); stream != nullptr) {
    ok = Succeeded(aclrtDestroyStream(stream), "aclrtDestroyStream");
  }
  if (std::exchange(device_set_, false)) {
    ok = Succeeded(aclrtResetDevice(kDevice), "aclrtResetDevice") && ok;
  }
  if (std::exchange(initialised_, false)) ok = Succeeded(aclFinalize(), "aclFinalize") && ok;
  return ok;
}

}  // namespace train_digits
