// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The machinery with an operator made up for the purpose, one that needs workspace and can fail.
#include "aclnn/two_phase.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "acl/acl.h"

namespace sigloss::aclnn {
namespace {

constexpr core::DTypeSet kFloat = {DType::kFloat32};
constexpr core::ParamSpec kParams[] = {
    {{"x", "x", "x"}, core::Presence::kRequired, {kFloat, kFloat}, "input"},
    {{"out", "out", "out"}, core::Presence::kOutput, {kFloat, kFloat}, "twice the input"},
};
constexpr core::Check kChecks[] = {
    {core::Rule::kNotNull, 0}, {core::Rule::kNotNull, 1}, {core::Rule::kStopIfEmpty, 0}};
constexpr core::OpSpec kDouble = {{"twice", "Twice", "aclnnTwice"}, kParams, {}, kChecks, {}};

std::string Message() {
  const char* text = aclGetRecentErrMsg();
  return text == nullptr ? "" : text;
}

class TwoPhase : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    MakeTensors();
    (void)Message();
  }
  void MakeTensors() {
    const int64_t shape[] = {1};
    x_ = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, &in_);
    out_ = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, &result_);
  }
  void TearDown() override {
    aclDestroyTensor(x_);
    aclDestroyTensor(out_);
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }

  aclnnStatus Prepare(const Planner& planner) {
    const aclTensor* const tensors[] = {x_, out_};
    return aclnn::Prepare({kDouble, tensors, {}, &workspace_size_, &executor_}, planner);
  }
  aclnnStatus PrepareWith(const Status& outcome, uint64_t workspace) {
    return Prepare([=](auto, auto, Planned* planned) {
      planned->workspace_size = workspace;
      planned->compute = [=](std::span<void* const> at) {
        *static_cast<float*>(at[1]) = 2 * *static_cast<const float*>(at[0]);
        return outcome;
      };
      return Status();
    });
  }
  aclnnStatus Launch(void* workspace, uint64_t size) {
    return aclnn::Launch("aclnnTwice", workspace, size, executor_, nullptr);
  }

  float in_ = 21;
  float result_ = 0;
  aclTensor* x_ = nullptr;
  aclTensor* out_ = nullptr;
  uint64_t workspace_size_ = 1;
  aclOpExecutor* executor_ = nullptr;
};

TEST_F(TwoPhase, RunsAsynchronouslyInOrder) {
  ASSERT_EQ(PrepareWith({}, 32), 0);
  EXPECT_EQ(workspace_size_, 32u);
  std::array<char, 32> workspace;
  EXPECT_EQ(Launch(workspace.data(), workspace.size()), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(result_, 42);
}

TEST_F(TwoPhase, RefusesAWorkspaceThatIsTooSmall) {
  ASSERT_EQ(PrepareWith({}, 32), 0);
  std::array<char, 31> workspace;
  EXPECT_EQ(Launch(workspace.data(), workspace.size()), 161002);
  const std::string message = Message();
  EXPECT_NE(message.find("workspaceSize is 31"), std::string::npos) << message;
  EXPECT_NE(message.find("asked for 32 bytes"), std::string::npos) << message;
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(result_, 0);
}

TEST_F(TwoPhase, RefusesANullWorkspace) {
  ASSERT_EQ(PrepareWith({}, 32), 0);
  EXPECT_EQ(Launch(nullptr, 32), 161001);
  EXPECT_NE(Message().find("argument workspace."), std::string::npos);
  EXPECT_EQ(result_, 0);
}

TEST_F(TwoPhase, FailureOfTheComputationComesAtSynchronisation) {
  ASSERT_EQ(PrepareWith({StatusCode::kInternal, "the machine is tired"}, 0), 0);
  ASSERT_EQ(Launch(nullptr, 0), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_INTERNAL_ERROR);
  EXPECT_NE(Message().find("the machine is tired"), std::string::npos);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0) << "reported once";
}

TEST_F(TwoPhase, RepeatableExecutorRunsUntilDestroyed) {
  ASSERT_EQ(PrepareWith({}, 0), 0);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor_), 0);
  for (const float value : {1.0f, 2.0f, 3.0f}) {
    in_ = value;
    ASSERT_EQ(Launch(nullptr, 0), 0) << Message();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    EXPECT_EQ(result_, 2 * value);
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
  EXPECT_EQ(Launch(nullptr, 0), 161002);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), 561000);
}

