// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The checks of layouts and addresses.
#include <gtest/gtest.h>

#include "bad_call.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

const BadCall kMemory[] = {
    {"strides", [](auto& c) { c.logits.desc.strides = {1}; }, kInvalid,
     "Tensor logits of shape [2, 2] has strides [1]; there must be one for each extent."},
    {"loss overlaps itself",
     [](auto& c) {
       c.loss.desc.strides = {1, 1};
     },
     kInvalid, "Tensor loss of shape [2, 2] with strides [1, 1] may have elements that share",
     kWithLoss},
    {"grad_output null", [](auto& c) { c.grad_output.data = nullptr; }, kNull,
     "Expected a valid data address but got null for tensor grad_output.", kBackward},
    {"logits null", [](auto& c) { c.logits.data = nullptr; }, kNull, "null for tensor logits."},
    {"target null", [](auto& c) { c.target.tensor.data = nullptr; }, kNull,
     "null for tensor target."},
    {"loss null", [](auto& c) { c.loss.data = nullptr; }, kNull, "null for tensor loss.",
     kWithLoss},
    {"grad null", [](auto& c) { c.grad.data = nullptr; }, kNull, "null for tensor grad.",
     kWithGrad},
    {"weight null", [](auto& c) { c.options.weight->data = nullptr; }, kNull,
     "null for tensor weight."},
    {"class_alpha null", [](auto& c) { c.options.class_alpha->data = nullptr; }, kNull,
     "null for tensor class_alpha."},
    {"mask null", [](auto& c) { c.options.mask->data = nullptr; }, kNull, "null for tensor mask."},

    {"grad on target", [](auto& c) { c.grad.data = c.target.tensor.data; }, kInvalid,
     "Tensor grad overlaps tensor target in memory", kWithGrad},
    {"grad on weight", [](auto& c) { c.grad.data = c.options.weight->data; }, kInvalid,
     "Tensor grad overlaps tensor weight in memory", kWithGrad},
    {"loss on class_alpha", [](auto& c) { c.loss.data = c.options.class_alpha->data; }, kInvalid,
     "Tensor loss overlaps tensor class_alpha in memory", kWithLoss},
    {"loss on mask", [](auto& c) { c.loss.data = c.options.mask->data; }, kInvalid,
     "Tensor loss overlaps tensor mask in memory", kWithLoss},
    {"grad beside logits", [](auto& c) { c.grad.data = static_cast<float*>(c.logits.data) + 1; },
     kInvalid, "Tensor grad overlaps tensor logits in memory", kWithGrad},
    {"grad on transposed logits",
     [](auto& c) {
       c.grad.data = c.logits.data, c.grad.desc.strides = {1, 2};
     },
     kInvalid, "Tensor grad overlaps tensor logits in memory", kWithGrad},
    {"loss on class indices",
     [](auto& c) {
       c.GiveClassIndex(DType::kInt64);
       c.loss.data = static_cast<float*>(c.target.tensor.data) + 3;
     },
     kInvalid, "Tensor loss overlaps tensor target in memory", kWithLoss},
    {"loss on grad", [](auto& c) { c.loss.data = c.grad.data; }, kInvalid, "overlaps tensor",
     kLossAndGrad},
};

class FocalMemoryChecks : public testing::TestWithParam<BadCall> {};

TEST_P(FocalMemoryChecks, RefuseWithTextAndWriteNothing) { ExpectRefused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, FocalMemoryChecks, testing::ValuesIn(kMemory), RowName);

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
