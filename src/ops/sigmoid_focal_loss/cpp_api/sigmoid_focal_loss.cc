// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "sigloss/sigmoid_focal_loss.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/error_texts.h"
#include "loss/cpp_front.h"
#include "ops/sigmoid_focal_loss/cpu/plans.h"
#include "ops/sigmoid_focal_loss/spec.h"

namespace sigloss {
namespace {

namespace focal = ops::sigmoid_focal_loss;
using Kind = FocalTarget::Kind;
using loss::DescOf;
using loss::Guard;
using loss::PlanAndRun;
using loss::View;

// What an output may lie on exactly: inputs of its shape that are read once, at the element that is
// written.
constexpr uint8_t kForwardInPlace[] = {focal::forward::kLogits};
constexpr uint8_t kBackwardInPlace[] = {focal::backward::kGradOutput, focal::backward::kLogits};
constexpr uint8_t kLossAndGradInPlace[] = {focal::loss_and_grad::kLogits};

// Beyond, the floor of the exponential would show in results that are 0 or infinite.
constexpr double kMaxGamma = 1e6;

Status CheckOptions(const FocalOptions& options) {
  Status status = loss::CheckCommon(loss::CommonOf(options));
  if (status.ok() && options.alpha) {
    status = loss::CheckNumber("alpha", *options.alpha, std::isfinite(*options.alpha), "finite");
  }
  if (status.ok()) {
    const bool holds = std::fabs(options.gamma) <= kMaxGamma;  // so that NaN is refused, too
    status = loss::CheckNumber("gamma", options.gamma, holds, "in [-1e6, 1e6]");
  }
  return status;
}

Status CheckClassIndex(const TensorView& logits, const TensorView& target) {
  const Dims& shape = logits.desc.shape;
  if (!focal::kIndexTypes.Contains(target.desc.dtype)) {
    return {StatusCode::kInvalidArgument,
            core::error_texts::DTypeNotSupported(core::Front::kCpp, "target", target.desc.dtype,
                                                 focal::kIndexTypes)};
  }
  Dims rows;
  for (size_t axis = 0; axis + 1 < shape.size(); ++axis) rows.push_back(shape[axis]);
  if (shape.size() == 0 || rows != target.desc.shape) {
    return {StatusCode::kInvalidArgument,
            core::error_texts::ClassIndexShape("target", target.desc.shape, shape)};
  }
  if (rows.size() == target.desc.strides.size()) return {};
  return {StatusCode::kInvalidArgument,
          core::error_texts::StridesDoNotFit("target", target.desc.shape, target.desc.strides)};
}

/// A class index as the spec's rules see it: of the shape of logits, one element for each row.
View TargetView(const TensorView& logits, const FocalTarget& target) {
  if (target.kind != Kind::kClassIndex) return target.tensor;
  TensorView view = target.tensor;
  view.desc.shape = logits.desc.shape;
  view.desc.strides.push_back(0);
  return view;
}

template <class Call>
Call MakeCall(const TensorView& logits, const FocalTarget& target, const FocalOptions& options) {
  Call call;
  call.logits = logits.desc;
  call.target = target.tensor.desc;
  call.target_kind = target.kind;
  call.weight = DescOf(options.weight);
  call.class_alpha = DescOf(options.class_alpha);
  call.mask = DescOf(options.mask);
  call.alpha = options.alpha;
  call.gamma = options.gamma;
  call.reduction = options.reduction;
  call.normalizer = options.normalizer;
  call.precision = options.precision;
  call.max_threads = options.max_threads;
  return call;
}

/// Everything that is checked before a call is planned. `make_views` gives the tensors in the
/// order of the spec.
template <class Run, class MakeViews>
Status Checked(const core::OpSpec& spec, const TensorView& logits, const FocalTarget& target,
               std::span<const uint8_t> in_place, const FocalOptions& options,
               const MakeViews& make_views, const Run& run) {
  return Guard(spec, [&]() -> Status {
    const bool known = target.kind == Kind::kLabels || target.kind == Kind::kSelector ||
                       target.kind == Kind::kClassIndex;
    Status status = loss::CheckNumber("target.kind", static_cast<double>(target.kind), known,
                                      "kLabels, kSelector or kClassIndex");
    if (status.ok() && target.kind == Kind::kClassIndex) {
      status = CheckClassIndex(logits, target.tensor);
    }
    if (!status.ok()) return status;
    const auto views = make_views(TargetView(logits, target));
    status = loss::CheckTensors(spec, views, options.reduction);
    if (status.ok()) status = CheckOptions(options);
    if (status.ok()) status = loss::CheckMemory(spec, views, in_place);
    return status.ok() ? run(views) : status;
  });
}

}  // namespace

Status sigmoid_focal_loss(const TensorView& logits, const FocalTarget& target,
                          const TensorView& loss, const FocalOptions& options) {
  const auto views = [&](const View& labels) {
    return std::vector<View>{logits,      labels, options.weight, loss, options.class_alpha,
                             options.mask};
  };
  return Checked(focal::forward::kSpec, logits, target, kForwardInPlace, options, views,
                 [&](core::Views checked) {
                   auto call = MakeCall<focal::cpu::ForwardCall>(logits, target, options);
                   call.loss = loss.desc;
                   return PlanAndRun(focal::cpu::PlanForward, call, checked);
                 });
}

Status sigmoid_focal_loss_backward(const TensorView& grad_output, const TensorView& logits,
                                   const FocalTarget& target, const TensorView& grad,
                                   const FocalOptions& options) {
  const auto views = [&](const View& labels) {
    return std::vector<View>{
        logits, labels, grad_output, options.weight, grad, options.class_alpha, options.mask};
  };
  return Checked(focal::backward::kSpec, logits, target, kBackwardInPlace, options, views,
                 [&](core::Views checked) {
                   auto call = MakeCall<focal::cpu::BackwardCall>(logits, target, options);
                   call.grad_output = grad_output.desc;
                   call.grad = grad.desc;
                   return PlanAndRun(focal::cpu::PlanBackward, call, checked);
                 });
}

Status sigmoid_focal_loss_loss_and_grad(const TensorView& logits, const FocalTarget& target,
                                        const TensorView& loss, const TensorView& grad,
                                        const FocalOptions& options) {
  const auto views = [&](const View& labels) {
    return std::vector<View>{logits,      labels, options.weight, loss, grad, options.class_alpha,
                             options.mask};
  };
  return Checked(focal::loss_and_grad::kSpec, logits, target, kLossAndGradInPlace, options, views,
                 [&](core::Views checked) {
                   auto call = MakeCall<focal::cpu::LossAndGradCall>(logits, target, options);
                   call.loss = loss.desc;
                   call.grad = grad.desc;
                   return PlanAndRun(focal::cpu::PlanLossAndGrad, call, checked);
                 });
}

}  // namespace sigloss
