// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every check of the first phase of the gradients, and its place in the order.
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

    {"gradOutput null", [](auto& c) { c.grad_output.reset(); }, kNull,
     "Expected a proper Tensor but got null for argument gradOutput."},
    {"self null", [](auto& c) { c.self.reset(); }, kNull, "null for argument self."},
    {"target null", [](auto& c) { c.target.reset(); }, kNull, "null for argument target."},
    {"out null", [](auto& c) { c.out.reset(); }, kNull, "null for argument {out}."},

    {"gradOutput rank 9", [](auto& c) { c.grad_output->shape = kRank9; }, kInvalid,
     "The gradOutput tensor cannot be larger than 8 dimensions, but it has 9."},
    {"self rank 9", [](auto& c) { c.self->shape = kRank9; }, kInvalid, "The self tensor cannot"},
    {"target rank 9", [](auto& c) { c.target->shape = kRank9; }, kInvalid,
     "The target tensor cannot"},
    {"out rank 9", [](auto& c) { c.out->shape = kRank9; }, kInvalid, "The {out} tensor cannot"},
    {"weight rank 9", [](auto& c) { Given(c.weight).shape = kRank9; }, kInvalid,
     "The weightOptional tensor cannot"},
    {"posWeight rank 9", [](auto& c) { Given(c.pos_weight).shape = kRank9; }, kInvalid,
     "The posWeightOptional tensor cannot"},

    {"gradOutput int32", [](auto& c) { c.grad_output->dtype = ACL_INT32; }, kInvalid,
     "Tensor gradOutput not implemented for DT_INT32, should be in dtype support list "
     "[DT_FLOAT16,DT_FLOAT,DT_BF16,]."},
    {"self int64", [](auto& c) { c.self->dtype = ACL_INT64; }, kInvalid,
     "Tensor self not implemented for DT_INT64"},
    {"target double", [](auto& c) { c.target->dtype = ACL_DOUBLE; }, kInvalid,
     "Tensor target not implemented for DT_DOUBLE"},
    {"weight bool", [](auto& c) { Given(c.weight).dtype = ACL_BOOL; }, kInvalid,
     "Tensor weightOptional not implemented for DT_BOOL"},
    {"posWeight float8", [](auto& c) { Given(c.pos_weight).dtype = ACL_FLOAT8_E5M2; }, kInvalid,
     "Tensor posWeightOptional not implemented for DT_FLOAT8_E5M2"},
    {"out complex", [](auto& c) { c.out->dtype = ACL_COMPLEX64; }, kInvalid,
     "Tensor {out} not implemented for DT_COMPLEX64"},
    {"out dtype", [](auto& c) { c.out->dtype = ACL_FLOAT16; }, kInvalid,
     "Tensor {out} expected dtype is DT_FLOAT but found DT_FLOAT16."},

    {"format target", [](auto& c) { c.target->format = ACL_FORMAT_NCHW; }, kInvalid,
     "Format of self and target can't be different, self [ND], target [NCHW]."},
    {"format out", [](auto& c) { c.out->format = ACL_FORMAT_NHWC; }, kInvalid,
     "Format of self and {out} can't be different, self [ND], {out} [NHWC]."},

    {"shape target",
     [](auto& c) {
       c.target->shape = {2, 4};
     },
     kInvalid,
     "Expected tensor for self to have same size as tensor for target, but [2, 2] does not equal "
     "[2, 4]."},
    {"shape out", [](auto& c) { c.out->shape = {4}; }, kInvalid,
     "Expected tensor for self to have same size as tensor for {out}, but [2, 2] does not equal "
     "[4]."},
    {"gradOutput no broadcast", [](auto& c) { c.grad_output->shape = {3}; }, kInvalid,
     "The size of tensor gradOutput [3] must match the size of tensor self [2, 2]."},
    {"weight no broadcast",
     [](auto& c) {
       Given(c.weight).shape = {3, 1};
     },
     kInvalid,
     "The size of tensor weightOptional [3, 1] must match the size of tensor self [2, 2]."},
    {"posWeight no broadcast",
     [](auto& c) {
       Given(c.pos_weight).shape = {2, 0};
     },
     kInvalid,
     "The size of tensor posWeightOptional [2, 0] must match the size of tensor self [2, 2]."},
    {"reduction 3", [](auto& c) { c.reduction = 3; }, kInvalid,
     "Reduction should be between 0 and 2, but current is 3"},
    {"view past storage", [](auto& c) { c.self->storage = {3}; }, kInvalid,
     "The view of tensor self reaches element 3, outside its storage of 3 elements."},
};

