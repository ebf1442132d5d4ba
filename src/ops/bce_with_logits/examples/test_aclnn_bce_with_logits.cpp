// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Binary cross entropy with logits of two examples with three classes each: every loss, their mean
// and their sum, start to end, with CANN's names only: it compiles with C++11 against CANN's
// headers as it does against this project's.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"

namespace {

const std::vector<int64_t> kShape = {2, 3};
const std::vector<float> kSelf = {1.0f, -2.0f, 0.5f, 3.0f, 0.0f, -1.0f};
const std::vector<float> kTarget = {1.0f, 0.0f, 0.25f, 1.0f, 1.0f, 0.0f};
const std::vector<float> kWeight = {1.0f, 1.0f, 1.0f, 2.0f, 2.0f, 2.0f};
const std::vector<int64_t> kClassShape = {3};  // one positive weight a class, for both examples
const std::vector<float> kPosWeight = {1.0f, 2.0f, 4.0f};

enum Reduction { kNone = 0, kMean = 1, kSum = 2 };

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

bool ComputeLoss(const Session& session, Reduction reduction, std::vector<float>* result) {
  Tensor self, target, weight, pos_weight, out;
  const bool reduced = reduction != kNone;
  const std::vector<int64_t> out_shape = reduced ? std::vector<int64_t>() : kShape;
  const std::vector<float> unset(reduced ? 1 : kSelf.size(), -1.0f);
  if (!self.Create(kShape, kSelf) || !target.Create(kShape, kTarget) ||
      !weight.Create(kShape, kWeight) || !pos_weight.Create(kClassShape, kPosWeight) ||
      !out.Create(out_shape, unset)) {
    return false;
  }

  // Phase 1: checks, and how much workspace it takes.
  uint64_t workspace_size = 0;
  aclOpExecutor* planned = nullptr;
  if (!Succeeded(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                     self.get(), target.get(), weight.get(), pos_weight.get(), reduction, out.get(),
                     &workspace_size, &planned),
                 "aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize")) {
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
  return Succeeded(aclnnBinaryCrossEntropyWithLogits(workspace.get(), workspace_size,
                                                     executor.release(), session.stream()),
                   "aclnnBinaryCrossEntropyWithLogits") &&
         Succeeded(aclrtSynchronizeStream(session.stream()), "aclrtSynchronizeStream") &&
         out.Read(result);
}

// log(1 + exp(x)) without overflow.
double Softplus(double x) { return std::fmax(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }

// The formula of the operator's documentation in double.
std::vector<double> Expected(Reduction reduction) {
  std::vector<double> losses;
  double sum = 0;
  for (size_t i = 0; i < kSelf.size(); ++i) {
    const double x = kSelf[i];
    const double y = kTarget[i];
    const double positive = kPosWeight[i % kPosWeight.size()] * y * Softplus(-x);
    losses.push_back(((1 - y) * Softplus(x) + positive) * kWeight[i]);
    sum += losses.back();
  }
  if (reduction == kNone) return losses;
  return {reduction == kMean ? sum / static_cast<double>(losses.size()) : sum};
}

// Prints the losses; a device that computes in float may be off by a few of its roundings.
bool Check(const char* name, const std::vector<float>& result,
           const std::vector<double>& expected) {
  bool ok = result.size() == expected.size();
  std::printf("%s:", name);
  for (size_t i = 0; i < result.size() && ok; ++i) {
    std::printf(" %.9g", result[i]);
    ok = std::fabs(result[i] - expected[i]) <= 1e-6 * std::fabs(expected[i]);
    if (!ok) std::printf(", expected %.9g", expected[i]);
  }
  std::printf("\n");
  return ok;
}

bool Run() {
  struct Row {
    Reduction reduction;
    const char* name;
  };
  Session session;
  bool ok = session.Open();
  for (const Row& row : {Row{kNone, "losses"}, Row{kMean, "mean"}, Row{kSum, "sum"}}) {
    std::vector<float> result;
    ok = ok && ComputeLoss(session, row.reduction, &result) &&
         Check(row.name, result, Expected(row.reduction));
  }
  return session.Close() && ok;
}

}  // namespace

int main() {
  const bool ok = Run();
  std::printf("test_aclnn_bce_with_logits: %s\n", ok ? "OK" : "FAILED");
  return ok ? 0 : 1;
}
