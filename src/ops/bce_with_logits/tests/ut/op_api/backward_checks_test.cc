// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every check of both phases: its code, its place in the order, a text that names the argument, and
// nothing written.
#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "aclnn/executor.h"
#include "aclnn_call.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr aclnnStatus kNull = 161001;
constexpr aclnnStatus kInvalid = 161002;

const std::vector<int64_t> kRank9(9, 1);

struct BadCall {
  const char* name;
  std::function<void(AclnnCall&)> bend;
  aclnnStatus code;
  const char* text;  // what the message must contain
};

std::ostream& operator<<(std::ostream& os, const BadCall& row) { return os << row.name; }

void Retype(AclnnCall& c, aclDataType dtype) {
  for (auto* arg : {&c.grad_output, &c.self, &c.target, &c.out}) (*arg)->dtype = dtype;
}

const BadCall kBadCalls[] = {
    {"workspaceSize null", [](auto& c) { c.pass_workspace_size = false; }, kNull,
     "null for argument workspaceSize."},
    {"executor null", [](auto& c) { c.pass_executor = false; }, kNull,
     "null for argument executor."},
    {"executor before tensors", [](auto& c) { c.pass_executor = false, c.self.reset(); }, kNull,
     "null for argument executor."},

    {"gradOutput null", [](auto& c) { c.grad_output.reset(); }, kNull,
     "Expected a proper Tensor but got null for argument gradOutput."},
    {"self null", [](auto& c) { c.self.reset(); }, kNull, "null for argument self."},
    {"target null", [](auto& c) { c.target.reset(); }, kNull, "null for argument target."},
    {"out null", [](auto& c) { c.out.reset(); }, kNull, "null for argument out."},
    {"null order", [](auto& c) { c.out.reset(), c.target.reset(), c.self->shape = kRank9; }, kNull,
     "null for argument target."},

    {"gradOutput rank 9", [](auto& c) { c.grad_output->shape = kRank9; }, kInvalid,
     "The gradOutput tensor cannot be larger than 8 dimensions, but it has 9."},
    {"self rank 9", [](auto& c) { c.self->shape = kRank9; }, kInvalid, "The self tensor cannot"},
    {"target rank 9", [](auto& c) { c.target->shape = kRank9; }, kInvalid,
     "The target tensor cannot"},
    {"out rank 9", [](auto& c) { c.out->shape = kRank9; }, kInvalid, "The out tensor cannot"},
    {"weight rank 9", [](auto& c) { c.weight.emplace().shape = kRank9; }, kInvalid,
     "The weightOptional tensor cannot"},
    {"posWeight rank 9", [](auto& c) { c.pos_weight.emplace().shape = kRank9; }, kInvalid,
     "The posWeightOptional tensor cannot"},
    {"rank before dtype", [](auto& c) { c.out->shape = kRank9, c.self->dtype = ACL_INT32; },
     kInvalid, "The out tensor cannot"},

    {"gradOutput int32", [](auto& c) { c.grad_output->dtype = ACL_INT32; }, kInvalid,
     "Tensor gradOutput not implemented for DT_INT32, should be in dtype support list "
     "[DT_FLOAT16,DT_FLOAT,DT_BF16,]."},
    {"self int64", [](auto& c) { c.self->dtype = ACL_INT64; }, kInvalid,
     "Tensor self not implemented for DT_INT64"},
    {"target double", [](auto& c) { c.target->dtype = ACL_DOUBLE; }, kInvalid,
     "Tensor target not implemented for DT_DOUBLE"},
    {"weight bool", [](auto& c) { c.weight.emplace().dtype = ACL_BOOL; }, kInvalid,
     "Tensor weightOptional not implemented for DT_BOOL"},
    {"posWeight float8", [](auto& c) { c.pos_weight.emplace().dtype = ACL_FLOAT8_E5M2; }, kInvalid,
     "Tensor posWeightOptional not implemented for DT_FLOAT8_E5M2"},
    {"out complex", [](auto& c) { c.out->dtype = ACL_COMPLEX64; }, kInvalid,
     "Tensor out not implemented for DT_COMPLEX64"},
    {"dtype no number", [](auto& c) { c.self->dtype = static_cast<aclDataType>(99); }, kInvalid,
     "Tensor self not implemented for DT_UNDEFINED"},
    {"all int8", [](auto& c) { Retype(c, ACL_INT8); }, kInvalid,
     "Tensor gradOutput not implemented for DT_INT8"},
    {"dtype before out dtype",
     [](auto& c) { c.out->dtype = ACL_FLOAT16, c.pos_weight.emplace().dtype = ACL_INT8; }, kInvalid,
     "Tensor posWeightOptional not implemented for DT_INT8"},

    {"out dtype", [](auto& c) { c.out->dtype = ACL_FLOAT16; }, kInvalid,
     "Tensor out expected dtype is DT_FLOAT but found DT_FLOAT16."},
    {"out dtype before format",
     [](auto& c) { c.out->dtype = ACL_BF16, c.target->format = ACL_FORMAT_NCHW; }, kInvalid,
     "Tensor out expected dtype is DT_FLOAT but found DT_BF16."},

    {"format self target", [](auto& c) { c.self->format = ACL_FORMAT_NCHW; }, kInvalid,
     "Format of self and target can't be different, self [NCHW], target [ND]."},
    {"format self out", [](auto& c) { c.out->format = ACL_FORMAT_NHWC; }, kInvalid,
     "Format of self and out can't be different, self [ND], out [NHWC]."},
    {"format before shape",
     [](auto& c) {
       c.out->format = ACL_FORMAT_NC, c.target->shape = {2, 4};
     },
     kInvalid, "Format of self and out"},

    {"shape self target",
     [](auto& c) {
       c.self->shape = {2, 3}, c.target->shape = {2, 4};
     },
     kInvalid,
     "Expected tensor for self to have same size as tensor for target, but [2, 3] does not equal "
     "[2, 4]."},
    {"target is not broadcast",
     [](auto& c) {
       c.target->shape = {1, 2};
     },
     kInvalid, "same size as tensor for target, but [2, 2] does not equal [1, 2]."},
    {"shape self out", [](auto& c) { c.out->shape = {4}; }, kInvalid,
     "Expected tensor for self to have same size as tensor for out, but [2, 2] does not equal "
     "[4]."},
    {"gradOutput no broadcast", [](auto& c) { c.grad_output->shape = {3}; }, kInvalid,
     "The size of tensor gradOutput [3] must match the size of tensor self [2, 2]."},
    {"weight no broadcast",
     [](auto& c) {
       c.weight.emplace().shape = {3, 1};
     },
     kInvalid,
     "The size of tensor weightOptional [3, 1] must match the size of tensor self [2, 2]."},
    {"posWeight no broadcast",
     [](auto& c) {
       c.pos_weight.emplace().shape = {2, 0};
     },
     kInvalid,
     "The size of tensor posWeightOptional [2, 0] must match the size of tensor self [2, 2]."},
    {"posWeight enlarges",
     [](auto& c) {
       c.pos_weight.emplace().shape = {4, 2, 2};
     },
     kInvalid,
     "The size of tensor posWeightOptional [4, 2, 2] must match the size of tensor self [2, 2]."},
    {"broadcast rule explained", [](auto& c) { c.grad_output->shape = {3}; }, kInvalid,
     "Invalid_Argument_Tensor_Input_Shape(EZ1007)"},
    {"shape before reduction", [](auto& c) { c.weight.emplace().shape = {3}, c.reduction = 3; },
     kInvalid, "tensor weightOptional [3]"},

    {"reduction 3", [](auto& c) { c.reduction = 3; }, kInvalid,
     "Reduction should be between 0 and 2, but current is 3"},
    {"reduction -1", [](auto& c) { c.reduction = -1; }, kInvalid, "but current is -1"},
    {"reduction of empty",
     [](auto& c) {
       for (auto* arg : {&c.grad_output, &c.self, &c.target, &c.out}) (*arg)->shape = {0};
       c.reduction = 7;
     },
     kInvalid, "but current is 7"},

    {"tensors destroyed", [](auto& c) { c.destroy_all_first = true; }, kInvalid,
     "The tensor given for argument gradOutput is unknown: it was destroyed"},
    {"view past 64 bits", [](auto& c) { c.self->offset = INT64_MAX; }, kInvalid,
     "The view of tensor self with strides [2, 1] reaches past what 64 bits count."},
    {"view past storage", [](auto& c) { c.self->storage = {3}; }, kInvalid,
     "The view of tensor self reaches element 3, outside its storage of 3 elements."},
    {"view before storage",
     [](auto& c) {
       c.out->strides = {-2, 1}, c.out->offset = 1, c.out->storage = {64};
     },
     kInvalid, "The view of tensor out reaches element -1, outside its storage of 64 elements."},
    {"negative extent",
     [](auto& c) {
       for (auto* arg : {&c.grad_output, &c.self, &c.target, &c.out}) (*arg)->shape = {-2, -2};
     },
     kInvalid, "has a negative extent"},
    {"shape overflows",
     [](auto& c) {
       const std::vector<int64_t> huge = {int64_t{1} << 40, int64_t{1} << 40};
       for (auto* arg : {&c.self, &c.target, &c.out}) (*arg)->shape = huge;
       c.grad_output->shape = {};
     },
     kInvalid, "has a negative extent or more than 2^56 elements"},
    {"out overlaps itself",
     [](auto& c) {
       c.out->strides = {0, 1}, c.out->storage = {64};
     },
     kInvalid,
     "Tensor out of shape [2, 2] with strides [0, 1] may have elements that share memory"},
};

