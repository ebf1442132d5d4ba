// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every check of the functions: its code, its place in the order, a text that names the function
// and the argument in the words of C++, and nothing written.
#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <limits>
#include <ostream>
#include <string>

#include "cpp_call.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr StatusCode kNull = StatusCode::kNullArgument;
constexpr StatusCode kInvalid = StatusCode::kInvalidArgument;
constexpr StatusCode kMismatch = StatusCode::kBroadcastMismatch;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t kHuge = int64_t{1} << 40;

struct BadCall {
  const char* name;
  std::function<void(CppCall&)> bend;
  StatusCode code;
  const char* text;  // what the message must contain
  uint8_t functions = kAll;
};

std::ostream& operator<<(std::ostream& os, const BadCall& row) { return os << row.name; }

void Retype(TensorView& view, DType dtype) { view.desc.dtype = dtype; }
void Reshape(TensorView& view, const Dims& shape) {
  view.desc = TensorDesc::Dense(view.desc.dtype, shape);
}
void SetMean(CppCall& c, Normalizer::Kind kind, double number = 1) {
  c.options.reduction = Reduction::kMean;
  c.options.normalizer = {kind, number};
  Reshape(c.loss, {});
}

const BadCall kDTypes[] = {
    {"grad_output int32", [](auto& c) { Retype(c.grad_output, DType::kInt32); }, kInvalid,
     "Tensor grad_output not implemented for int32, should be in dtype support list "
     "[float32, float16, bfloat16, float64].",
     kWithGradOutput},
    {"logits bool", [](auto& c) { Retype(c.logits, DType::kBool); }, kInvalid,
     "Tensor logits not implemented for bool, should be in dtype support list "
     "[float32, float16, bfloat16, float64]."},
    {"target int8", [](auto& c) { Retype(c.target, DType::kInt8); }, kInvalid,
     "Tensor target not implemented for int8, should be in dtype support list "
     "[float32, float16, bfloat16, float64, bool, uint8, int32, int64]."},
    {"loss int64", [](auto& c) { Retype(c.loss, DType::kInt64); }, kInvalid,
     "Tensor loss not implemented for int64", kWithLoss},
    {"grad uint8", [](auto& c) { Retype(c.grad, DType::kUInt8); }, kInvalid,
     "Tensor $grad not implemented for uint8", kWithGrad},
    {"weight bool", [](auto& c) { Retype(*c.options.weight, DType::kBool); }, kInvalid,
     "Tensor weight not implemented for bool"},
    {"pos_weight int32", [](auto& c) { Retype(*c.options.pos_weight, DType::kInt32); }, kInvalid,
     "Tensor pos_weight not implemented for int32"},
    {"mask uint8", [](auto& c) { Retype(*c.options.mask, DType::kUInt8); }, kInvalid,
     "Tensor mask not implemented for uint8, should be in dtype support list [bool]."},
    {"mask float32", [](auto& c) { Retype(*c.options.mask, DType::kFloat32); }, kInvalid,
     "Tensor mask not implemented for float32"},
    {"complex", [](auto& c) { Retype(c.logits, static_cast<DType>(16)); }, kInvalid,
     "Tensor logits not implemented for complex64"},
    {"no type", [](auto& c) { Retype(c.target, static_cast<DType>(99)); }, kInvalid,
     "Tensor target not implemented for undefined"},
    {"logits before target",
     [](auto& c) { Retype(c.target, DType::kInt8), Retype(c.logits, DType::kInt8); }, kInvalid,
     "Tensor logits not"},
    {"loss before grad",
     [](auto& c) { Retype(c.loss, DType::kInt8), Retype(c.grad, DType::kInt8); }, kInvalid,
     "Tensor loss not", kWithLoss},
    {"outputs before weights",
     [](auto& c) {
       Retype(*c.options.weight, DType::kInt8);
       Retype(c.loss, DType::kInt8), Retype(c.grad, DType::kInt8);
     },
     kInvalid, "Tensor $grad not", kWithGradOutput},
    {"pos_weight before mask",
     [](auto& c) {
       Retype(*c.options.mask, DType::kInt8), Retype(*c.options.pos_weight, DType::kInt8);
     },
     kInvalid, "Tensor pos_weight not"},
};

