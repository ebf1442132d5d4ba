// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "cpp_call.h"

#include <cstring>

namespace sigloss::ops::bce_with_logits {
namespace {

std::array<std::array<float, 64>, 8> FreshMemory() {
  std::array<std::array<float, 64>, 8> memory;
  for (auto& block : memory) block.fill(1.0f);
  std::memset(memory[7].data(), 1, sizeof memory[7]);  // of the mask: true
  return memory;
}

}  // namespace

std::vector<Function> FunctionsIn(uint8_t set) {
  std::vector<Function> functions;
  for (const Function function : {kForward, kBackward, kLossAndGrad, kTargetBackward}) {
    if ((set & function) != 0) functions.push_back(function);
  }
  return functions;
}

std::string_view NameOf(Function function) {
  switch (function) {
    case kForward:
      return "bce_with_logits";
    case kBackward:
      return "bce_with_logits_backward";
    case kLossAndGrad:
      return "bce_with_logits_loss_and_grad";
    case kTargetBackward:
      return "bce_with_logits_target_backward";
  }
  return "";
}

Status Arguments::Run(Function function) const {
  switch (function) {
    case kForward:
      return sigloss::bce_with_logits(logits, target, loss, options);
    case kBackward:
      return bce_with_logits_backward(grad_output, logits, target, grad, options);
    case kLossAndGrad:
      return bce_with_logits_loss_and_grad(logits, target, loss, grad, options);
    case kTargetBackward:
      return bce_with_logits_target_backward(grad_output, logits, target, grad, options);
  }
  return {StatusCode::kInternal, "no such function"};
}

CppCall::CppCall() : memory(FreshMemory()) {
  size_t next = 0;
  for (TensorView* view : {&grad_output, &logits, &target, &loss, &grad}) {
    *view = TensorView::Dense(memory[next++].data(), DType::kFloat32, {2, 2});
  }
  options.reduction = Reduction::kNone;
}

void CppCall::GiveOptional() {
  options.weight = TensorView::Dense(memory[5].data(), DType::kFloat32, {2, 2});
  options.pos_weight = TensorView::Dense(memory[6].data(), DType::kFloat32, {2, 2});
  options.mask = TensorView::Dense(memory[7].data(), DType::kBool, {2, 2});
}

void CppCall::Reshape(const Dims& shape) {
  for (TensorView* view : {&grad_output, &logits, &target, &loss, &grad}) {
    view->desc = TensorDesc::Dense(view->desc.dtype, shape);
  }
  for (auto* view : {&options.weight, &options.pos_weight, &options.mask}) {
    if (*view) (*view)->desc = TensorDesc::Dense((*view)->desc.dtype, shape);
  }
}

bool CppCall::Untouched() const { return memory == FreshMemory(); }

std::string TextFor(Function function, std::string text) {
  constexpr std::string_view kPlace = "$grad";
  const std::string_view name = function == kTargetBackward ? "grad_target" : "grad";
  for (size_t at = 0; (at = text.find(kPlace, at)) != std::string::npos; at += name.size()) {
    text.replace(at, kPlace.size(), name);
  }
  return text;
}

}  // namespace sigloss::ops::bce_with_logits
