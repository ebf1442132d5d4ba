// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "sigloss/bce_with_logits.h"

#include <cstdint>
#include <optional>
#include <span>

#include "loss/cpp_front.h"
#include "ops/bce_with_logits/cpu/plans.h"
#include "ops/bce_with_logits/spec.h"

namespace sigloss {
namespace {

namespace bce = ops::bce_with_logits;
using loss::DescOf;
using loss::Guard;
using loss::PlanAndRun;
using loss::View;

// What an output may lie on exactly: inputs of its shape that are read once, at the element that is
// written.
constexpr uint8_t kForwardInPlace[] = {bce::forward::kLogits};
constexpr uint8_t kGradientInPlace[] = {bce::gradient::kGradOutput, bce::gradient::kLogits};
constexpr uint8_t kLossAndGradInPlace[] = {bce::loss_and_grad::kLogits};

Status Check(const core::OpSpec& spec, core::Views views, std::span<const uint8_t> in_place,
             const BceOptions& options) {
  const double smoothing = options.label_smoothing;
  Status status = loss::CheckTensors(spec, views, options.reduction);
  if (status.ok()) status = loss::CheckCommon(loss::CommonOf(options));
  if (status.ok()) {
    const bool holds = smoothing >= 0 && smoothing <= 1;  // so that NaN is refused, too
    status = loss::CheckNumber("label_smoothing", smoothing, holds, "in [0, 1]");
  }
  return status.ok() ? loss::CheckMemory(spec, views, in_place) : status;
}

template <class Call>
Call MakeCall(const TensorView& logits, const TensorView& target, const BceOptions& options) {
  Call call;
  call.logits = logits.desc;
  call.target = target.desc;
  call.weight = DescOf(options.weight);
  call.pos_weight = DescOf(options.pos_weight);
  call.mask = DescOf(options.mask);
  call.reduction = options.reduction;
  call.normalizer = options.normalizer;
  call.label_smoothing = options.label_smoothing;
  call.precision = options.precision;
  call.max_threads = options.max_threads;
  return call;
}

template <class Call>
using Planner = Status (*)(const Call& call, bce::cpu::PlanPtr* plan);

// By the logits and by the target: they differ in the spec and the plan.
Status Gradient(const core::OpSpec& spec, Planner<bce::cpu::BackwardCall> planner,
                const TensorView& grad_output, const TensorView& logits, const TensorView& target,
                const TensorView& out, const BceOptions& options) {
  return Guard(spec, [&] {
    // In the order of the spec, here and below.
    const View views[] = {grad_output,        logits, target,      options.weight,
                          options.pos_weight, out,    options.mask};
    Status status = Check(spec, views, kGradientInPlace, options);
    if (!status.ok()) return status;
    auto call = MakeCall<bce::cpu::BackwardCall>(logits, target, options);
    call.grad_output = grad_output.desc;
    call.out = out.desc;
    return PlanAndRun(planner, call, views);
  });
}

}  // namespace

Status bce_with_logits(const TensorView& logits, const TensorView& target, const TensorView& loss,
                       const BceOptions& options) {
  return Guard(bce::forward::kSpec, [&] {
    const View views[] = {logits, target, options.weight, options.pos_weight, loss, options.mask};
    Status status = Check(bce::forward::kSpec, views, kForwardInPlace, options);
    if (!status.ok()) return status;
    auto call = MakeCall<bce::cpu::ForwardCall>(logits, target, options);
    call.out = loss.desc;
    return PlanAndRun(bce::cpu::PlanForward, call, views);
  });
}

Status bce_with_logits_backward(const TensorView& grad_output, const TensorView& logits,
                                const TensorView& target, const TensorView& grad,
                                const BceOptions& options) {
  return Gradient(bce::backward::kSpec, bce::cpu::PlanBackward, grad_output, logits, target, grad,
                  options);
}

Status bce_with_logits_loss_and_grad(const TensorView& logits, const TensorView& target,
                                     const TensorView& loss, const TensorView& grad,
                                     const BceOptions& options) {
  return Guard(bce::loss_and_grad::kSpec, [&] {
    const View views[] = {logits, target, options.weight, options.pos_weight,
                          loss,   grad,   options.mask};
    Status status = Check(bce::loss_and_grad::kSpec, views, kLossAndGradInPlace, options);
    if (!status.ok()) return status;
    auto call = MakeCall<bce::cpu::LossAndGradCall>(logits, target, options);
    call.loss = loss.desc;
    call.grad = grad.desc;
    return PlanAndRun(bce::cpu::PlanLossAndGrad, call, views);
  });
}

Status bce_with_logits_target_backward(const TensorView& grad_output, const TensorView& logits,
                                       const TensorView& target, const TensorView& grad_target,
                                       const BceOptions& options) {
  return Gradient(bce::target_backward::kSpec, bce::cpu::PlanTargetBackward, grad_output, logits,
                  target, grad_target, options);
}

}  // namespace sigloss
