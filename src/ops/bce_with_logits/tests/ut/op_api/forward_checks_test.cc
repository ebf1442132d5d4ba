// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every check of the first phase of the loss, and its place in the order.
#include "first_phase.h"

namespace sigloss::ops::bce_with_logits {
namespace {

// One fault for each check, in their order.
const BadCall kInOrder[] = {
    {"workspaceSize null", [](auto& c) { c.pass_workspace_size = false; }, kNull,
     "Expected a valid address but got null for argument workspaceSize."},
    {"executor null", [](auto& c) { c.pass_executor = false; }, kNull,
     "null for argument executor."},
    {"tensors destroyed", [](auto& c) { c.destroy_all_first = true; }, kInvalid,
     "is unknown: it was destroyed, or never came from aclCreateTensor."},

    {"self null", [](auto& c) { c.self.reset(); }, kNull,
     "Expected a proper Tensor but got null for argument self."},
    {"target null", [](auto& c) { c.target.reset(); }, kNull, "null for argument target."},
    {"out null", [](auto& c) { c.out.reset(); }, kNull, "null for argument out."},

    {"self int32", [](auto& c) { c.self->dtype = ACL_INT32; }, kInvalid,
     "Tensor self not implemented for DT_INT32, should be in dtype support list "
     "[DT_FLOAT,DT_FLOAT16,DT_BF16,]."},
    {"target double", [](auto& c) { c.target->dtype = ACL_DOUBLE; }, kInvalid,
     "Tensor target not implemented for DT_DOUBLE"},
    {"out complex", [](auto& c) { c.out->dtype = ACL_COMPLEX64; }, kInvalid,
     "Tensor out not implemented for DT_COMPLEX64"},
    {"weight bool", [](auto& c) { Given(c.weight).dtype = ACL_BOOL; }, kInvalid,
     "Tensor weightOptional not implemented for DT_BOOL"},
    {"posWeight int8", [](auto& c) { Given(c.pos_weight).dtype = ACL_INT8; }, kInvalid,
     "Tensor posWeightOptional not implemented for DT_INT8"},
    {"target dtype", [](auto& c) { c.target->dtype = ACL_BF16; }, kInvalid,
     "Tensor target expected dtype is DT_FLOAT but found DT_BF16."},
    {"reduction 3", [](auto& c) { c.reduction = 3; }, kInvalid,
     "(EZ1001): Reduction only support [0, 1, 2]. But current is 3."},

    {"self rank 9", [](auto& c) { c.self->shape = kRank9; }, kInvalid,
     "The self tensor cannot be larger than 8 dimensions, but it has 9."},
    {"target rank 9", [](auto& c) { c.target->shape = kRank9; }, kInvalid,
     "The target tensor cannot"},
    {"weight rank 9", [](auto& c) { Given(c.weight).shape = kRank9; }, kInvalid,
     "The weightOptional tensor cannot"},
    {"posWeight rank 9", [](auto& c) { Given(c.pos_weight).shape = kRank9; }, kInvalid,
     "The posWeightOptional tensor cannot"},
    {"out rank 9", [](auto& c) { c.out->shape = kRank9; }, kInvalid, "The out tensor cannot"},

    {"shape target",
     [](auto& c) {
       c.target->shape = {2, 4};
     },
     kInvalid,
     "Expected tensor for self to have same size as tensor for target, but [2, 2] does not equal "
     "[2, 4]."},
    {"weight no broadcast", [](auto& c) { Given(c.weight).shape = {3}; }, kInvalid,
     "The size of tensor weightOptional [3] must match the size of tensor target [2, 2]."},
    {"posWeight no broadcast", [](auto& c) { Given(c.pos_weight).shape = {0}; }, kInvalid,
     "The size of tensor posWeightOptional [0] must match the size of tensor target [2, 2]."},
    {"out of none", [](auto& c) { c.out->shape = {3}; }, kInvalid,
     "Expected tensor for out to have same size as [2, 2], but got [3]."},
    {"view past storage", [](auto& c) { c.target->storage = {3}; }, kInvalid,
     "The view of tensor target reaches element 3, outside its storage of 3 elements."},
};

const BadCall kMore[] = {
    {"all uint8", [](auto& c) { c.SetDType(ACL_UINT8); }, kInvalid,
     "Tensor self not implemented for DT_UINT8"},
    {"out dtype", [](auto& c) { c.out->dtype = ACL_FLOAT16; }, kInvalid,
     "Tensor target expected dtype is DT_FLOAT16 but found DT_FLOAT."},
    {"reduction -1", [](auto& c) { c.reduction = -1; }, kInvalid,
     "Reduction only support [0, 1, 2]. But current is -1."},
    {"reduction of empty", [](auto& c) { c.SetShape({0}), c.reduction = 7; }, kInvalid,
     "Reduction only support [0, 1, 2]."},
    {"target is not broadcast", [](auto& c) { c.target->shape = {2}; }, kInvalid,
     "same size as tensor for target, but [2, 2] does not equal [2]."},
    {"self empty target not", [](auto& c) { c.self->shape = {0}; }, kInvalid,
     "same size as tensor for target, but [0] does not equal [2, 2]."},
    {"target empty self not", [](auto& c) { c.target->shape = {0}; }, kInvalid,
     "same size as tensor for target, but [2, 2] does not equal [0]."},
    {"weight enlarges",
     [](auto& c) {
       Given(c.weight).shape = {3, 2, 2};
     },
     kInvalid,
     "The size of tensor weightOptional [3, 2, 2] must match the size of tensor target [2, 2]."},
    {"broadcast rule explained", [](auto& c) { Given(c.pos_weight).shape = {3}; }, kInvalid,
     "Invalid_Argument_Tensor_Input_Shape(EZ1007)"},
    {"out of none of empty", [](auto& c) { c.SetShape({0}), c.out->shape = {1}; }, kInvalid,
     "Expected tensor for out to have same size as [0], but got [1]."},
    {"out of mean", [](auto& c) { c.reduction = 1; }, kInvalid,
     "Expected tensor for out to have same size as [], but got [2, 2]."},
    {"out of sum of empty", [](auto& c) { c.SetShape({0}), c.reduction = 2; }, kInvalid,
     "Expected tensor for out to have same size as [], but got [0]."},
    {"first tensor destroyed", [](auto& c) { c.destroy_all_first = true; }, kInvalid,
     "The tensor given for argument self is unknown"},
    {"shape overflows",
     [](auto& c) {
       c.SetShape({int64_t{1} << 40, int64_t{1} << 40});
     },
     kInvalid, "has a negative extent or more than 2^56 elements"},
    {"out overlaps itself",
     [](auto& c) {
       c.out->strides = {0, 1};
     },
     kInvalid,
     "Tensor out of shape [2, 2] with strides [0, 1] may have elements that share memory"},
};

INSTANTIATE_TEST_SUITE_P(LossInOrder, FirstPhase,
                         testing::Combine(testing::Values(&kForward), testing::ValuesIn(kInOrder)),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Loss, FirstPhase,
                         testing::Combine(testing::Values(&kForward), testing::ValuesIn(kMore)),
                         NameOf);

class OrderOfLossChecks : public OnDevice {};

TEST_F(OrderOfLossChecks, FirstFaultIsTold) { ExpectFirstFaultTold(kForward, kInOrder); }

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
