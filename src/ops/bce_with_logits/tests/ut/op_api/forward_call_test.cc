// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Calls of the loss that must work, through both phases.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "aclnn_call.h"
#include "on_device.h"

namespace sigloss::ops::bce_with_logits {
namespace {

class ForwardCallTest : public OnDevice {};

TEST_F(ForwardCallTest, EasyPositiveKeepsItsLoss) {
  AclnnCall call(kForward);
  call.self->data.assign(64, 20.0f);
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  const auto wanted = static_cast<float>(std::log1p(std::exp(-20.0)));  // 2e-9
  for (int i = 0; i < 4; ++i) EXPECT_EQ(call.out->data[i], wanted) << i;
  EXPECT_EQ(call.out->data[4], 1.0f) << "written past the end";
  EXPECT_EQ(call.workspace_size, 0u);
}

TEST_F(ForwardCallTest, FarLogitsNeitherOverflowNorVanish) {
  AclnnCall call(kForward);
  call.self->data = {1000.0f, -1000.0f, 1000.0f, -1000.0f};
  call.target->data = {0, 1, 1, 0};
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  call.out->data.resize(4);
  EXPECT_EQ(call.out->data, (std::vector<float>{1000, 1000, 0, 0}));
}

TEST_F(ForwardCallTest, InfiniteLogitsGiveTheLimits) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  AclnnCall call(kForward);
  call.self->data = {kInf, -kInf, kInf, -kInf};
  call.target->data = {0, 1, 1, 0};
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  call.out->data.resize(4);
  EXPECT_EQ(call.out->data, (std::vector<float>{kInf, kInf, 0, 0}));
}

TEST_F(ForwardCallTest, ReducedLossIsOneElementOfAnyRank) {
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{}, {1}, {1, 1, 1, 1, 1}}) {
    for (const int64_t reduction : {1, 2}) {
      AclnnCall call(kForward);
      call.self->data = {3, 5, 7, 9};
      call.self->data.resize(64);
      call.target->data.assign(64, 0.0f);
      call.out->shape = shape;
      call.reduction = reduction;
      ASSERT_EQ(call.Run(), 0) << TakeMessage();
      double sum = 0;
      for (const double x : {3, 5, 7, 9}) sum += x + std::log1p(std::exp(-x));
      EXPECT_EQ(call.out->data[0], static_cast<float>(reduction == 1 ? sum / 4 : sum));
      EXPECT_EQ(call.out->data[1], 1.0f);
    }
  }
}

TEST_F(ForwardCallTest, FormatsAreFree) {
  AclnnCall call(kForward);
  call.self->format = ACL_FORMAT_NCHW;
  call.target->format = ACL_FORMAT_NHWC;
  EXPECT_EQ(call.Run(), 0) << TakeMessage();
}

TEST_F(ForwardCallTest, SumOfManyIsTheSumInDoublePrecision) {
  constexpr int64_t kCount = 200'000;
  std::vector<float> x(kCount, 20.0f);
  std::vector<float> ones(kCount, 1.0f);
  float loss = 0;
  const auto make = [](std::vector<int64_t> shape, float* data) {
    return aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                           shape.data(), shape.size(), data);
  };
  Handles tensors;
  tensors.self = make({kCount}, x.data());
  tensors.target = make({kCount}, ones.data());
  tensors.out = make({}, &loss);
  AclnnCall call(kForward);
  ASSERT_EQ(kForward.prepare(tensors, 2, &call.workspace_size, &call.executor), 0) << TakeMessage();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(call.executor), 0);
  for (int run = 0; run < 2; ++run) {
    ASSERT_EQ(call.Launch(), 0) << TakeMessage();
    EXPECT_EQ(loss, static_cast<float>(kCount * std::log1p(std::exp(-20.0))));
    loss = 0;
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 0);
  for (aclTensor* tensor : {tensors.self, tensors.target, tensors.out}) aclDestroyTensor(tensor);
}

TEST_F(ForwardCallTest, OutMayBeSelf) {
  std::vector<float> buffer(1000, -30.0f);
  std::vector<float> zeros(1000, 0.0f);
  const int64_t shape[] = {1000};
  const auto make = [&](std::vector<float>& data) {
    return aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, data.data());
  };
  Handles tensors;
  tensors.self = make(buffer);
  tensors.target = make(zeros);
  tensors.out = tensors.self;
  AclnnCall call(kForward);
  ASSERT_EQ(kForward.prepare(tensors, 0, &call.workspace_size, &call.executor), 0) << TakeMessage();
  ASSERT_EQ(call.Launch(), 0) << TakeMessage();
  EXPECT_EQ(buffer, std::vector<float>(1000, static_cast<float>(std::exp(-30.0))));
  aclDestroyTensor(tensors.self);
  aclDestroyTensor(tensors.target);
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
