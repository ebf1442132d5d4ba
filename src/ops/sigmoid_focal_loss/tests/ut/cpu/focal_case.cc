// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sigmoid_focal_loss/tests/ut/cpu/focal_case.h"

#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <limits>
#include <memory>

#include "tests/support/tensor_memory.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

using testing_support::TensorMemory;

constexpr size_t kNowhere = std::numeric_limits<size_t>::max();
constexpr size_t kMostParams = loss_and_grad::kNumParams;

/// Where an operator has its tensors among its parameters.
struct Places {
  std::array<size_t, std::size(kInputs)> inputs;  // in their order
  size_t out;
  size_t other = kNowhere;
};

constexpr Places kGradPlaces = {{backward::kLogits, backward::kTarget, backward::kGradOutput,
                                 backward::kWeight, backward::kClassAlpha, backward::kMask},
                                backward::kGrad};
constexpr Places kLossPlaces = {{forward::kLogits, forward::kTarget, kNowhere, forward::kWeight,
                                 forward::kClassAlpha, forward::kMask},
                                forward::kLoss};
constexpr Places kFusedLossPlaces = {
    {loss_and_grad::kLogits, loss_and_grad::kTarget, kNowhere, loss_and_grad::kWeight,
     loss_and_grad::kClassAlpha, loss_and_grad::kMask},
    loss_and_grad::kLoss,
    loss_and_grad::kGrad};
constexpr Places kFusedGradPlaces = {kFusedLossPlaces.inputs, loss_and_grad::kGrad,
                                     loss_and_grad::kLoss};

const Places& PlacesOf(Operation operation) {
  constexpr const Places* kPlaces[] = {&kGradPlaces, &kLossPlaces, &kFusedLossPlaces,
                                       &kFusedGradPlaces};
  return *kPlaces[static_cast<uint8_t>(operation)];
}

// In the order of the operator's parameters.
using Tensors = std::array<std::unique_ptr<TensorMemory>, kMostParams>;

Tensors LoadTensors(const FocalCase& call) {
  const Places& places = PlacesOf(call.operation);
  Tensors tensors;
  for (Input input : kInputs) {
    const Operand* operand = call.Find(input);
    if (operand == nullptr) continue;
    tensors[places.inputs[static_cast<size_t>(input)]] = std::make_unique<TensorMemory>(*operand);
  }
  tensors[places.out] = std::make_unique<TensorMemory>(call.OutDesc());
  if (IsFused(call.operation)) {
    tensors[places.other] = std::make_unique<TensorMemory>(call.OtherOutDesc());
  }
  return tensors;
}

cpu::Call Common(const FocalCase& call) {
  const auto optional = [](const std::optional<Operand>& operand) {
    return operand ? std::optional(operand->desc) : std::nullopt;
  };
  return {.logits = call.logits.desc,
          .target = call.target.desc,
          .target_kind = call.target_kind,
          .weight = optional(call.weight),
          .class_alpha = optional(call.class_alpha),
          .mask = optional(call.mask),
          .alpha = call.alpha,
          .gamma = call.gamma,
          .reduction = call.reduction,
          .normalizer = call.normalizer,
          .precision = call.precision,
          .max_threads = call.max_threads};
}

Status MakePlan(const FocalCase& call, cpu::PlanPtr* plan) {
  const TensorDesc out = call.OutDesc();
  switch (call.operation) {
    case Operation::kGrad:
      return cpu::PlanBackward({Common(call), call.grad_output.desc, out}, plan);
    case Operation::kLoss:
      return cpu::PlanForward({Common(call), out}, plan);
    case Operation::kFusedLoss:
      return cpu::PlanLossAndGrad({Common(call), out, call.OtherOutDesc()}, plan);
    case Operation::kFusedGrad:
      return cpu::PlanLossAndGrad({Common(call), call.OtherOutDesc(), out}, plan);
  }
  return {};
}

}  // namespace

const Operand* FocalCase::Find(Input input) const {
  const auto present = [](const std::optional<Operand>& operand) {
    return operand ? &*operand : nullptr;
  };
  switch (input) {
    case Input::kLogits:
      return &logits;
    case Input::kTarget:
      return &target;
    case Input::kGradOutput:
      return operation == Operation::kGrad ? &grad_output : nullptr;
    case Input::kWeight:
      return present(weight);
    case Input::kClassAlpha:
      return present(class_alpha);
    case Input::kMask:
      return present(mask);
  }
  return nullptr;
}

Operand& FocalCase::At(Input input) { return *const_cast<Operand*>(Find(input)); }

bool FocalCase::IsReduced() const { return IsLoss(operation) && reduction != Reduction::kNone; }

bool FocalCase::HasFloat64() const {
  bool found = OutDesc().dtype == DType::kFloat64;
  for (Input input : kInputs) {
    const Operand* operand = Find(input);
    found = found || (operand != nullptr && operand->dtype() == DType::kFloat64);
  }
  return found;
}

TensorDesc FocalCase::OutDesc() const {
  if (out) return *out;
  return TensorDesc::Dense(logits.dtype(), IsReduced() ? Dims{} : logits.desc.shape);
}

TensorDesc FocalCase::OtherOutDesc() const {
  const bool reduced = operation == Operation::kFusedGrad && reduction != Reduction::kNone;
  return TensorDesc::Dense(OutDesc().dtype, reduced ? Dims{} : logits.desc.shape);
}

Outcome TryCase(const FocalCase& call) {
  const Places& places = PlacesOf(call.operation);
  const Tensors tensors = LoadTensors(call);
  std::array<void*, kMostParams> addresses{};
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (tensors[i] != nullptr) addresses[i] = tensors[i]->first();
  }
  Outcome outcome;
  cpu::PlanPtr plan;
  outcome.status = MakePlan(call, &plan);
  if (outcome.status.ok()) outcome.status = plan->Run(addresses);
  for (const auto& each : tensors) {
    EXPECT_TRUE(each == nullptr || each->SurroundingsIntact()) << "written past a tensor";
  }
  if (!outcome.status.ok()) {
    EXPECT_TRUE(tensors[places.out]->IsUnwritten());
    EXPECT_TRUE(!IsFused(call.operation) || tensors[places.other]->IsUnwritten());
    return outcome;
  }
  if (IsFused(call.operation)) (void)tensors[places.other]->Collect();
  outcome.bits = tensors[places.out]->Collect();
  return outcome;
}

std::vector<uint64_t> RunCase(const FocalCase& call) {
  const Outcome outcome = TryCase(call);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
  return outcome.bits;
}

}  // namespace sigloss::ops::sigmoid_focal_loss
