// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The operators of the family as nodes of a graph.
#include "ge/registry.h"
#include "ops/sigmoid_focal_loss/cpu/plans.h"
#include "ops/sigmoid_focal_loss/spec.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

using graph::NodeCall;
using graph::PlanPtr;

void SetCommon(const NodeCall& node, cpu::Call* call) {
  call->alpha = node.reals[kAlpha];
  call->gamma = node.reals[kGamma];
  call->reduction = static_cast<Reduction>(node.attrs[kReduction]);
}

Status PlanForward(const NodeCall& node, PlanPtr* plan) {
  cpu::ForwardCall call;
  SetCommon(node, &call);
  call.logits = node.descs[forward::kLogits];
  call.target = node.descs[forward::kTarget];
  call.weight = node.Optional(forward::kWeight);
  call.loss = node.descs[forward::kLoss];
  return cpu::PlanForward(call, plan);
}

// The gradient takes the complement of the label.
Status PlanBackward(const NodeCall& node, PlanPtr* plan) {
  cpu::BackwardCall call;
  SetCommon(node, &call);
  call.target_kind = FocalTarget::Kind::kSelector;
  call.logits = node.descs[backward::kLogits];
  call.target = node.descs[backward::kTarget];
  call.grad_output = node.descs[backward::kGradOutput];
  call.weight = node.Optional(backward::kWeight);
  call.grad = node.descs[backward::kGrad];
  return cpu::PlanBackward(call, plan);
}

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss

/// Runs when the program starts, too. A program that links static libraries asks for the symbol, so
/// that this file is among what it is linked from.
extern "C" void SiglossRegisterSigmoidFocalLoss() {
  namespace focal = sigloss::ops::sigmoid_focal_loss;
  sigloss::graph::RegisterOperator({&focal::forward::kGraphSpec, focal::PlanForward});
  sigloss::graph::RegisterOperator({&focal::backward::kGraphSpec, focal::PlanBackward});
}

namespace {
const struct AtStart {
  AtStart() { SiglossRegisterSigmoidFocalLoss(); }
} at_start;
}  // namespace
