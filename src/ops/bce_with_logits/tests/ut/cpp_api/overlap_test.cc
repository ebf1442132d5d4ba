// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Where the memory of a result may lie: apart from all else, or exactly that of logits or
// grad_output.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/address_check.h"
#include "cpp_call.h"
#include "host_tensor.h"
#include "ops/bce_with_logits/spec.h"

namespace sigloss::ops::bce_with_logits {
namespace {

void* Shifted(const TensorView& view, int64_t bytes) {
  return static_cast<char*>(view.data) + bytes;
}

struct Overlap {
  const char* name;
  std::function<void(CppCall&)> bend;
  const char* text;
  uint8_t functions = kAll;
};

const Overlap kRefused[] = {
    {"grad one element into logits", [](auto& c) { c.grad.data = Shifted(c.logits, 4); },
     "Tensor $grad overlaps tensor logits in memory; they must be apart, or the same elements in "
     "the same layout.",
     kWithGrad},
    {"grad one byte into logits", [](auto& c) { c.grad.data = Shifted(c.logits, 15); },
     "Tensor $grad overlaps tensor logits", kWithGrad},
    {"logits end in loss", [](auto& c) { c.loss.data = Shifted(c.logits, -4); },
     "Tensor loss overlaps tensor logits", kWithLoss},
    {"reduced loss in logits",
     [](auto& c) {
       c.options.reduction = Reduction::kSum;
       c.loss = TensorView::Dense(c.logits.data, DType::kFloat32, {});
     },
     "Tensor loss overlaps tensor logits", kWithLoss},
    {"other layout",
     [](auto& c) {
       c.grad.data = c.logits.data, c.grad.desc.strides = {1, 2};
     },
     "Tensor $grad overlaps tensor logits", kWithGrad},
    {"other size of elements",
     [](auto& c) { c.grad.data = c.logits.data, c.grad.desc.dtype = DType::kFloat16; },
     "Tensor $grad overlaps tensor logits", kWithGrad},
    {"broadcast grad_output",
     [](auto& c) { c.grad_output = TensorView::Dense(c.grad.data, DType::kFloat32, {2}); },
     "Tensor $grad overlaps tensor grad_output", kWithGradOutput},
    {"grad on target", [](auto& c) { c.grad.data = c.target.data; },
     "Tensor $grad overlaps tensor target in memory; they must be apart.", kWithGrad},
    {"loss on target", [](auto& c) { c.loss.data = c.target.data; },
     "Tensor loss overlaps tensor target in memory; they must be apart.", kWithLoss},
    {"grad on weight", [](auto& c) { c.grad.data = c.options.weight->data; },
     "Tensor $grad overlaps tensor weight in memory; they must be apart.", kWithGrad},
    {"loss on pos_weight", [](auto& c) { c.loss.data = c.options.pos_weight->data; },
     "Tensor loss overlaps tensor pos_weight in memory; they must be apart.", kWithLoss},
    {"grad on mask", [](auto& c) { c.grad.data = c.options.mask->data; },
     "Tensor $grad overlaps tensor mask in memory; they must be apart.", kWithGrad},
    {"loss on grad", [](auto& c) { c.loss.data = c.grad.data; },
     "Tensor loss overlaps tensor grad in memory; they must be apart.", kLossAndGrad},
    {"loss in grad",
     [](auto& c) {
       c.options.reduction = Reduction::kMean;
       c.loss = TensorView::Dense(Shifted(c.grad, 12), DType::kFloat32, {1});
     },
     "Tensor loss overlaps tensor grad in memory; they must be apart.", kLossAndGrad},
    {"both on logits", [](auto& c) { c.loss.data = c.grad.data = c.logits.data; },
     "Tensor loss overlaps tensor grad in memory; they must be apart.", kLossAndGrad},
};

TEST(OverlapTest, RefusedAndNothingWritten) {
  for (const Overlap& row : kRefused) {
    for (const Function function : FunctionsIn(row.functions)) {
      CppCall call;
      call.GiveOptional();
      row.bend(call);
      const Status status = call.Run(function);
      EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << row.name;
      const std::string text = std::string(NameOf(function)) + ": " + TextFor(function, row.text);
      EXPECT_NE(status.message().find(text), std::string::npos)
          << row.name << ": " << status.message();
      EXPECT_TRUE(call.Untouched()) << row.name;
    }
  }
}

const std::vector<double> kX = {0.5, -2, 3.25, -0.75};
const std::vector<double> kY = {1, 0, 0.25, 1};
const std::vector<double> kUpstream = {1, 2, -1, 0.5};

// Tensors of one type and the results in memory of their own.
struct Apart {
  explicit Apart(DType dtype, DType out)
      : x(dtype, {2, 2}, kX),
        y(dtype, {2, 2}, kY),
        upstream(dtype, {2, 2}, kUpstream),
        loss(HostTensor::Unwritten(out, {2, 2})),
        grad(HostTensor::Unwritten(out, {2, 2})) {}

