// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"

#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <limits>
#include <memory>

#include "tests/support/inputs.h"
#include "tests/support/tensor_memory.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using testing_support::TensorMemory;

constexpr size_t kNowhere = std::numeric_limits<size_t>::max();

/// Where an operator has its tensors among its parameters.
struct Places {
  std::array<size_t, std::size(kInputs)> inputs;  // in their order
  size_t out;
  size_t other = kNowhere;
};

constexpr Places kGradientPlaces = {{gradient::kLogits, gradient::kTarget, gradient::kGradOutput,
                                     gradient::kWeight, gradient::kPosWeight, gradient::kMask},
                                    gradient::kOut};
constexpr Places kLossPlaces = {{forward::kLogits, forward::kTarget, kNowhere, forward::kWeight,
                                 forward::kPosWeight, forward::kMask},
                                forward::kOut};
constexpr Places kFusedLossPlaces = {
    {loss_and_grad::kLogits, loss_and_grad::kTarget, kNowhere, loss_and_grad::kWeight,
     loss_and_grad::kPosWeight, loss_and_grad::kMask},
    loss_and_grad::kLoss,
    loss_and_grad::kGrad};
constexpr Places kFusedGradPlaces = {kFusedLossPlaces.inputs, loss_and_grad::kGrad,
                                     loss_and_grad::kLoss};
constexpr size_t kMostParams = 8;

const Places& PlacesOf(Operation operation) {
  switch (operation) {
    case Operation::kLoss:
      return kLossPlaces;
    case Operation::kFusedLoss:
      return kFusedLossPlaces;
    case Operation::kFusedGrad:
      return kFusedGradPlaces;
    default:
      return kGradientPlaces;
  }
}

// In the order of the operator's parameters.
using Tensors = std::array<std::unique_ptr<TensorMemory>, kMostParams>;

Tensors LoadInputs(const BceCase& call) {
  Tensors tensors;
  for (Input input : kInputs) {
    const Operand* operand = call.Find(input);
    if (operand == nullptr) continue;
    tensors[PlacesOf(call.operation).inputs[static_cast<size_t>(input)]] =
        std::make_unique<TensorMemory>(*operand, call.edge, call.gap);
  }
  return tensors;
}

std::unique_ptr<TensorMemory> MakeOutput(const BceCase& call, const TensorDesc& desc,
                                         int64_t origin) {
  return std::make_unique<TensorMemory>(desc, origin, call.edge, call.gap);
}

cpu::Call Common(const BceCase& call) {
  const auto optional = [](const std::optional<Operand>& operand) {
    return operand ? std::optional(operand->desc) : std::nullopt;
  };
  return {.logits = call.logits.desc,
          .target = call.target.desc,
          .weight = optional(call.weight),
          .pos_weight = optional(call.pos_weight),
          .mask = optional(call.mask),
          .reduction = call.reduction,
          .normalizer = call.normalizer,
          .label_smoothing = call.label_smoothing,
          .precision = call.precision,
          .max_threads = call.max_threads};
}

Status MakePlan(const BceCase& call, cpu::PlanPtr* plan) {
  const TensorDesc out = call.OutDesc();
  switch (call.operation) {
    case Operation::kGrad:
      return cpu::PlanBackward({Common(call), call.grad_output.desc, out}, plan);
    case Operation::kTargetGrad:
      return cpu::PlanTargetBackward({Common(call), call.grad_output.desc, out}, plan);
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

const Operand* BceCase::Find(Input input) const {
  const auto present = [](const std::optional<Operand>& operand) {
    return operand ? &*operand : nullptr;
  };
  switch (input) {
    case Input::kLogits:
      return &logits;
    case Input::kTarget:
      return &target;
    case Input::kGradOutput:
      return HasGradOutput(operation) ? &grad_output : nullptr;
    case Input::kWeight:
      return present(weight);
    case Input::kPosWeight:
      return present(pos_weight);
    case Input::kMask:
      return present(mask);
  }
  return nullptr;
}

Operand& BceCase::At(Input input) { return *const_cast<Operand*>(Find(input)); }

bool BceCase::IsReduced() const { return IsLoss(operation) && reduction != Reduction::kNone; }

bool BceCase::HasFloat64() const {
  bool found = OutDesc().dtype == DType::kFloat64 || OtherOutDesc().dtype == DType::kFloat64;
  for (Input input : kInputs) {
    const Operand* operand = Find(input);
    found = found || (operand != nullptr && operand->dtype() == DType::kFloat64);
  }
  return found;
}

TensorDesc BceCase::OutDesc() const {
  if (out) return *out;
  return TensorDesc::Dense(logits.dtype(), IsReduced() ? Dims{} : logits.desc.shape);
}

TensorDesc BceCase::OtherOutDesc() const {
  if (other_out) return *other_out;
  const bool reduced = operation == Operation::kFusedGrad && reduction != Reduction::kNone;
  return TensorDesc::Dense(OutDesc().dtype, reduced ? Dims{} : logits.desc.shape);
}

std::vector<uint64_t> RunCase(const BceCase& call) {
  const Places& places = PlacesOf(call.operation);
  Tensors tensors = LoadInputs(call);
  size_t out_at = places.out;
  if (call.out_replaces) {
    out_at = places.inputs[static_cast<size_t>(*call.out_replaces)];
  } else {
    tensors[out_at] = MakeOutput(call, call.OutDesc(), call.out_origin);
  }
  if (IsFused(call.operation)) tensors[places.other] = MakeOutput(call, call.OtherOutDesc(), 0);

  std::array<void*, kMostParams> addresses{};
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (tensors[i] != nullptr) addresses[i] = tensors[i]->first();
  }
  addresses[places.out] = tensors[out_at]->first();
  cpu::PlanPtr plan;
  Status status = MakePlan(call, &plan);
  if (status.ok()) status = plan->Run(addresses);
  EXPECT_TRUE(status.ok()) << status.message();

  if (IsFused(call.operation)) (void)tensors[places.other]->Collect();
  std::vector<uint64_t> bits = tensors[out_at]->Collect();
  for (const auto& each : tensors) {
    EXPECT_TRUE(each == nullptr || each->SurroundingsIntact()) << "written past a tensor";
  }
  return bits;
}

BceCase RandomCase(Operation operation, DType dtype, const Dims& shape, uint64_t seed) {
  testing_support::Random random(seed);
  const auto operand = [&](double low, double high) {
    return Operand::Dense(dtype, shape, testing_support::Repeat(Count(shape), [&] {
                            return random.Uniform(low, high, dtype);
                          }));
  };
  BceCase call;
  call.operation = operation;
  call.logits = operand(-20, 20);
  call.target = operand(0, 1);
  call.grad_output = operand(-4, 4);
  call.weight = operand(-4, 4);
  call.pos_weight = operand(0, 4);
  return call;
}

}  // namespace sigloss::ops::bce_with_logits
