// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The operators of the family as nodes of a graph.
#include "ge/registry.h"
#include "ops/bce_with_logits/cpu/plans.h"
#include "ops/bce_with_logits/spec.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using graph::NodeCall;
using graph::PlanPtr;

// Forms without the attribute leave the elements as they are.
Reduction ReductionOf(const NodeCall& node) {
  return node.attrs.empty() ? Reduction::kNone : static_cast<Reduction>(node.attrs[kReduction]);
}

Status PlanForward(const NodeCall& node, PlanPtr* plan) {
  cpu::ForwardCall call;
  call.logits = node.descs[forward::kLogits];
  call.target = node.descs[forward::kTarget];
  call.weight = node.Optional(forward::kWeight);
  call.pos_weight = node.Optional(forward::kPosWeight);
  call.out = node.descs[forward::kOut];
  call.reduction = ReductionOf(node);
  return cpu::PlanForward(call, plan);
}

Status PlanBackward(const NodeCall& node, PlanPtr* plan) {
  cpu::BackwardCall call;
  call.grad_output = node.descs[backward::kGradOutput];
  call.logits = node.descs[backward::kLogits];
  call.target = node.descs[backward::kTarget];
  call.weight = node.Optional(backward::kWeight);
  call.pos_weight = node.Optional(backward::kPosWeight);
  call.out = node.descs[backward::kOut];
  call.reduction = ReductionOf(node);
  return cpu::PlanBackward(call, plan);
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits

/// Runs when the program starts, too. A program that links static libraries asks for the symbol, so
/// that this file is among what it is linked from.
extern "C" void SiglossRegisterBceWithLogits() {
  namespace bce = sigloss::ops::bce_with_logits;
  sigloss::graph::RegisterOperator({&bce::forward::kSpec, bce::PlanForward});
  sigloss::graph::RegisterOperator({&bce::forward::kUnweightedSpec, bce::PlanForward});
  sigloss::graph::RegisterOperator({&bce::backward::kSpec, bce::PlanBackward});
  sigloss::graph::RegisterOperator({&bce::backward::kUnweightedSpec, bce::PlanBackward});
}

namespace {
const struct AtStart {
  AtStart() { SiglossRegisterBceWithLogits(); }
} at_start;
}  // namespace