  Arguments View() {
    Arguments arguments = {upstream.View(), x.View(), y.View(), loss.View(), grad.View(), {}};
    arguments.options.reduction = Reduction::kNone;
    return arguments;
  }

  HostTensor x, y, upstream, loss, grad;
};

struct InPlace {
  const char* name;
  std::function<void(Arguments&)> bend;
  // The result, and the tensor in whose memory it lies.
  HostTensor Apart::*result;
  HostTensor Apart::*input;
  uint8_t functions;
};

const InPlace kInPlace[] = {
    {"grad on logits", [](auto& a) { a.grad.data = a.logits.data; }, &Apart::grad, &Apart::x,
     kWithGrad},
    {"grad on grad_output", [](auto& a) { a.grad.data = a.grad_output.data; }, &Apart::grad,
     &Apart::upstream, kWithGradOutput},
    {"loss on logits", [](auto& a) { a.loss.data = a.logits.data; }, &Apart::loss, &Apart::x,
     kWithLoss},
};

TEST(OverlapTest, InPlaceIsWhatApartIs) {
  const std::pair<DType, DType> types[] = {{DType::kFloat32, DType::kFloat32},
                                           {DType::kFloat64, DType::kFloat64},
                                           {DType::kBFloat16, DType::kBFloat16},
                                           {DType::kFloat16, DType::kBFloat16}};
  for (const InPlace& row : kInPlace) {
    for (const Function function : FunctionsIn(row.functions)) {
      for (const auto& [dtype, out] : types) {
        Apart apart(dtype, out), in_place(dtype, out);
        const Status wanted = apart.View().Run(function);
        ASSERT_TRUE(wanted.ok()) << wanted.message();
        Arguments arguments = in_place.View();
        row.bend(arguments);
        const Status status = arguments.Run(function);
        ASSERT_TRUE(status.ok()) << row.name << ": " << status.message();
        EXPECT_EQ((in_place.*row.input).bytes(), (apart.*row.result).bytes())
            << row.name << ", " << NameOf(function) << ", " << DTypeName(dtype);
      }
    }
  }
}

// Where any input may be written in place, two outputs still have to be apart.
TEST(OverlapTest, OutputsAreApartInEveryFront) {
  CppCall call;
  call.loss = call.grad;
  const std::optional<TensorView> views[] = {call.logits, call.target, {},          {},
                                             call.loss,   call.grad,   std::nullopt};
  const Status status = core::CheckAddresses(loss_and_grad::kSpec, core::Front::kCpp, views);
  EXPECT_EQ(status.message(), "Tensor loss overlaps tensor grad in memory; they must be apart.");
}

TEST(OverlapTest, InputsMayShareMemory) {
  for (const Function function : FunctionsIn(kAll)) {
    Apart shared(DType::kFloat32, DType::kFloat32);
    Apart copied(DType::kFloat32, DType::kFloat32);
    for (Apart* tensors : {&shared, &copied}) tensors->y.Set(kX), tensors->upstream.Set(kX);
    Arguments arguments = shared.View();
    arguments.target = arguments.grad_output = arguments.logits;
    ASSERT_TRUE(arguments.Run(function).ok());
    ASSERT_TRUE(copied.View().Run(function).ok());
    EXPECT_EQ(shared.loss.bytes(), copied.loss.bytes());
    EXPECT_EQ(shared.grad.bytes(), copied.grad.bytes());
  }
}

TEST(OverlapTest, ColumnsOfOneMatrixAreApart) {
  // Logits, loss and grad are columns of one [2, 3] matrix.
  HostTensor matrix(DType::kFloat32, {2, 3}, {0.5, 9, 9, -2, 9, 9});
  const auto column = [&](int64_t i) {
    TensorView view = matrix.View();
    view.data = Shifted(view, 4 * i);
    view.desc = {DType::kFloat32, {2}, {3}};
    return view;
  };
  HostTensor y(DType::kBool, {2}, {1, 0});
  BceOptions options;
  options.reduction = Reduction::kNone;
  const Status status =
      bce_with_logits_loss_and_grad(column(0), y.View(), column(1), column(2), options);
  ASSERT_TRUE(status.ok()) << status.message();
  const std::vector<double> wanted = {0.5,  0.474076984, -0.377540669,
                                      -2.0, 0.126928011, 0.119202922};
  for (size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(matrix.Values()[i], wanted[i], 1e-7) << i;
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
