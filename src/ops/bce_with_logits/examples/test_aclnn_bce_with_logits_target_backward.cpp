// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient of binary cross entropy with logits by the labels, of two examples with three
// classes each, start to end, with CANN's names only: it compiles with C++11 against CANN's headers
// as it does against this project's. Labels that come from another model pass this gradient on to
// it.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"

namespace {

const std::vector<int64_t> kShape = {2, 3};
const std::vector<float> kGradOutput = {1.0f, 1.0f, 1.0f, 0.5f, 0.5f, 0.5f};
const std::vector<float> kSelf = {1.0f, -2.0f, 0.5f, 3.0f, 0.25f, -1.0f};
const std::vector<float> kTarget = {0.9f, 0.1f, 0.25f, 0.8f, 0.7f, 0.0f};
const std::vector<int64_t> kClassShape = {3};  // one positive weight a class, for both examples
const std::vector<float> kPosWeight = {1.0f, 2.0f, 4.0f};
const int64_t kReductionMean = 1;  // 0 none, 1 mean, 2 sum

// Prints what failed, with the library's own words if it has any.
bool Succeeded(int code, const char* call) {
  if (code == 0) return true;
  const char* text = aclGetRecentErrMsg();
  std::printf("%s returned %d%s%s\n", call, code, text ? ": " : "", text ? text : "");
  return false;
}

// The environment, a device and a stream; given back in reverse order, each only if it was got.
class Session {
 public:
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { Close(); }

  bool Open() {
    initialised_ = Succeeded(aclInit(nullptr), "aclInit");
    if (!initialised_) return false;
    device_set_ = Succeeded(aclrtSetDevice(kDevice), "aclrtSetDevice");
    if (!device_set_) return false;
    return Succeeded(aclrtCreateStream(&stream_), "aclrtCreateStream");
  }

  bool Close() {
    bool ok = true;
    if (stream_ != nullptr) ok = Succeeded(aclrtDestroyStream(stream_), "aclrtDestroyStream");
    if (device_set_) ok = Succeeded(aclrtResetDevice(kDevice), "aclrtResetDevice") && ok;
    if (initialised_) ok = Succeeded(aclFinalize(), "aclFinalize") && ok;
    stream_ = nullptr;
    device_set_ = false;
    initialised_ = false;
    return ok;
  }

  aclrtStream stream() const { return stream_; }

 private:
  static const int32_t kDevice = 0;
  bool initialised_ = false;
  bool device_set_ = false;
  aclrtStream stream_ = nullptr;
};

using DeviceMemory = std::unique_ptr<void, aclError (*)(void*)>;

DeviceMemory Allocate(uint64_t bytes) {
  void* address = nullptr;
  Succeeded(aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  return DeviceMemory(address, aclrtFree);
}

// A dense float tensor in device memory. The tensor is declared last, so it goes first.
class Tensor {
 public:
  Tensor() : memory_(nullptr, aclrtFree), tensor_(nullptr, aclDestroyTensor) {}

  // An empty shape makes a tensor of rank 0, which has one element.
  bool Create(const std::vector<int64_t>& shape, const std::vector<float>& values) {
    count_ = values.size();
    memory_ = Allocate(bytes());
    if (memory_ == nullptr || !Succeeded(aclrtMemcpy(memory_.get(), bytes(), values.data(), bytes(),
                                                     ACL_MEMCPY_HOST_TO_DEVICE),
                                         "aclrtMemcpy to the device")) {
      return false;
    }
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
    tensor_.reset(aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0,
                                  ACL_FORMAT_ND, shape.data(), shape.size(), memory_.get()));
    if (tensor_ == nullptr) std::printf("aclCreateTensor returned no tensor\n");
    return tensor_ != nullptr;
  }

  bool Read(std::vector<float>* host) const {
    host->assign(count_, 0.0f);
    return Succeeded(
        aclrtMemcpy(host->data(), bytes(), memory_.get(), bytes(), ACL_MEMCPY_DEVICE_TO_HOST),
        "aclrtMemcpy to the host");
  }

  aclTensor* get() const { return tensor_.get(); }

 private:
  uint64_t bytes() const { return count_ * sizeof(float); }

  size_t count_ = 0;
  DeviceMemory memory_;
  std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor*)> tensor_;
};

bool ComputeGradient(const Session& session, std::vector<float>* result) {
  Tensor grad_output, self, target, pos_weight, grad_target;
  const std::vector<float> unset(kSelf.size(), -1.0f);
  if (!grad_output.Create(kShape, kGradOutput) || !self.Create(kShape, kSelf) ||
      !target.Create(kShape, kTarget) || !pos_weight.Create(kClassShape, kPosWeight) ||
      !grad_target.Create(kShape, unset)) {
    return false;
  }

  // Phase 1: checks, and how much workspace it takes. gradOutput comes first, before the logits;
  // there is no weight.
  uint64_t workspace_size = 0;
  aclOpExecutor* planned = nullptr;
  if (!Succeeded(aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
                     grad_output.get(), self.get(), target.get(), nullptr, pos_weight.get(),
                     kReductionMean, grad_target.get(), &workspace_size, &planned),
                 "aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize")) {
    return false;
  }
  // Phase 2 takes the executor whatever it returns; one that never gets there is destroyed here.
  std::unique_ptr<aclOpExecutor, aclnnStatus (*)(aclOpExecutor*)> executor(planned,
                                                                           aclDestroyAclOpExecutor);
  DeviceMemory workspace(nullptr, aclrtFree);
  if (workspace_size > 0) {
    workspace = Allocate(workspace_size);
    if (workspace == nullptr) return false;
  }

  // Phase 2: queue the work, then wait for it.
  return Succeeded(aclnnBinaryCrossEntropyWithLogitsTargetBackward(
                       workspace.get(), workspace_size, executor.release(), session.stream()),
                   "aclnnBinaryCrossEntropyWithLogitsTargetBackward") &&
         Succeeded(aclrtSynchronizeStream(session.stream()), "aclrtSynchronizeStream") &&
         grad_target.Read(result);
}

// log(1 + exp(x)) without overflow.
double Softplus(double x) { return std::fmax(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }

// Prints the gradient next to the formula of the documentation in double. A device that computes in
// float may be off by a few of its roundings.
bool Check(const std::vector<float>& result) {
  bool ok = true;
  for (size_t i = 0; i < result.size(); ++i) {
    const double x = kSelf[i];
    const double difference = kPosWeight[i % kPosWeight.size()] * Softplus(-x) - Softplus(x);
    const double expected = difference * kGradOutput[i] / static_cast<double>(result.size());
    const bool right = std::fabs(result[i] - expected) <= 1e-6;
    std::printf("gradTarget[%d] = %.9g, expected %.9g%s\n", static_cast<int>(i), result[i],
                expected, right ? "" : ": WRONG");
    ok = ok && right;
  }
  return ok;
}

bool Run() {
  Session session;
  std::vector<float> result;
  const bool ok = session.Open() && ComputeGradient(session, &result) && Check(result);
  return session.Close() && ok;
}

}  // namespace

int main() {
  const bool ok = Run();
  std::printf("test_aclnn_bce_with_logits_target_backward: %s\n", ok ? "OK" : "FAILED");
  return ok ? 0 : 1;
}