class BackwardChecks : public testing::TestWithParam<BadCall> {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    TakeMessage();
  }
  void TearDown() override { ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS); }
};

TEST_P(BackwardChecks, RefusesWithTextAndWritesNothing) {
  AclnnCall call;
  GetParam().bend(call);
  const size_t executors = aclnn::LiveExecutors();
  const std::vector<float> before = call.out ? call.out->data : std::vector<float>();

  EXPECT_EQ(call.Prepare(), GetParam().code);

  const std::string message = TakeMessage();
  EXPECT_NE(message.find(GetParam().text), std::string::npos) << message;
  // EZ1001, or EZ1007 where a broadcast failed.
  EXPECT_NE(message.find("(EZ100"), std::string::npos) << message;
  EXPECT_NE(message.find("aclnnBinaryCrossEntropyWithLogitsBackward"), std::string::npos)
      << message;
  EXPECT_EQ(call.workspace_size, AclnnCall::kUnwritten);
  EXPECT_EQ(reinterpret_cast<uint64_t>(call.executor), AclnnCall::kUnwritten);
  EXPECT_EQ(aclnn::LiveExecutors(), executors);
  if (call.out) {
    EXPECT_EQ(call.out->data, before);
  }
}

INSTANTIATE_TEST_SUITE_P(FirstPhase, BackwardChecks, testing::ValuesIn(kBadCalls),
                         [](const auto& row) {
                           std::string name = row.param.name;
                           for (char& c : name) c = std::isalnum(c) != 0 ? c : '_';
                           return std::to_string(row.index) + "_" + name;
                         });