const BadCall kShapes[] = {
    {"reduction 3", [](auto& c) { c.options.reduction = static_cast<Reduction>(3); }, kInvalid,
     "reduction should be between 0 and 2, but current is 3"},
    {"reduction -1", [](auto& c) { c.options.reduction = static_cast<Reduction>(-1); }, kInvalid,
     "but current is -1"},
    {"dtype before reduction",
     [](auto& c) {
       c.options.reduction = static_cast<Reduction>(3), Retype(*c.options.mask, DType::kInt8);
     },
     kInvalid, "Tensor mask not"},
    {"reduction before shape",
     [](auto& c) { c.options.reduction = static_cast<Reduction>(3), Reshape(c.target, {2}); },
     kInvalid, "reduction should be"},

    {"target is not broadcast",
     [](auto& c) {
       Reshape(c.target, {1, 2});
     },
     kInvalid,
     "Expected tensor for target to have same size as tensor for logits, but [1, 2] does not equal "
     "[2, 2]."},
    {"shape of grad", [](auto& c) { Reshape(c.grad, {4}); }, kInvalid,
     "Expected tensor for $grad to have same size as tensor for logits, but [4] does not equal "
     "[2, 2].",
     kWithGrad},
    {"shape of loss for none", [](auto& c) { Reshape(c.loss, {}); }, kInvalid,
     "Expected tensor for loss to have same size as [2, 2], but got [].", kWithLoss},
    {"shape of loss for sum",
     [](auto& c) { c.options.reduction = Reduction::kSum, Reshape(c.loss, {2}); }, kInvalid,
     "Expected tensor for loss to have same size as [], but got [2].", kWithLoss},
    {"target before loss", [](auto& c) { Reshape(c.loss, {3}), Reshape(c.target, {3}); }, kInvalid,
     "Expected tensor for target"},
    {"grad_output", [](auto& c) { Reshape(c.grad_output, {3}); }, kMismatch,
     "The size of tensor grad_output [3] must match the size of tensor logits [2, 2].",
     kWithGradOutput},
    {"weight",
     [](auto& c) {
       Reshape(*c.options.weight, {3, 1});
     },
     kMismatch, "The size of tensor weight [3, 1] must match the size of tensor logits [2, 2]."},
    {"pos_weight enlarges",
     [](auto& c) {
       Reshape(*c.options.pos_weight, {4, 2, 2});
     },
     kMismatch,
     "The size of tensor pos_weight [4, 2, 2] must match the size of tensor logits [2, 2]."},
    {"mask",
     [](auto& c) {
       Reshape(*c.options.mask, {2, 0});
     },
     kMismatch, "The size of tensor mask [2, 0] must match the size of tensor logits [2, 2]."},
    {"weight of no elements",
     [](auto& c) {
       c.Reshape({0, 2}), Reshape(*c.options.weight, {3});
     },
     kMismatch, "The size of tensor weight [3] must match"},
    {"weight before mask",
     [](auto& c) { Reshape(*c.options.mask, {3}), Reshape(*c.options.weight, {3}); }, kMismatch,
     "The size of tensor weight"},
};

