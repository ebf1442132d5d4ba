// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The checks of types, shapes and options, some of their order, and of class indices.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "bad_call.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void Retype(TensorView& view, DType dtype) { view.desc.dtype = dtype; }
void Reshape(TensorView& view, const Dims& shape) {
  view.desc = TensorDesc::Dense(view.desc.dtype, shape);
}
void Store(TensorView& view, int64_t index) { *static_cast<int64_t*>(view.data) = index; }

const BadCall kDTypes[] = {
    {"grad_output bool", [](auto& c) { Retype(c.grad_output, DType::kBool); }, kInvalid,
     "Tensor grad_output not implemented for bool, should be in dtype support list "
     "[float32, float16, bfloat16, float64].",
     kBackward},
    {"logits int32", [](auto& c) { Retype(c.logits, DType::kInt32); }, kInvalid,
     "Tensor logits not implemented for int32"},
    {"labels int8", [](auto& c) { Retype(c.target.tensor, DType::kInt8); }, kInvalid,
     "Tensor target not implemented for int8, should be in dtype support list "
     "[float32, float16, bfloat16, float64, bool, uint8, int32, int64]."},
    {"selector int8",
     [](auto& c) {
       c.target.kind = FocalTarget::Kind::kSelector, Retype(c.target.tensor, DType::kInt8);
     },
     kInvalid, "Tensor target not implemented for int8"},
    {"loss int64", [](auto& c) { Retype(c.loss, DType::kInt64); }, kInvalid,
     "Tensor loss not implemented for int64", kWithLoss},
    {"grad uint8", [](auto& c) { Retype(c.grad, DType::kUInt8); }, kInvalid,
     "Tensor grad not implemented for uint8", kWithGrad},
    {"weight bool", [](auto& c) { Retype(*c.options.weight, DType::kBool); }, kInvalid,
     "Tensor weight not implemented for bool"},
    {"class_alpha int32", [](auto& c) { Retype(*c.options.class_alpha, DType::kInt32); }, kInvalid,
     "Tensor class_alpha not implemented for int32"},
    {"mask uint8", [](auto& c) { Retype(*c.options.mask, DType::kUInt8); }, kInvalid,
     "Tensor mask not implemented for uint8, should be in dtype support list [bool]."},
};

const BadCall kShapes[] = {
    {"reduction 3", [](auto& c) { c.options.reduction = static_cast<Reduction>(3); }, kInvalid,
     "reduction should be between 0 and 2, but current is 3"},
    {"reduction -1", [](auto& c) { c.options.reduction = static_cast<Reduction>(-1); }, kInvalid,
     "but current is -1"},
    {"labels are not broadcast", [](auto& c) { Reshape(c.target.tensor, {2}); }, kInvalid,
     "Expected tensor for target to have same size as tensor for logits, but [2] does not equal "
     "[2, 2]."},
    {"rank of target",
     [](auto& c) {
       Reshape(c.target.tensor, {1, 2, 2});
     },
     kInvalid, "but [1, 2, 2] does not equal [2, 2]."},
    {"shape of grad", [](auto& c) { Reshape(c.grad, {4}); }, kInvalid,
     "Expected tensor for grad to have same size as tensor for logits", kWithGrad},
    {"shape of loss for none", [](auto& c) { Reshape(c.loss, {}); }, kInvalid,
     "Expected tensor for loss to have same size as [2, 2], but got [].", kWithLoss},
    {"shape of loss for mean",
     [](auto& c) { c.options.reduction = Reduction::kMean, Reshape(c.loss, {2}); }, kInvalid,
     "Expected tensor for loss to have same size as [], but got [2].", kWithLoss},
    {"grad_output", [](auto& c) { Reshape(c.grad_output, {3}); }, kMismatch,
     "The size of tensor grad_output [3] must match the size of tensor logits [2, 2].", kBackward},
    {"weight", [](auto& c) { Reshape(*c.options.weight, {3}); }, kMismatch,
     "The size of tensor weight [3] must match the size of tensor logits [2, 2]."},
    {"class_alpha enlarges",
     [](auto& c) {
       Reshape(*c.options.class_alpha, {4, 2, 2});
     },
     kMismatch, "The size of tensor class_alpha [4, 2, 2] must match"},
    {"mask",
     [](auto& c) {
       Reshape(*c.options.mask, {2, 0});
     },
     kMismatch, "The size of tensor mask [2, 0] must match"},
};