class SecondPhase : public BackwardChecks {
 protected:
  static void ExpectRefused(aclnnStatus got, aclnnStatus wanted, const char* text) {
    EXPECT_EQ(got, wanted);
    const std::string message = TakeMessage();
    EXPECT_NE(message.find(text), std::string::npos) << message;
  }
};

TEST_F(SecondPhase, ExecutorNull) {
  AclnnCall call;
  call.executor = nullptr;
  ExpectRefused(call.Launch(), kNull, "null for argument executor.");
}

TEST_F(SecondPhase, ExecutorThatNeverWas) {
  AclnnCall call;
  call.executor = reinterpret_cast<aclOpExecutor*>(&call);
  ExpectRefused(call.Launch(), kInvalid, "The executor is unknown");
}

TEST_F(SecondPhase, ConsumedExecutor) {
  AclnnCall call;
  ASSERT_EQ(call.Run(), 0);
  call.out->data.assign(64, 7.0f);
  ExpectRefused(call.Launch(), kInvalid, "consumed by an earlier call");
  EXPECT_EQ(call.out->data, std::vector<float>(64, 7.0f));
  ExpectRefused(aclDestroyAclOpExecutor(call.executor), kInvalid, "consumed by an earlier call");
}

TEST_F(SecondPhase, DestroyedExecutor) {
  AclnnCall call;
  ASSERT_EQ(call.Prepare(), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 0);
  ExpectRefused(call.Launch(), kInvalid, "The executor is unknown");
}

TEST_F(SecondPhase, WorkspaceNullConsumesTheExecutor) {
  AclnnCall call;
  const std::vector<float> before = call.out->data;
  ASSERT_EQ(call.Prepare(), 0);
  ExpectRefused(call.Launch(nullptr, 16), kNull, "null for argument workspace.");
  EXPECT_EQ(call.out->data, before);
  ExpectRefused(call.Launch(), kInvalid, "The executor is unknown");
}

TEST_F(SecondPhase, NullData) {
  AclnnCall call;
  call.target->has_data = false;
  ASSERT_EQ(call.Prepare(), 0);
  ExpectRefused(call.Launch(), kNull, "null for tensor target.");
}

TEST_F(SecondPhase, OutOverlapsInput) {
  AclnnCall call;
  call.alias_out_to_self_shifted = true;
  const std::vector<float> before = call.self->data;
  ASSERT_EQ(call.Prepare(), 0);
  ExpectRefused(call.Launch(), kInvalid, "Tensor out overlaps tensor self");
  EXPECT_EQ(call.self->data, before);
}

TEST_F(SecondPhase, NoDevice) {
  AclnnCall call;
  ASSERT_EQ(call.Prepare(), 0);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsBackward(nullptr, 0, call.executor, nullptr), 361001);
  EXPECT_NE(TakeMessage(), "");
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