const BadCall kOptions[] = {
    {"smoothing below 0", [](auto& c) { c.options.label_smoothing = -0.125; }, kInvalid,
     "Option label_smoothing should be in [0, 1], but current is -0.125."},
    {"smoothing above 1", [](auto& c) { c.options.label_smoothing = 1.0000001; }, kInvalid,
     "Option label_smoothing should be in [0, 1], but current is 1.0000001."},
    {"smoothing NaN", [](auto& c) { c.options.label_smoothing = kNaN; }, kInvalid,
     "Option label_smoothing should be in [0, 1], but current is nan."},
    {"smoothing infinite", [](auto& c) { c.options.label_smoothing = kInfinity; }, kInvalid,
     "but current is inf."},
    {"rows without mean", [](auto& c) { c.options.normalizer.kind = Normalizer::Kind::kRows; },
     kInvalid,
     "Option normalizer.kind should be kNumel unless the reduction is kMean, but current is "
     "kRows."},
    {"number with sum",
     [](auto& c) {
       SetMean(c, Normalizer::Kind::kNumber, 2), c.options.reduction = Reduction::kSum;
     },
     kInvalid, "unless the reduction is kMean, but current is kNumber."},
    {"positives with sum",
     [](auto& c) {
       SetMean(c, Normalizer::Kind::kPositives), c.options.reduction = Reduction::kSum;
     },
     kInvalid, "but current is kPositives."},
    {"no normalizer", [](auto& c) { SetMean(c, static_cast<Normalizer::Kind>(4)); }, kInvalid,
     "Option normalizer.kind should be kNumel, kRows, kPositives or kNumber, but current is 4."},
    {"number 0", [](auto& c) { SetMean(c, Normalizer::Kind::kNumber, -0.0); }, kInvalid,
     "Option normalizer.number should be finite and not 0, but current is -0."},
    {"number infinite", [](auto& c) { SetMean(c, Normalizer::Kind::kNumber, -kInfinity); },
     kInvalid, "Option normalizer.number should be finite and not 0, but current is -inf."},
    {"number NaN", [](auto& c) { SetMean(c, Normalizer::Kind::kNumber, kNaN); }, kInvalid,
     "Option normalizer.number should be finite and not 0, but current is nan."},
    {"precision", [](auto& c) { c.options.precision = static_cast<Precision>(2); }, kInvalid,
     "Option precision should be kExact or kFast, but current is 2."},
    {"max_threads", [](auto& c) { c.options.max_threads = -1; }, kInvalid,
     "Option max_threads should be at least 0, but current is -1."},
    {"shape before options", [](auto& c) { c.options.max_threads = -1, Reshape(c.target, {3}); },
     kInvalid, "Expected tensor for target"},
    {"options before strides",
     [](auto& c) { c.options.max_threads = -1, c.target.desc.strides = {1}; }, kInvalid,
     "Option max_threads"},
};

const BadCall kViews[] = {
    {"rank 9",
     [](auto& c) {
       c.options.weight = c.logits;
       c.options.weight->desc = TensorDesc::Dense(DType::kFloat32, {1, 1, 1, 1, 1, 1, 1, 2, 2});
     },
     kInvalid, "The weight tensor cannot be larger than 8 dimensions, but it has 9."},
    {"rank 12 of all",
     [](auto& c) {
       const auto desc = TensorDesc::Dense(DType::kFloat32, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2});
       c.logits.desc = c.target.desc = c.loss.desc = c.grad.desc = desc;
       c.grad_output.desc = desc;
     },
     kInvalid, "cannot be larger than 8 dimensions"},
    {"strides too few", [](auto& c) { c.logits.desc.strides = {1}; }, kInvalid,
     "Tensor logits of shape [2, 2] has strides [1]; there must be one for each extent."},
    {"strides too many",
     [](auto& c) {
       c.options.mask->desc.strides = {4, 2, 1};
     },
     kInvalid, "Tensor mask of shape [2, 2] has strides [4, 2, 1];"},
    {"negative extents",
     [](auto& c) {
       c.Reshape({-2, -2});
     },
     kInvalid,
     "The shape of tensor logits [-2, -2] has a negative extent or more than 2^56 elements.",
     kForward},
    {"too many elements",
     [](auto& c) {
       c.Reshape({kHuge, kHuge});
     },
     kInvalid, "has a negative extent or more than 2^56 elements."},
    {"2^57 elements", [](auto& c) { c.Reshape({int64_t{1} << 57}); }, kInvalid,
     "has a negative extent or more than 2^56 elements."},
    {"strides that overflow",
     [](auto& c) {
       c.target.desc.strides = {std::numeric_limits<int64_t>::min(), 1};
     },
     kInvalid, "The view of tensor target with strides [-9223372036854775808, 1] reaches"},
    {"strides that reach too far",
     [](auto& c) {
       c.options.weight->desc.strides = {(int64_t{1} << 56) + 1, 1};
     },
     kInvalid,
     "The view of tensor weight with strides [72057594037927937, 1] reaches more than 2^56 "
     "elements from its first one."},
    {"loss overlaps itself",
     [](auto& c) {
       c.loss.desc.strides = {1, 1};
     },
     kInvalid, "Tensor loss of shape [2, 2] with strides [1, 1] may have elements that share",
     kWithLoss},
    {"grad overlaps itself",
     [](auto& c) {
       c.grad.desc.strides = {0, 1};
     },
     kInvalid, "Tensor $grad of shape [2, 2] with strides [0, 1] may have elements that share",
     kWithGrad},
    {"layout before data", [](auto& c) { c.logits.data = nullptr, c.target.desc.strides = {1}; },
     kInvalid, "Tensor target of shape"},

    {"grad_output null", [](auto& c) { c.grad_output.data = nullptr; }, kNull,
     "Expected a valid data address but got null for tensor grad_output.", kWithGradOutput},
    {"logits null", [](auto& c) { c.logits.data = nullptr; }, kNull, "null for tensor logits."},
    {"target null", [](auto& c) { c.target.data = nullptr; }, kNull, "null for tensor target."},
    {"loss null", [](auto& c) { c.loss.data = nullptr; }, kNull, "null for tensor loss.",
     kWithLoss},
    {"grad null", [](auto& c) { c.grad.data = nullptr; }, kNull, "null for tensor $grad.",
     kWithGrad},
    {"weight null", [](auto& c) { c.options.weight->data = nullptr; }, kNull,
     "null for tensor weight."},
    {"pos_weight null", [](auto& c) { c.options.pos_weight->data = nullptr; }, kNull,
     "null for tensor pos_weight."},
    {"mask null", [](auto& c) { c.options.mask->data = nullptr; }, kNull, "null for tensor mask."},
    {"loss of no elements null",
     [](auto& c) {
       c.Reshape({0}), c.options.reduction = Reduction::kSum;
       Reshape(c.loss, {1}), c.loss.data = nullptr;
     },
     kNull, "null for tensor loss.", kWithLoss},
    {"null before overlap", [](auto& c) { c.grad = c.loss = c.target, c.logits.data = nullptr; },
     kNull, "null for tensor logits."},
};

