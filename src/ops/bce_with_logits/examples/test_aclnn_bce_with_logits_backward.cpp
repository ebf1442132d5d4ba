// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient of binary cross entropy with logits on a 32 x 32 tensor, start to end, with CANN's
// names only: it compiles with C++11 against CANN's headers as it does against this project's.
//
// predict 1, target 0.5, dout 1, weight 1, pos_weight 2, reduction mean: all 1024 results are
//   ((2 * 0.5 + 1 - 0.5) * sigmoid(1) - 2 * 0.5) / 1024 = 0.0965878678... / 1024.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"

namespace {

const int64_t kRows = 32;
const int64_t kColumns = 32;
const int64_t kCount = kRows * kColumns;
const int64_t kReductionMean = 1;  // 0 none, 1 mean, 2 sum

const double kPredict = 1.0;
const double kTarget = 0.5;
const double kDout = 1.0;
const double kWeight = 1.0;
const double kPosWeight = 2.0;

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

// A 32 x 32 float tensor in device memory. The tensor is declared last, so it goes first.
class Tensor {
 public:
  Tensor() : memory_(nullptr, aclrtFree), tensor_(nullptr, aclDestroyTensor) {}

  bool Create(double value) {
    const std::vector<float> host(kCount, static_cast<float>(value));
    memory_ = Allocate(kBytes);
    if (memory_ == nullptr || !Succeeded(aclrtMemcpy(memory_.get(), kBytes, host.data(), kBytes,
                                                     ACL_MEMCPY_HOST_TO_DEVICE),
                                         "aclrtMemcpy to the device")) {
      return false;
    }
    const int64_t shape[] = {kRows, kColumns};
    const int64_t strides[] = {kColumns, 1};
    tensor_.reset(
        aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, memory_.get()));
    if (tensor_ == nullptr) std::printf("aclCreateTensor returned no tensor\n");
    return tensor_ != nullptr;
  }

  bool Read(std::vector<float>* host) const {
    host->assign(kCount, 0.0f);
    return Succeeded(
        aclrtMemcpy(host->data(), kBytes, memory_.get(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST),
        "aclrtMemcpy to the host");
  }

  aclTensor* get() const { return tensor_.get(); }

 private:
  static const uint64_t kBytes = kCount * sizeof(float);
  DeviceMemory memory_;
  std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor*)> tensor_;
};

bool ComputeGradient(const Session& session, std::vector<float>* result) {
  Tensor predict, target, dout, weight, pos_weight, gradient;
  if (!predict.Create(kPredict) || !target.Create(kTarget) || !dout.Create(kDout) ||
      !weight.Create(kWeight) || !pos_weight.Create(kPosWeight) || !gradient.Create(-1.0)) {
    return false;
  }

  // Phase 1: checks, and how much workspace it takes. gradOutput comes first, before the logits.
  uint64_t workspace_size = 0;
  aclOpExecutor* planned = nullptr;
  if (!Succeeded(aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
                     dout.get(), predict.get(), target.get(), weight.get(), pos_weight.get(),
                     kReductionMean, gradient.get(), &workspace_size, &planned),
                 "aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize")) {
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
  return Succeeded(aclnnBinaryCrossEntropyWithLogitsBackward(workspace.get(), workspace_size,
                                                             executor.release(), session.stream()),
                   "aclnnBinaryCrossEntropyWithLogitsBackward") &&
         Succeeded(aclrtSynchronizeStream(session.stream()), "aclrtSynchronizeStream") &&
         gradient.Read(result);
}

// The formula of the operator's documentation in double, rounded once. At this point nothing
// cancels: the double is good to about 1e-15, and it is 0.19 of a float's spacing from the float it
// rounds to, so the comparison may ask for equality.
float Expected() {
  const double sigmoid = 1.0 / (1.0 + std::exp(-kPredict));
  const double log_weight = kPosWeight * kTarget;
  const double gradient = (log_weight + 1.0 - kTarget) * sigmoid - log_weight;
  return static_cast<float>(gradient * kDout * kWeight / kCount);
}

bool Check(const std::vector<float>& result) {
  const float expected = Expected();
  for (int64_t i = 0; i < 8; ++i)
    std::printf("gradient[%d] = %.9g\n", static_cast<int>(i), result[i]);
  int wrong = 0;
  for (int64_t i = 0; i < kCount; ++i) {
    if (result[i] == expected) continue;
    if (wrong++ == 0) {
      std::printf("gradient[%d] is %.9g, expected %.9g\n", static_cast<int>(i), result[i],
                  expected);
    }
  }
  std::printf("%d of %d values equal the correctly rounded %.9g\n",
              static_cast<int>(kCount) - wrong, static_cast<int>(kCount), expected);
  return wrong == 0;
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
  std::printf("test_aclnn_bce_with_logits_backward: %s\n", ok ? "OK" : "FAILED");
  return ok ? 0 : 1;
}