const BadCall kClassIndices[] = {
    {"float32", [](auto& c) { c.GiveClassIndex(DType::kFloat32); }, kInvalid,
     "Tensor target not implemented for float32, should be in dtype support list [int32, int64]."},
    {"uint8", [](auto& c) { c.GiveClassIndex(DType::kUInt8); }, kInvalid,
     "Tensor target not implemented for uint8"},
    {"of the shape of logits",
     [](auto& c) {
       c.GiveClassIndex(DType::kInt32), Reshape(c.target.tensor, {2, 2});
     },
     kInvalid,
     "Tensor target of class indices has the shape [2, 2], expected that of logits, [2, 2], "
     "without its last axis."},
    {"other rows", [](auto& c) { c.GiveClassIndex(DType::kInt64), Reshape(c.target.tensor, {3}); },
     kInvalid, "has the shape [3]"},
    {"for rank 0",
     [](auto& c) { c.Reshape({}), c.GiveClassIndex(DType::kInt64), Reshape(c.target.tensor, {}); },
     kInvalid, "has the shape []"},
    {"strides", [](auto& c) { c.GiveClassIndex(DType::kInt64), c.target.tensor.desc.strides = {}; },
     kInvalid, "Tensor target of shape"},
    {"more strides than a tensor has",
     [](auto& c) {
       c.GiveClassIndex(DType::kInt64), c.target.tensor.desc.strides = {1, 1, 1, 1, 1, 1, 1, 1};
     },
     kInvalid, "Tensor target of shape"},
    {"null", [](auto& c) { c.GiveClassIndex(DType::kInt64), c.target.tensor.data = nullptr; },
     kNull, "null for tensor target."},
};

const BadCall kOptions[] = {
    {"kind of target", [](auto& c) { c.target.kind = static_cast<FocalTarget::Kind>(3); }, kInvalid,
     "Option target.kind should be kLabels, kSelector or kClassIndex, but current is 3."},
    {"alpha NaN", [](auto& c) { c.options.alpha = kNaN; }, kInvalid,
     "Option alpha should be finite, but current is nan."},
    {"alpha infinite", [](auto& c) { c.options.alpha = -kInfinity; }, kInvalid,
     "Option alpha should be finite, but current is -inf."},
    {"gamma NaN", [](auto& c) { c.options.gamma = kNaN; }, kInvalid,
     "Option gamma should be in [-1e6, 1e6], but current is nan."},
    {"gamma infinite", [](auto& c) { c.options.gamma = kInfinity; }, kInvalid,
     "Option gamma should be in [-1e6, 1e6], but current is inf."},
    {"rows without mean", [](auto& c) { c.options.normalizer.kind = Normalizer::Kind::kRows; },
     kInvalid, "Option normalizer.kind should be kNumel unless the reduction is kMean"},
    {"number 0",
     [](auto& c) {
       c.options.reduction = Reduction::kMean, Reshape(c.loss, {});
       c.options.normalizer = {Normalizer::Kind::kNumber, 0};
     },
     kInvalid, "Option normalizer.number should be finite and not 0, but current is 0."},
    {"precision", [](auto& c) { c.options.precision = static_cast<Precision>(2); }, kInvalid,
     "Option precision should be kExact or kFast, but current is 2."},
    {"max_threads", [](auto& c) { c.options.max_threads = -1; }, kInvalid,
     "Option max_threads should be at least 0, but current is -1."},
    {"shape before options", [](auto& c) { c.options.gamma = kNaN, Reshape(c.target.tensor, {3}); },
     kInvalid, "Expected tensor for target"},
    {"options before memory", [](auto& c) { c.options.gamma = kNaN, c.logits.data = nullptr; },
     kInvalid, "Option gamma"},
};

class FocalChecks : public testing::TestWithParam<BadCall> {};

TEST_P(FocalChecks, RefuseWithTextAndWriteNothing) { ExpectRefused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(DTypes, FocalChecks, testing::ValuesIn(kDTypes), RowName);
INSTANTIATE_TEST_SUITE_P(Shapes, FocalChecks, testing::ValuesIn(kShapes), RowName);
INSTANTIATE_TEST_SUITE_P(ClassIndices, FocalChecks, testing::ValuesIn(kClassIndices), RowName);
INSTANTIATE_TEST_SUITE_P(Options, FocalChecks, testing::ValuesIn(kOptions), RowName);

TEST(FocalChecksPass, WhatTheRowsBend) {
  for (const Function function : FunctionsIn(kAll)) {
    FocalCall call;
    call.GiveOptional();
    const Status status = call.Run(function);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_FALSE(call.Untouched()) << NameOf(function);
  }
}

TEST(FocalChecksPass, ClassIndices) {
  for (const Function function : FunctionsIn(kAll)) {
    for (const DType dtype : {DType::kInt32, DType::kInt64}) {
      FocalCall call;
      call.GiveClassIndex(dtype);
      const Status status = call.Run(function);
      EXPECT_TRUE(status.ok()) << status.message();
    }
  }
}

TEST(FocalChecksRun, AClassIndexThatIsNone) {
  for (const Function function : FunctionsIn(kAll)) {
    FocalCall call, untouched;
    call.GiveClassIndex(DType::kInt64);
    Store(call.target.tensor, 3);
    const Status status = call.Run(function);
    EXPECT_EQ(status.code(), kInvalid);
    EXPECT_EQ(status.message().find(std::string(NameOf(function)) +
                                    ": Tensor target holds class index 3 in row 0"),
              0u)
        << status.message();
    EXPECT_EQ(call.memory[3], untouched.memory[3]);  // the outputs
    EXPECT_EQ(call.memory[4], untouched.memory[4]);
  }
}

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