const BadCall kMore[] = {
    {"dtype no number", [](auto& c) { c.self->dtype = static_cast<aclDataType>(99); }, kInvalid,
     "Tensor self not implemented for DT_UNDEFINED"},
    {"all int8", [](auto& c) { c.SetDType(ACL_INT8); }, kInvalid,
     "Tensor gradOutput not implemented for DT_INT8"},
    {"target is not broadcast",
     [](auto& c) {
       c.target->shape = {1, 2};
     },
     kInvalid, "same size as tensor for target, but [2, 2] does not equal [1, 2]."},
    {"posWeight enlarges",
     [](auto& c) {
       Given(c.pos_weight).shape = {4, 2, 2};
     },
     kInvalid,
     "The size of tensor posWeightOptional [4, 2, 2] must match the size of tensor self [2, 2]."},
    {"broadcast rule explained", [](auto& c) { c.grad_output->shape = {3}; }, kInvalid,
     "Invalid_Argument_Tensor_Input_Shape(EZ1007)"},
    {"reduction -1", [](auto& c) { c.reduction = -1; }, kInvalid, "but current is -1"},
    {"reduction of empty", [](auto& c) { c.SetShape({0}), c.reduction = 7; }, kInvalid,
     "but current is 7"},
    {"first tensor destroyed", [](auto& c) { c.destroy_all_first = true; }, kInvalid,
     "The tensor given for argument gradOutput is unknown"},
    {"view past 64 bits", [](auto& c) { c.self->offset = INT64_MAX; }, kInvalid,
     "The view of tensor self with strides [2, 1] reaches past what 64 bits count."},
    {"view before storage",
     [](auto& c) {
       c.out->strides = {-2, 1}, c.out->offset = 1, c.out->storage = {64};
     },
     kInvalid, "The view of tensor {out} reaches element -1, outside its storage of 64 elements."},
    {"negative extent",
     [](auto& c) {
       c.SetShape({-2, -2});
     },
     kInvalid, "has a negative extent"},
    {"shape overflows",
     [](auto& c) {
       c.SetShape({int64_t{1} << 40, int64_t{1} << 40}), c.grad_output->shape = {};
     },
     kInvalid, "has a negative extent or more than 2^56 elements"},
    {"out overlaps itself",
     [](auto& c) {
       c.out->strides = {0, 1}, c.out->storage = {64};
     },
     kInvalid,
     "Tensor {out} of shape [2, 2] with strides [0, 1] may have elements that share memory"},
};

constexpr const Function* kGradients[] = {&kBackward, &kTargetBackward};

INSTANTIATE_TEST_SUITE_P(GradientInOrder, FirstPhase,
                         testing::Combine(testing::ValuesIn(kGradients),
                                          testing::ValuesIn(kInOrder)),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Gradient, FirstPhase,
                         testing::Combine(testing::ValuesIn(kGradients), testing::ValuesIn(kMore)),
                         NameOf);

class OrderOfGradientChecks : public OnDeviceWith<const Function*> {};

TEST_P(OrderOfGradientChecks, FirstFaultIsTold) { ExpectFirstFaultTold(*GetParam(), kInOrder); }

INSTANTIATE_TEST_SUITE_P(Functions, OrderOfGradientChecks, testing::ValuesIn(kGradients),
                         [](const auto& row) { return row.param->ShortName(); });

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
