// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/op_api/prepare.h"

#include <memory>
#include <optional>
#include <utility>

#include "aclnn/two_phase.h"
#include "core/shape.h"
#include "device/plan.h"
#include "ops/bce_with_logits/spec.h"
#include "sigloss/loss_options.h"

namespace sigloss::ops::bce_with_logits::op_api {
namespace {

// The tensors of one call, by parameter.
struct Tensors {
  std::span<const TensorDesc> descs;
  std::span<const bool> given;

  [[nodiscard]] std::optional<TensorDesc> Optional(size_t param) const {
    if (!given[param]) return std::nullopt;
    return descs[param];
  }
};

aclnn::Computation ComputationOf(cpu::PlanPtr plan) {
  return [plan = std::shared_ptr<const device::Plan>(std::move(plan))](
             std::span<void* const> addresses) { return plan->Run(addresses); };
}

Status PlanForward(const Tensors& tensors, Reduction reduction, aclnn::Planned* planned) {
  cpu::ForwardCall call;
  call.logits = tensors.descs[forward::kLogits];
  call.target = tensors.descs[forward::kTarget];
  call.out = tensors.descs[forward::kOut];
  call.reduction = reduction;
  if (core::IsEmpty(call.out.shape)) return {};
  // The shapes of weights for no elements are unchecked, and no weight matters.
  if (!core::IsEmpty(call.logits.shape)) {
    call.weight = tensors.Optional(forward::kWeight);
    call.pos_weight = tensors.Optional(forward::kPosWeight);
  }
  cpu::PlanPtr plan;
  if (Status status = cpu::PlanForward(call, &plan); !status.ok()) return status;
  planned->compute = ComputationOf(std::move(plan));
  return {};
}

Status PlanGradient(GradientPlanner planner, const Tensors& tensors, Reduction reduction,
                    aclnn::Planned* planned) {
  cpu::BackwardCall call;
  call.logits = tensors.descs[gradient::kLogits];
  // The other shapes are then unchecked.
  if (core::IsEmpty(call.logits.shape)) return {};
  call.grad_output = tensors.descs[gradient::kGradOutput];
  call.target = tensors.descs[gradient::kTarget];
  call.weight = tensors.Optional(gradient::kWeight);
  call.pos_weight = tensors.Optional(gradient::kPosWeight);
  call.out = tensors.descs[gradient::kOut];
  call.reduction = reduction;
  cpu::PlanPtr plan;
  if (Status status = planner(call, &plan); !status.ok()) return status;
  planned->compute = ComputationOf(std::move(plan));
  return {};
}

template <class PlanCall>  // Status(const Tensors&, Reduction, aclnn::Planned*)
aclnnStatus Prepare(const core::OpSpec& spec, const Arguments& arguments,
                    const PlanCall& plan_call) noexcept {
  const int64_t attrs[] = {arguments.reduction};
  const auto reduction = static_cast<Reduction>(arguments.reduction);
  return aclnn::Prepare(
      {spec, arguments.tensors, attrs, arguments.workspace_size, arguments.executor},
      [&](auto descs, auto given, aclnn::Planned* planned) {
        return plan_call(Tensors{descs, given}, reduction, planned);
      });
}

}  // namespace

aclnnStatus PrepareForward(const Arguments& arguments) noexcept {
  return Prepare(forward::kSpec, arguments, PlanForward);
}

aclnnStatus PrepareGradient(const core::OpSpec& spec, GradientPlanner planner,
                            const Arguments& arguments) noexcept {
  return Prepare(spec, arguments,
                 [planner](const Tensors& tensors, Reduction reduction, aclnn::Planned* planned) {
                   return PlanGradient(planner, tensors, reduction, planned);
                 });
}

}  // namespace sigloss::ops::bce_with_logits::op_api
