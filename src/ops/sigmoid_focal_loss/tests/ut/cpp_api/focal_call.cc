// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "focal_call.h"

#include <cstring>

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

enum Block : uint8_t {
  kGradOutput,
  kLogits,
  kTarget,
  kLoss,
  kGrad,
  kWeight,
  kClassAlpha,
  kMask,
  kIndices
};

std::array<std::array<float, 64>, 9> FreshMemory() {
  std::array<std::array<float, 64>, 9> memory;
  for (auto& block : memory) block.fill(1.0f);
  std::memset(memory[kMask].data(), 1, sizeof memory[kMask]);  // true
  memory[kIndices].fill(0.0f);
  return memory;
}

}  // namespace

std::vector<Function> FunctionsIn(uint8_t set) {
  std::vector<Function> functions;
  for (const Function function : {kForward, kBackward, kLossAndGrad}) {
    if ((set & function) != 0) functions.push_back(function);
  }
  return functions;
}

std::string_view NameOf(Function function) {
  if (function == kForward) return "sigmoid_focal_loss";
  return function == kBackward ? "sigmoid_focal_loss_backward" : "sigmoid_focal_loss_loss_and_grad";
}

FocalCall::FocalCall() : memory(FreshMemory()) {
  const auto view = [&](Block block) {
    return TensorView::Dense(memory[block].data(), DType::kFloat32, {2, 2});
  };
  grad_output = view(kGradOutput);
  logits = view(kLogits);
  target = FocalTarget::Labels(view(kTarget));
  loss = view(kLoss);
  grad = view(kGrad);
}

Status FocalCall::Run(Function function) const {
  if (function == kForward) return sigloss::sigmoid_focal_loss(logits, target, loss, options);
  if (function == kBackward) {
    return sigmoid_focal_loss_backward(grad_output, logits, target, grad, options);
  }
  return sigmoid_focal_loss_loss_and_grad(logits, target, loss, grad, options);
}

void FocalCall::GiveOptional() {
  options.weight = TensorView::Dense(memory[kWeight].data(), DType::kFloat32, {2, 2});
  options.class_alpha = TensorView::Dense(memory[kClassAlpha].data(), DType::kFloat32, {2, 2});
  options.mask = TensorView::Dense(memory[kMask].data(), DType::kBool, {2, 2});
}

void FocalCall::GiveClassIndex(DType dtype) {
  target = FocalTarget::ClassIndex(TensorView::Dense(memory[kIndices].data(), dtype, {2}));
}

void FocalCall::Reshape(const Dims& shape) {
  for (TensorView* view : {&grad_output, &logits, &target.tensor, &loss, &grad}) {
    view->desc = TensorDesc::Dense(view->desc.dtype, shape);
  }
  for (auto* view : {&options.weight, &options.class_alpha, &options.mask}) {
    if (*view) (*view)->desc = TensorDesc::Dense((*view)->desc.dtype, shape);
  }
}

bool FocalCall::Untouched() const { return memory == FreshMemory(); }

}  // namespace sigloss::ops::sigmoid_focal_loss