class CppChecks : public testing::TestWithParam<BadCall> {};

TEST_P(CppChecks, RefuseWithTextAndWriteNothing) {
  const BadCall& row = GetParam();
  for (const Function function : FunctionsIn(row.functions)) {
    CppCall call;
    call.GiveOptional();
    row.bend(call);

    const Status status = call.Run(function);

    EXPECT_EQ(status.code(), row.code) << NameOf(function);
    const std::string text = TextFor(function, row.text);
    EXPECT_NE(status.message().find(text), std::string::npos) << status.message();
    EXPECT_EQ(status.message().find(std::string(NameOf(function)) + ": "), 0u) << status.message();
    EXPECT_TRUE(call.Untouched()) << NameOf(function);
  }
}

std::string RowName(const testing::TestParamInfo<BadCall>& row) {
  std::string name = row.param.name;
  for (char& c : name) c = std::isalnum(c) != 0 ? c : '_';
  return std::to_string(row.index) + "_" + name;
}

INSTANTIATE_TEST_SUITE_P(DTypes, CppChecks, testing::ValuesIn(kDTypes), RowName);
INSTANTIATE_TEST_SUITE_P(Shapes, CppChecks, testing::ValuesIn(kShapes), RowName);
INSTANTIATE_TEST_SUITE_P(Options, CppChecks, testing::ValuesIn(kOptions), RowName);
INSTANTIATE_TEST_SUITE_P(Views, CppChecks, testing::ValuesIn(kViews), RowName);

TEST(CppChecksPass, WhatTheRowsBend) {
  for (const Function function : FunctionsIn(kAll)) {
    CppCall call;
    call.GiveOptional();
    const Status status = call.Run(function);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_FALSE(call.Untouched()) << NameOf(function);
  }
}

TEST(CppChecksPass, ANumberThatIsNotRead) {
  CppCall call;
  call.options.normalizer.number = 0;
  EXPECT_TRUE(call.Run(kBackward).ok());
}

TEST(CppChecksPass, StridesOfAxesOfOneElementAndOfNone) {
  for (const Dims& shape : {Dims{1, 2}, Dims{0, 2}}) {
    for (const Function function : FunctionsIn(kAll)) {
      CppCall call;
      call.Reshape(shape);
      call.logits.desc.strides[0] = std::numeric_limits<int64_t>::min();
      const Status status = call.Run(function);
      EXPECT_TRUE(status.ok()) << status.message();
    }
  }
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
