// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Calls of the gradient by the target that must work, through both phases.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "aclnn_call.h"
#include "on_device.h"

namespace sigloss::ops::bce_with_logits {
namespace {

class TargetBackwardCallTest : public OnDevice {};

// Without positive weight the gradient is -x, at any distance.
TEST_F(TargetBackwardCallTest, IsMinusTheLogits) {
  AclnnCall call(kTargetBackward);
  call.self->data = {20.0f, -0.1f, 1e-30f, -1000.0f};
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  EXPECT_EQ(call.out->data[4], 1.0f) << "written past the end";
  EXPECT_EQ(call.workspace_size, 0u);
  call.out->data.resize(4);
  EXPECT_EQ(call.out->data, (std::vector<float>{-20.0f, 0.1f, -1e-30f, 1000.0f}));
}

TEST_F(TargetBackwardCallTest, ValuesOfTheTargetDoNotEnter) {
  AclnnCall call(kTargetBackward);
  call.self->data.assign(64, 3.0f);
  call.target->data.assign(64, std::numeric_limits<float>::quiet_NaN());
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  EXPECT_EQ(call.out->data[3], -3.0f);
}

TEST_F(TargetBackwardCallTest, EachArgumentHasItsOwnRole) {
  AclnnCall call(kTargetBackward);
  call.self->data.assign(64, 0.0f);  // softplus of both signs is log 2
  call.grad_output->data = {1, 2, 3, 4};
  call.weight.emplace().data = {1, 1, 8, 8};
  call.pos_weight.emplace().shape = {2};
  call.pos_weight->data = {6, 3};
  call.reduction = 1;
  ASSERT_EQ(call.Run(), 0) << TakeMessage();
  const std::vector<double> factors = {5 * 1 * 1, 2 * 2 * 1, 5 * 3 * 8, 2 * 4 * 8};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(call.out->data[i], static_cast<float>(factors[i] * std::log(2.0) / 4)) << i;
  }
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
