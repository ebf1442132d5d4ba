// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "sigloss/bce_with_logits.h"

#include <array>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/address_check.h"
#include "core/error_texts.h"
#include "core/validator.h"
#include "device/plan.h"
#include "ops/bce_with_logits/cpp_api/options.h"
#include "ops/bce_with_logits/cpu/plans.h"
#include "ops/bce_with_logits/spec.h"

namespace sigloss {
namespace {

namespace bce = ops::bce_with_logits;
using core::Front;
using core::Views;
using View = std::optional<TensorView>;

// What an output may lie on exactly: inputs of its shape that are read once, at the element that is
// written.
constexpr uint8_t kForwardInPlace[] = {bce::forward::kLogits};
constexpr uint8_t kGradientInPlace[] = {bce::gradient::kGradOutput, bce::gradient::kLogits};
constexpr uint8_t kLossAndGradInPlace[] = {bce::loss_and_grad::kLogits};

// Runs the body of a function. Its failures get the function's name; what it throws becomes one.
template <class Body>
Status Guard(const core::OpSpec& spec, const Body& body) noexcept {
  const auto named = [&](StatusCode code, std::string_view text) {
    return Status(code, core::error_texts::InFunction(spec.name.cpp, text));
  };
  try {
    try {
      Status status = body();
      return status.ok() ? status : named(status.code(), status.message());
    } catch (const std::bad_alloc&) {
      return named(StatusCode::kOutOfMemory, "Out of memory.");
    } catch (const std::exception& error) {
      return named(StatusCode::kInternal, error.what());
    }
  } catch (...) {  // no memory for the text: the code says enough
    return {StatusCode::kOutOfMemory, {}};
  }
}

core::Argument Describe(const View& view) {
  if (!view) return {};
  return {true, view->desc.dtype, view->desc.shape, view->desc.strides};
}

Status Check(const core::OpSpec& spec, Views views, std::span<const uint8_t> in_place,
             const BceOptions& options) {
  std::vector<core::Argument> arguments;
  for (const View& view : views) arguments.push_back(Describe(view));
  const std::array<int64_t, bce::kNumAttrs> attrs = {static_cast<int64_t>(options.reduction)};
  Status status = core::Validate(spec, Front::kCpp, spec.cpp_checks, arguments, attrs);
  if (status.ok()) status = bce::CheckOptions(options);
  if (status.ok()) status = core::CheckLayouts(spec, Front::kCpp, views);
  if (status.ok()) status = core::CheckAddresses(spec, Front::kCpp, views, in_place);
  return status;
}

std::optional<TensorDesc> DescOf(const View& view) {
  return view ? std::optional(view->desc) : std::nullopt;
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

template <class Call>
Status PlanAndRun(Planner<Call> planner, const Call& call, Views views) {
  bce::cpu::PlanPtr plan;
  if (Status status = planner(call, &plan); !status.ok()) return status;
  std::vector<void*> addresses;
  for (const View& view : views) addresses.push_back(view ? view->data : nullptr);
  return plan->Run(addresses);
}

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
