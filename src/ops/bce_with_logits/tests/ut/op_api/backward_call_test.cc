// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Calls that must work, through both phases, compared with the exact gradient.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "aclnn/executor.h"
#include "aclnn_call.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"
#include "on_device.h"
#include "sigloss/precision.h"

namespace sigloss::ops::bce_with_logits {
namespace {

class BackwardCallTest : public OnDevice {};

// x = 20, y = 1, where sigmoid(x) - y is 0 in float32; and its rounded exact value.
constexpr float kEasyGradient = -2.0611536e-9f;

TEST_F(BackwardCallTest, EasyPositiveKeepsItsGradient) {
  AclnnCall call;
  call.self->data.assign(64, 20.0f);
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(call.out->data[i], kEasyGradient) << i;
  EXPECT_EQ(call.out->data[4], 1.0f) << "written past the end";
  EXPECT_EQ(call.workspace_size, 0u);
}

struct ReductionRow {
  int64_t reduction;
  double scale;
};

TEST_F(BackwardCallTest, ReductionScales) {
  for (const auto& [reduction, scale] : {ReductionRow{0, 1}, {1, 0.25}, {2, 1}}) {
    AclnnCall call;
    call.self->data.assign(64, 20.0f);
    call.reduction = reduction;
    ASSERT_EQ(call.Run(), 0) << TakeMessage();
    EXPECT_EQ(call.out->data[3], static_cast<float>(kEasyGradient * scale)) << reduction;
  }
}

TEST_F(BackwardCallTest, EachArgumentHasItsOwnRole) {
  AclnnCall call;
  call.self->data.assign(64, 0.0f);  // p = q = 1/2
  call.target->data = {1, 0, 1, 0};  // base: -w/2, 1/2
  call.grad_output->data = {1, 2, 3, 4};
  call.weight.emplace().data = {1, 1, 8, 8};
  call.pos_weight.emplace().shape = {2};
  call.pos_weight->data = {6, 100};
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  const std::vector<float> wanted = {-3, 1, -72, 16};
  EXPECT_EQ(std::vector<float>(call.out->data.begin(), call.out->data.begin() + 4), wanted);
}

TEST_F(BackwardCallTest, OneWeightIsATensorFullOfIt) {
  const auto run = [](bool full) {
    AclnnCall call;
    call.SetShape({64});
    for (int i = 0; i < 64; ++i) {
      call.self->data[i] = 0.37f * static_cast<float>(i - 32);
      call.grad_output->data[i] = 0.1f + 0.7f * static_cast<float>(i);
    }
    call.weight.emplace().data.assign(64, 1.3f);
    call.weight->shape = full ? std::vector<int64_t>{64} : std::vector<int64_t>{};
    call.reduction = 1;
    EXPECT_EQ(call.Run(), 0) << TakeMessage();
    return call.out->data;
  };
  EXPECT_EQ(run(true), run(false));
  EXPECT_NE(run(true), std::vector<float>(64, 1.0f));
}

TEST_F(BackwardCallTest, ScalarTensorsAreOneElement) {
  AclnnCall call;
  call.SetShape({});
  call.self->data = {20.0f};
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  EXPECT_EQ(call.out->data[0], kEasyGradient);
}

// A view of a buffer that a test shares between arguments; strides null: dense.
using TensorPtr = std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor*)>;
TensorPtr ViewOf(std::vector<float>& buffer, int64_t count, const int64_t* stride = nullptr,
                 int64_t offset = 0) {
  const int64_t storage[] = {static_cast<int64_t>(buffer.size())};
  return {aclCreateTensor(&count, 1, ACL_FLOAT, stride, offset, ACL_FORMAT_ND, storage, 1,
                          buffer.data()),
          aclDestroyTensor};
}

aclnnStatus RunOn(const TensorPtr& self, const TensorPtr& target, const TensorPtr& out) {
  AclnnCall call;
  const aclnnStatus prepared = aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
      target.get(), self.get(), target.get(), nullptr, nullptr, 0, out.get(), &call.workspace_size,
      &call.executor);
  return prepared != 0 ? prepared : call.Launch();
}

TEST_F(BackwardCallTest, OutMayBeSelf) {
  std::vector<float> buffer(1000, 20.0f);
  std::vector<float> ones(1000, 1.0f);
  const TensorPtr self = ViewOf(buffer, 1000);
  ASSERT_EQ(RunOn(self, ViewOf(ones, 1000), self), 0) << TakeMessage();
  EXPECT_EQ(buffer, std::vector<float>(1000, kEasyGradient));
}

TEST_F(BackwardCallTest, ColumnsOfOneBufferAreApart) {
  // self is the left, out the right column of one [2, 2] buffer.
  std::vector<float> buffer = {20.0f, 0.0f, 20.0f, 0.0f};
  std::vector<float> ones(2, 1.0f);
  const int64_t stride = 2;
  ASSERT_EQ(RunOn(ViewOf(buffer, 2, &stride, 0), ViewOf(ones, 2), ViewOf(buffer, 2, &stride, 1)), 0)
      << TakeMessage();
  EXPECT_EQ(buffer, (std::vector<float>{20.0f, kEasyGradient, 20.0f, kEasyGradient}));
}

