// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/cpu/plans.h"

#include "loss/plan.h"
#include "loss/task.h"
#include "ops/bce_with_logits/cpu/kernels.h"

namespace sigloss::ops::bce_with_logits::cpu {
namespace {

constexpr loss::Places kForwardPlaces = {{forward::kLogits, forward::kTarget, loss::kAbsent,
                                          forward::kWeight, forward::kPosWeight, forward::kMask},
                                         forward::kOut,
                                         loss::kAbsent};
constexpr loss::Places kGradientPlaces = {
    {gradient::kLogits, gradient::kTarget, gradient::kGradOutput, gradient::kWeight,
     gradient::kPosWeight, gradient::kMask},
    loss::kAbsent,
    gradient::kOut};
constexpr loss::Places kLossAndGradPlaces = {
    {loss_and_grad::kLogits, loss_and_grad::kTarget, loss::kAbsent, loss_and_grad::kWeight,
     loss_and_grad::kPosWeight, loss_and_grad::kMask},
    loss_and_grad::kLoss,
    loss_and_grad::kGrad};

loss::Call CallOf(const Call& call) {
  return {.logits = call.logits,
          .target = call.target,
          .weight = call.weight,
          .extra = call.pos_weight,
          .mask = call.mask,
          .reduction = call.reduction,
          .normalizer = call.normalizer,
          .precision = call.precision,
          .max_threads = call.max_threads};
}

loss::Recipe RecipeOf(const Call& call, const loss::Wanted& wanted, const loss::Places& places) {
  loss::Recipe recipe = {.wanted = wanted, .places = places, .run = Run};
  recipe.scalars[kLabelKeep] = 1 - call.label_smoothing;
  recipe.scalars[kLabelAdd] = call.label_smoothing / 2;
  if (wanted.target_grad) recipe.grad_factor = 1 - call.label_smoothing;
  return recipe;
}

Status PlanGradient(const BackwardCall& call, const loss::Wanted& wanted, PlanPtr* plan) {
  loss::Call generic = CallOf(call);
  generic.grad_output = call.grad_output;
  generic.grad = call.out;
  return loss::MakePlan(generic, RecipeOf(call, wanted, kGradientPlaces), plan);
}

}  // namespace

Status PlanForward(const ForwardCall& call, PlanPtr* plan) {
  loss::Call generic = CallOf(call);
  generic.loss = call.out;
  const loss::Wanted wanted = {.loss = loss::LossOf(call.reduction)};
  return loss::MakePlan(generic, RecipeOf(call, wanted, kForwardPlaces), plan);
}

Status PlanBackward(const BackwardCall& call, PlanPtr* plan) {
  return PlanGradient(call, {.grad = true}, plan);
}

Status PlanTargetBackward(const BackwardCall& call, PlanPtr* plan) {
  return PlanGradient(call, {.target_grad = true}, plan);
}

Status PlanLossAndGrad(const LossAndGradCall& call, PlanPtr* plan) {
  loss::Call generic = CallOf(call);
  generic.loss = call.loss;
  generic.grad = call.grad;
  const loss::Wanted wanted = {.grad = true, .loss = loss::LossOf(call.reduction)};
  return loss::MakePlan(generic, RecipeOf(call, wanted, kLossAndGradPlaces), plan);
}

}  // namespace sigloss::ops::bce_with_logits::cpu
