// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sigmoid_focal_loss/cpu/plans.h"

#include <limits>
#include <utility>

#include "core/shape.h"
#include "loss/plan.h"
#include "loss/task.h"
#include "ops/sigmoid_focal_loss/cpu/class_index.h"
#include "ops/sigmoid_focal_loss/cpu/kernels.h"

namespace sigloss::ops::sigmoid_focal_loss::cpu {
namespace {

using Kind = FocalTarget::Kind;

constexpr loss::Places kForwardPlaces = {{forward::kLogits, forward::kTarget, loss::kAbsent,
                                          forward::kWeight, forward::kClassAlpha, forward::kMask},
                                         forward::kLoss,
                                         loss::kAbsent};
constexpr loss::Places kBackwardPlaces = {
    {backward::kLogits, backward::kTarget, backward::kGradOutput, backward::kWeight,
     backward::kClassAlpha, backward::kMask},
    loss::kAbsent,
    backward::kGrad};
constexpr loss::Places kLossAndGradPlaces = {
    {loss_and_grad::kLogits, loss_and_grad::kTarget, loss::kAbsent, loss_and_grad::kWeight,
     loss_and_grad::kClassAlpha, loss_and_grad::kMask},
    loss_and_grad::kLoss,
    loss_and_grad::kGrad};

/// A plan whose target holds class indices, which only a run can check.
class ClassIndexPlan final : public device::Plan {
 public:
  ClassIndexPlan(PlanPtr plan, const Call& call, size_t place)
      : plan_(std::move(plan)), indices_(call.target), place_(place) {
    columns_ = call.logits.shape[call.logits.shape.size() - 1];
    is_empty_ = core::IsEmpty(call.logits.shape);
  }

  [[nodiscard]] Status Run(std::span<void* const> addresses) const override {
    if (!is_empty_) {
      Status status = CheckClassIndices("target", indices_, addresses[place_], columns_);
      if (!status.ok()) return status;
    }
    return plan_->Run(addresses);
  }

 private:
  PlanPtr plan_;
  TensorDesc indices_;
  size_t place_;
  int64_t columns_;
  bool is_empty_;
};

loss::Call CallOf(const Call& call) {
  return {.logits = call.logits,
          .target = call.target,
          .target_is_class_index = call.target_kind == Kind::kClassIndex,
          .weight = call.weight,
          .extra = call.class_alpha,
          .mask = call.mask,
          .reduction = call.reduction,
          .normalizer = call.normalizer,
          .precision = call.precision,
          .max_threads = call.max_threads};
}

// What positive and negative elements weigh, beside a tensor of alphas and without one.
std::pair<double, double> SideWeights(const Call& call) {
  if (call.class_alpha) return {1, 0};
  if (!call.alpha) return {1, 1};
  return {*call.alpha, 1 - *call.alpha};
}

loss::Recipe RecipeOf(const Call& call, const loss::Wanted& wanted, const loss::Places& places) {
  loss::Recipe recipe = {.wanted = wanted, .places = places, .run = Run};
  const auto [positive, negative] = SideWeights(call);
  recipe.scalars[kGamma] = call.gamma;
  recipe.scalars[kAlpha] = positive;
  recipe.scalars[kOther] = negative;
  recipe.scalars[kSelector] = call.target_kind == Kind::kSelector ? 1 : 0;
  recipe.scalars[kIgnoredLabel] = call.target_kind == Kind::kClassIndex
                                      ? exec::kIgnoredRow
                                      : std::numeric_limits<double>::quiet_NaN();
  recipe.scalars[kWritesLoss] = wanted.loss == loss::Loss::kValues ? 1 : 0;
  recipe.scalars[kWritesGrad] = wanted.grad ? 1 : 0;
  recipe.target_is_selector = call.target_kind == Kind::kSelector;
  return recipe;
}

Status MakePlan(const Call& call, const loss::Call& generic, const loss::Recipe& recipe,
                PlanPtr* plan) {
  if (Status status = loss::MakePlan(generic, recipe, plan); !status.ok()) return status;
  if (call.target_kind == Kind::kClassIndex) {
    const size_t place = recipe.places.sources[loss::kSourceTarget];
    *plan = std::make_unique<ClassIndexPlan>(std::move(*plan), call, place);
  }
  return {};
}

}  // namespace

Status PlanForward(const ForwardCall& call, PlanPtr* plan) {
  loss::Call generic = CallOf(call);
  generic.loss = call.loss;
  const loss::Wanted wanted = {.loss = loss::LossOf(call.reduction)};
  return MakePlan(call, generic, RecipeOf(call, wanted, kForwardPlaces), plan);
}

Status PlanBackward(const BackwardCall& call, PlanPtr* plan) {
  loss::Call generic = CallOf(call);
  generic.grad_output = call.grad_output;
  generic.grad = call.grad;
  return MakePlan(call, generic, RecipeOf(call, {.grad = true}, kBackwardPlaces), plan);
}

Status PlanLossAndGrad(const LossAndGradCall& call, PlanPtr* plan) {
  loss::Call generic = CallOf(call);
  generic.loss = call.loss;
  generic.grad = call.grad;
  const loss::Wanted wanted = {.grad = true, .loss = loss::LossOf(call.reduction)};
  return MakePlan(call, generic, RecipeOf(call, wanted, kLossAndGradPlaces), plan);
}

}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
