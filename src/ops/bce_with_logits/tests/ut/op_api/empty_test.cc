// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Calls without elements: what is written, and what isn't looked at.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "aclnn_call.h"
#include "on_device.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr int64_t kNone = 0;
constexpr int64_t kMean = 1;
constexpr int64_t kSum = 2;

struct EmptyRow {
  const Function* function;
  int64_t reduction;
};

class WritesNothing : public OnDeviceWith<EmptyRow> {};

TEST_P(WritesNothing, AndNeedsNoData) {
  for (const bool has_data : {false, true}) {
    AclnnCall call(*GetParam().function);
    call.SetShape({3, 0});
    for (auto* arg : {&call.grad_output, &call.self, &call.target, &call.out}) {
      (*arg)->has_data = has_data;
    }
    call.weight.emplace().has_data = has_data;  // 2 x 2, which a check of shapes would refuse
    call.pos_weight.emplace().shape = {7};
    call.pos_weight->storage = {64};
    call.pos_weight->has_data = has_data;
    call.reduction = GetParam().reduction;
    const std::vector<float> before = call.out->data;
    ASSERT_EQ(call.Run(), 0) << TakeMessage();
    EXPECT_EQ(call.workspace_size, 0u);
    EXPECT_EQ(call.out->data, before);
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, WritesNothing,
                         testing::Values(EmptyRow{&kForward, kNone}, EmptyRow{&kBackward, kNone},
                                         EmptyRow{&kBackward, kMean}, EmptyRow{&kBackward, kSum},
                                         EmptyRow{&kTargetBackward, kNone},
                                         EmptyRow{&kTargetBackward, kMean},
                                         EmptyRow{&kTargetBackward, kSum}),
                         [](const auto& row) {
                           return row.param.function->ShortName() +
                                  std::to_string(row.param.reduction);
                         });

class EmptyGradient : public OnDeviceWith<const Function*> {};

TEST_P(EmptyGradient, OfLogitsSkipsOtherShapes) {
  AclnnCall call(*GetParam());
  call.self->shape = {0};
  call.target->shape = {3};
  call.target->has_data = false;
  const std::vector<float> before = call.out->data;
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  EXPECT_EQ(call.out->data, before);
}

INSTANTIATE_TEST_SUITE_P(Functions, EmptyGradient, testing::Values(&kBackward, &kTargetBackward),
                         [](const auto& row) { return row.param->ShortName(); });

class EmptyLoss : public OnDevice {};

TEST_F(EmptyLoss, ReducedIsWritten) {
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{}, {1}, {1, 1, 1}}) {
    for (const int64_t reduction : {kMean, kSum}) {
      AclnnCall call(kForward);
      call.SetShape({4, 0});
      call.self->has_data = false;
      call.target->has_data = false;
      call.out->shape = shape;
      call.out->offset = 2;
      call.out->storage = {64};
      call.reduction = reduction;
      std::vector<float> wanted = call.out->data;
      wanted[2] = 0;
      ASSERT_EQ(call.Run(), 0) << TakeMessage();
      EXPECT_EQ(call.workspace_size, 0u);
      if (reduction == kMean) {
        EXPECT_TRUE(std::isnan(call.out->data[2])) << call.out->data[2];
        call.out->data[2] = 0;
      }
      EXPECT_EQ(call.out->data, wanted) << reduction;
    }
  }
}

TEST_F(EmptyLoss, ReducedNeedsNoWeights) {
  AclnnCall call(kForward);
  call.SetShape({0});
  call.out->shape = {};
  call.weight.emplace().shape = {3};  // fits no shape of the call
  call.pos_weight.emplace().shape = {0};
  call.pos_weight->has_data = false;
  call.reduction = kSum;
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  EXPECT_EQ(call.out->data[0], 0);
}

TEST_F(EmptyLoss, MeanIsNaNInNarrowTypes) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    AclnnCall call(kForward);
    call.SetDType(dtype);
    call.SetShape({0});
    call.out->shape = {};
    call.reduction = kMean;
    ASSERT_EQ(call.Run(), 0) << TakeMessage();
    uint16_t bits = 0;
    std::memcpy(&bits, call.out->data.data(), sizeof bits);
    EXPECT_GT(bits & 0x7FFF, dtype == ACL_FLOAT16 ? 0x7C00 : 0x7F80);
  }
}

TEST_F(EmptyLoss, ReducedNeedsAnAddressForItself) {
  AclnnCall call(kForward);
  call.SetShape({0});
  call.out->shape = {};
  call.out->has_data = false;
  call.reduction = kSum;
  EXPECT_EQ(call.Run(), kNull);
  EXPECT_NE(TakeMessage().find("null for tensor out."), std::string::npos);
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
