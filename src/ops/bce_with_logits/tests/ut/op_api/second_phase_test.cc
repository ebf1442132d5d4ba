// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The checks of the second phase, which is the same for all functions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "aclnn_call.h"
#include "on_device.h"

namespace sigloss::ops::bce_with_logits {
namespace {

class SecondPhase : public OnDeviceWith<const Function*> {
 protected:
  static void ExpectRefused(aclnnStatus got, aclnnStatus wanted, const std::string& text) {
    EXPECT_EQ(got, wanted);
    const std::string message = TakeMessage();
    EXPECT_NE(message.find(text), std::string::npos) << message;
  }
};

TEST_P(SecondPhase, ExecutorNull) {
  AclnnCall call(*GetParam());
  call.executor = nullptr;
  ExpectRefused(call.Launch(), kNull, "null for argument executor.");
}

TEST_P(SecondPhase, ExecutorThatNeverWas) {
  AclnnCall call(*GetParam());
  call.executor = reinterpret_cast<aclOpExecutor*>(&call);
  ExpectRefused(call.Launch(), kInvalid, "The executor is unknown");
}

TEST_P(SecondPhase, ConsumedExecutor) {
  AclnnCall call(*GetParam());
  ASSERT_EQ(call.Run(), 0);
  call.out->data.assign(64, 7.0f);
  ExpectRefused(call.Launch(), kInvalid, "consumed by an earlier call");
  EXPECT_EQ(call.out->data, std::vector<float>(64, 7.0f));
  ExpectRefused(aclDestroyAclOpExecutor(call.executor), kInvalid, "consumed by an earlier call");
}

TEST_P(SecondPhase, DestroyedExecutor) {
  AclnnCall call(*GetParam());
  ASSERT_EQ(call.Prepare(), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 0);
  ExpectRefused(call.Launch(), kInvalid, "The executor is unknown");
}

TEST_P(SecondPhase, ExecutorOfAnotherFunction) {
  for (const Function* other : {&kForward, &kBackward, &kTargetBackward}) {
    if (other == GetParam()) continue;
    AclnnCall call(*GetParam());
    ASSERT_EQ(call.Prepare(), 0);
    AclnnCall wrong(*other);
    wrong.executor = call.executor;
    ExpectRefused(wrong.Launch(), kInvalid, "The executor is that of");
    EXPECT_EQ(call.Launch(), 0) << "it is not consumed";
  }
}

TEST_P(SecondPhase, WorkspaceNullConsumesTheExecutor) {
  AclnnCall call(*GetParam());
  const std::vector<float> before = call.out->data;
  ASSERT_EQ(call.Prepare(), 0);
  ExpectRefused(call.Launch(nullptr, 16), kNull, "null for argument workspace.");
  EXPECT_EQ(call.out->data, before);
  ExpectRefused(call.Launch(), kInvalid, "The executor is unknown");
}

TEST_P(SecondPhase, NullData) {
  AclnnCall call(*GetParam());
  call.target->has_data = false;
  ASSERT_EQ(call.Prepare(), 0);
  ExpectRefused(call.Launch(), kNull, "null for tensor target.");
}

TEST_P(SecondPhase, OutOverlapsInput) {
  AclnnCall call(*GetParam());
  call.alias_out_to_self_shifted = true;
  const std::vector<float> before = call.self->data;
  ASSERT_EQ(call.Prepare(), 0);
  ExpectRefused(call.Launch(), kInvalid,
                "Tensor " + std::string(GetParam()->out) + " overlaps tensor self");
  EXPECT_EQ(call.self->data, before);
}

TEST_P(SecondPhase, NoDevice) {
  AclnnCall call(*GetParam());
  ASSERT_EQ(call.Prepare(), 0);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(GetParam()->launch(nullptr, 0, call.executor, nullptr), 361001);
  EXPECT_NE(TakeMessage(), "");
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

INSTANTIATE_TEST_SUITE_P(Functions, SecondPhase,
                         testing::Values(&kForward, &kBackward, &kTargetBackward),
                         [](const auto& row) { return row.param->ShortName(); });

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