TEST_F(TwoPhase, AddressesMoveBetweenRuns) {
  using Setter = aclnnStatus (*)(aclOpExecutor*, size_t, aclTensor*, void*);
  for (const auto& [set_in, set_out] :
       {std::pair<Setter, Setter>{aclSetInputTensorAddr, aclSetOutputTensorAddr},
        {aclSetTensorAddr, aclSetTensorAddr},
        {AclSetInputTensorAddr, AclSetOutputTensorAddr},
        {AclSetTensorAddr, AclSetTensorAddr}}) {
    ASSERT_EQ(PrepareWith({}, 0), 0);
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor_), 0);
    float other_in = 4;
    float other_out = 0;
    ASSERT_EQ(set_in(executor_, 0, x_, &other_in), 0);
    ASSERT_EQ(set_out(executor_, 0, out_, &other_out), 0);
    ASSERT_EQ(Launch(nullptr, 0), 0) << Message();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    EXPECT_EQ(other_out, 8);
    EXPECT_EQ(result_, 0);
    EXPECT_EQ(set_in(executor_, 0, nullptr, &other_in), 561103);
    EXPECT_EQ(set_in(nullptr, 0, x_, &other_in), 561103);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
    float unset = 0;
    EXPECT_EQ(set_out(executor_, 0, out_, &unset), 161002);
    void* kept = nullptr;
    ASSERT_EQ(Prepare([&](auto, auto, Planned* planned) {
                planned->compute = [&](std::span<void* const> at) {
                  kept = at[1];
                  return Status();
                };
                return Status();
              }),
              0);
    aclTensor* stranger =
        aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, &unset);
    EXPECT_EQ(set_in(executor_, 0, stranger, &other_in), 161002);
    EXPECT_NE(Message().find("none of those given"), std::string::npos);
    aclDestroyTensor(stranger);
    ASSERT_EQ(Launch(nullptr, 0), 0);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    EXPECT_EQ(kept, &other_out) << "a refused setter must not move the tensor";
    aclDestroyTensor(x_);
    aclDestroyTensor(out_);
    MakeTensors();
  }
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), 561103);
}

TEST_F(TwoPhase, PlansACallOnEmptyTensorsToo) {
  const int64_t none[] = {3, 0};
  for (float* data : {static_cast<float*>(nullptr), &in_}) {
    aclDestroyTensor(x_);
    x_ = aclCreateTensor(none, 2, ACL_FLOAT, nullptr, INT64_MAX, ACL_FORMAT_ND, none, 2, data);
    result_ = 0;
    ASSERT_EQ(Prepare([](auto descs, auto given, Planned* planned) {
                EXPECT_EQ(descs[0].shape, (Dims{3, 0}));
                EXPECT_TRUE(given[0]);
                planned->compute = [](std::span<void* const> at) {
                  EXPECT_EQ(at[0], nullptr) << "there is no first element";
                  *static_cast<float*>(at[1]) = 7;
                  return Status();
                };
                return Status();
              }),
              0);
    ASSERT_EQ(Launch(nullptr, 0), 0) << Message();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    EXPECT_EQ(result_, 7);
  }
}

TEST_F(TwoPhase, WithoutAComputationNoAddressMatters) {
  const int64_t shape[] = {1};
  aclDestroyTensor(x_);
  x_ = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr);
  ASSERT_EQ(Prepare([](auto, auto, Planned*) { return Status(); }), 0);
  EXPECT_EQ(workspace_size_, 0u);
  EXPECT_EQ(Launch(nullptr, 0), 0) << Message();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(result_, 0);
}

struct PlannerFailure {
  StatusCode code;
  aclnnStatus wanted;
  const char* item;
};

TEST_F(TwoPhase, TranslatesWhatThePlannerReturns) {
  for (const auto& row : {PlannerFailure{StatusCode::kUnsupported, 561003, "EZ9999"},
                          {StatusCode::kInternal, 561000, "EZ9999"},
                          {StatusCode::kInvalidArgument, 161002, "EZ1001"}}) {
    executor_ = nullptr;
    EXPECT_EQ(Prepare([&](auto, auto, Planned*) { return Status(row.code, "no such luck"); }),
              row.wanted);
    const std::string message = Message();
    EXPECT_NE(message.find("no such luck"), std::string::npos) << message;
    EXPECT_NE(message.find(row.item), std::string::npos) << message;
    EXPECT_EQ(executor_, nullptr);
  }
}

TEST_F(TwoPhase, ExceptionsBecomeCodes) {
  EXPECT_EQ(Prepare([](auto, auto, Planned*) -> Status { throw std::runtime_error("boom"); }),
            561000);
  EXPECT_NE(Message().find("boom"), std::string::npos);
  EXPECT_EQ(Prepare([](auto, auto, Planned*) -> Status { throw std::bad_alloc(); }), 561000);
  EXPECT_NE(Message().find("Out of memory"), std::string::npos);
}

}  // namespace
}  // namespace sigloss::aclnn