TEST_F(BackwardCallTest, StrideOfAnAxisOfOneElementMeansNothing) {
  AclnnCall call;
  call.self->data.assign(64, 20.0f);
  for (auto* arg : {&call.grad_output, &call.self, &call.target, &call.out}) {
    (*arg)->shape = {1, 2};
    (*arg)->strides = {INT64_MIN, 1};
  }
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  EXPECT_EQ(call.out->data[1], kEasyGradient);
}

// Elements of a gradient whose `fast` bits differ from the exact ones.
int DifferingFromExact() {
  std::vector<float> x(1000), ones(1000, 1.0f), exact(1000), got(1000);
  for (int i = 0; i < 1000; ++i) x[i] = 0.01f * static_cast<float>(i);
  for (int i = 0; i < 1000; ++i)
    exact[i] = static_cast<float>(-1.0 / (1.0 + std::exp(double{x[i]})));
  EXPECT_EQ(RunOn(ViewOf(x, 1000), ViewOf(ones, 1000), ViewOf(got, 1000)), 0) << TakeMessage();
  int differing = 0;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_NEAR(got[i], exact[i], 4 * 0x1p-24 * -exact[i] * 2) << x[i];
    differing += got[i] != exact[i] ? 1 : 0;
  }
  return differing;
}

TEST_F(BackwardCallTest, PrecisionOfTheEnvironmentAndOfTheProcess) {
  EXPECT_EQ(DifferingFromExact(), 0);
  ASSERT_EQ(setenv("SIGLOSS_PRECISION", "fast", 1), 0);
  EXPECT_GT(DifferingFromExact(), 0);
  SetPrecision(Precision::kExact);  // beats the environment
  EXPECT_EQ(DifferingFromExact(), 0);
  ASSERT_EQ(unsetenv("SIGLOSS_PRECISION"), 0);
  SetPrecision(Precision::kFast);
  EXPECT_GT(DifferingFromExact(), 0);
  SetPrecision(Precision::kExact);
}

// One call with other types than float32: bits of the inputs, and of what comes out.
struct TypesRow {
  aclDataType self, target, grad_output;
  uint16_t wanted;  // out has target's type, 16 bits wide
};

TEST_F(BackwardCallTest, NarrowAndMixedTypes) {
  // x = 2, y = 1, dout = 1: the exact gradient is -0.119202922...
  constexpr uint32_t kTwo[] = {0x40000000, 0x4000, 0x4000};  // float32, float16, bfloat16
  constexpr uint32_t kOne[] = {0x3F800000, 0x3C00, 0x3F80};
  const auto bits = [](const uint32_t(&of)[3], aclDataType dtype) {
    return of[dtype == ACL_FLOAT ? 0 : dtype == ACL_FLOAT16 ? 1 : 2];
  };
  for (const TypesRow& row : {TypesRow{ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16, 0xAFA1},
                              {ACL_BF16, ACL_BF16, ACL_BF16, 0xBDF4},
                              {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, 0xAFA1},
                              {ACL_FLOAT16, ACL_BF16, ACL_FLOAT, 0xBDF4}}) {
    for (const Precision precision : {Precision::kFast, Precision::kExact}) {
      SetPrecision(precision);
      AclnnCall call;
      const auto set = [&](TensorArg& arg, aclDataType dtype, uint32_t value) {
        arg.dtype = dtype;
        arg.shape = {1};
        std::memcpy(arg.data.data(), &value, sizeof value);
      };
      set(*call.self, row.self, bits(kTwo, row.self));
      set(*call.target, row.target, bits(kOne, row.target));
      set(*call.grad_output, row.grad_output, bits(kOne, row.grad_output));
      set(*call.out, row.target, 0x7FFF);
      ASSERT_EQ(call.Run(), 0) << TakeMessage();
      uint16_t got = 0;
      std::memcpy(&got, call.out->data.data(), sizeof got);
      EXPECT_EQ(got, row.wanted) << row.self << " " << row.target << " " << row.grad_output;
    }
  }
}

TEST_F(BackwardCallTest, TensorsMayGoAfterTheFirstPhase) {
  AclnnCall call;
  call.self->data.assign(64, 20.0f);
  ASSERT_EQ(call.Prepare(), 0) << TakeMessage();
  call.DestroyTensors();
  ASSERT_EQ(call.Launch(), 0) << TakeMessage();
  EXPECT_EQ(call.out->data[0], kEasyGradient);
}

TEST_F(BackwardCallTest, TensorsMayGoAfterTheSecondPhase) {
  std::vector<float> out(100'000, std::numeric_limits<float>::quiet_NaN());
  std::vector<float> x(out.size(), 20.0f);
  std::vector<float> ones(out.size(), 1.0f);
  const int64_t shape[] = {static_cast<int64_t>(out.size())};
  const auto make = [&](std::vector<float>& data) {
    return aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, data.data());
  };
  aclTensor* self = make(x);
  aclTensor* target = make(ones);
  aclTensor* gradient = make(out);
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
                target, self, target, nullptr, nullptr, 2, gradient, &workspace_size, &executor),
            0);
  ASSERT_EQ(aclnnBinaryCrossEntropyWithLogitsBackward(nullptr, 0, executor, nullptr), 0);
  for (aclTensor* tensor : {self, target, gradient}) aclDestroyTensor(tensor);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(out, std::vector<float>(out.size(), kEasyGradient));
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
