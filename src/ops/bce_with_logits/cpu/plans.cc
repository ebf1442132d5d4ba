// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/cpu/plans.h"

#include <array>
#include <atomic>
#include <initializer_list>
#include <limits>
#include <string_view>

#include "core/error_texts.h"
#include "core/half.h"
#include "core/shape.h"
#include "exec/count.h"
#include "exec/job.h"
#include "exec/parallel_for.h"
#include "ops/bce_with_logits/cpu/kernels.h"
#include "simd/target.h"

namespace sigloss::ops::bce_with_logits::cpu {
namespace {

constexpr size_t kAbsent = std::numeric_limits<size_t>::max();

/// Where an operator has its tensors among its parameters.
struct Places {
  std::array<size_t, exec::kMaxSources> sources;  // in the order of KernelSource
  size_t loss = kAbsent;
  size_t grad = kAbsent;
};

constexpr Places kForwardPlaces = {{forward::kLogits, forward::kTarget, kAbsent, forward::kWeight,
                                    forward::kPosWeight, forward::kMask},
                                   forward::kOut,
                                   kAbsent};
constexpr Places kGradientPlaces = {{gradient::kLogits, gradient::kTarget, gradient::kGradOutput,
                                     gradient::kWeight, gradient::kPosWeight, gradient::kMask},
                                    kAbsent,
                                    gradient::kOut};
constexpr Places kLossAndGradPlaces = {
    {loss_and_grad::kLogits, loss_and_grad::kTarget, kAbsent, loss_and_grad::kWeight,
     loss_and_grad::kPosWeight, loss_and_grad::kMask},
    loss_and_grad::kLoss,
    loss_and_grad::kGrad};

void* AddressAt(std::span<void* const> addresses, size_t place) {
  return place < addresses.size() ? addresses[place] : nullptr;
}

/// What differs between the operators.
struct Outputs {
  Wanted wanted;
  const TensorDesc* grad_output = nullptr;
  const TensorDesc* loss = nullptr;
  const TensorDesc* grad = nullptr;
};

class FamilyPlan final : public device::Plan {
 public:
  FamilyPlan(const Call& call, const Outputs& outputs, const Places& places, exec::LaneType lanes)
      : places_(places),
        wanted_(outputs.wanted),
        reduction_(call.reduction),
        normalizer_(call.normalizer),
        label_smoothing_(call.label_smoothing),
        rows_(call.logits.shape.size() > 0 ? call.logits.shape[0] : 1) {
    job_.lanes = lanes;
    job_.max_threads = call.max_threads;
    shape_ = call.logits.shape;
    job_.num_elements = static_cast<size_t>(*core::NumElements(shape_));
    AddSources(call, outputs);
    if (wanted_.loss == Loss::kSum) loss_dtype_ = outputs.loss->dtype;
    if (wanted_.loss == Loss::kValues) job_.AddSink(exec::MakeSink(*outputs.loss));
    if (outputs.grad != nullptr) job_.AddSink(exec::MakeSink(*outputs.grad));
  }

  [[nodiscard]] Status Run(std::span<void* const> addresses) const override {
    void* const loss = AddressAt(addresses, places_.loss);
    if (job_.num_elements == 0) return RunEmpty(loss);
    const exec::Addresses at = Find(addresses);
    const double scale = reduction_ == Reduction::kMean ? 1.0 / Divisor(at) : 1.0;
    const Task task = {job_, at, wanted_, ScalarsOf(addresses, scale)};
    const RunChunk run = ChooseKernels(task);
    if (wanted_.loss != Loss::kSum) {
      exec::ParallelFor(job_.num_elements, job_.max_threads,
                        [&](size_t lo, size_t hi) { run(task, lo, hi); });
      return {};
    }
    const double sum = exec::ParallelSum(job_.num_elements, job_.max_threads,
                                         [&](size_t lo, size_t hi) { return run(task, lo, hi); });
    const double weight = weight_scalar_ ? Decode(addresses, kSourceWeight, *weight_scalar_) : 1.0;
    core::EncodeFloat(loss_dtype_, sum * weight * scale, loss);
    return {};
  }

 private:
  void AddSources(const Call& call, const Outputs& outputs) {
    Add(kSourceLogits, call.logits);
    Add(kSourceTarget, call.target);
    if (call.pos_weight) Add(kSourcePos, *call.pos_weight);
    if (call.mask) Add(kSourceMask, *call.mask);
    if (outputs.grad_output != nullptr) {
      Add(kSourceGrad, *outputs.grad_output);
      grad_scalar_ = TakeScalar(kSourceGrad);
    }
    if (!call.weight) return;
    Add(kSourceWeight, *call.weight);
    // Beside an upstream tensor it stays a source: the kernel multiplies by it last, as by a
    // tensor. The loss of an element has no scale that could hold it.
    if (!job_.Reads(kSourceGrad) && wanted_.loss != Loss::kValues) {
      weight_scalar_ = TakeScalar(kSourceWeight);
    }
  }

  void Add(KernelSource source, const TensorDesc& desc) {
    job_.sources[source] = exec::MakeSource(desc, shape_, exec::ElementType(job_.lanes));
  }

  // A factor that is one number goes into the scale instead of the kernel.
  std::optional<DType> TakeScalar(KernelSource which) {
    exec::Source& source = job_.sources[which];
    if (source.kind != exec::SourceKind::kSplat) return {};
    const DType dtype = source.dtype;
    source = {};
    return dtype;
  }

  [[nodiscard]] double Decode(std::span<void* const> addresses, KernelSource source,
                              DType dtype) const {
    return core::DecodeFloat(dtype, addresses[places_.sources[source]]);
  }

  [[nodiscard]] exec::Addresses Find(std::span<void* const> addresses) const {
    exec::Addresses at;
    for (size_t k = 0; k < exec::kMaxSources; ++k) {
      at.sources[k] = AddressAt(addresses, places_.sources[k]);
    }
    size_t sink = 0;
    if (wanted_.loss == Loss::kValues) at.sinks[sink++] = AddressAt(addresses, places_.loss);
    at.sinks[sink] = AddressAt(addresses, places_.grad);
    return at;
  }

  // No elements: a mean of none is 0/0.
  [[nodiscard]] Status RunEmpty(void* loss) const {
    if (wanted_.loss == Loss::kSum) {
      const bool mean = reduction_ == Reduction::kMean;
      core::EncodeFloat(loss_dtype_, mean ? std::numeric_limits<double>::quiet_NaN() : 0.0, loss);
    }
    return {};
  }

  [[nodiscard]] double Count(KernelSource source, const exec::Addresses& at) const {
    return exec::CountPositive(job_, source, at);
  }

  [[nodiscard]] double Divisor(const exec::Addresses& at) const {
    switch (normalizer_.kind) {
      case Normalizer::Kind::kRows:
        return static_cast<double>(rows_);
      case Normalizer::Kind::kPositives:
        return std::max(1.0, Count(kSourceTarget, at));
      case Normalizer::Kind::kNumber:
        return normalizer_.number;
      case Normalizer::Kind::kNumel:
        break;
    }
    if (job_.Reads(kSourceMask)) return Count(kSourceMask, at);
    return static_cast<double>(job_.num_elements);
  }

  // Factors in the kernels' order of multiplication, so that a broadcast scalar and a tensor full
  // of it give the same bits.
  [[nodiscard]] exec::Scalars ScalarsOf(std::span<void* const> addresses, double scale) const {
    if (grad_scalar_) scale = Decode(addresses, kSourceGrad, *grad_scalar_) * scale;
    if (weight_scalar_) scale *= Decode(addresses, kSourceWeight, *weight_scalar_);
    if (wanted_.target_grad) scale *= 1 - label_smoothing_;
    exec::Scalars scalars{};
    scalars[kScale] = scale;
    scalars[kLabelKeep] = 1 - label_smoothing_;
    scalars[kLabelAdd] = label_smoothing_ / 2;
    return scalars;
  }

  exec::Job job_;
  Places places_;
  Wanted wanted_;
  Reduction reduction_;
  Normalizer normalizer_;
  double label_smoothing_;
  int64_t rows_;
  Dims shape_;
  DType loss_dtype_ = DType::kUndefined;  // of a reduced loss
  std::optional<DType> grad_scalar_;
  std::optional<DType> weight_scalar_;
};

bool HasFloat64(const Call& call, const Outputs& outputs) {
  const auto optional = [](const std::optional<TensorDesc>& desc) {
    return desc ? &*desc : nullptr;
  };
  for (const TensorDesc* desc :
       {&call.logits, &call.target, optional(call.weight), optional(call.pos_weight),
        outputs.grad_output, outputs.loss, outputs.grad}) {
    if (desc != nullptr && desc->dtype == DType::kFloat64) return true;
  }
  return false;
}

Status ChooseLanes(const Call& call, const Outputs& outputs, exec::LaneType* lanes) {
  Precision precision = Precision::kExact;
  if (call.precision) {
    precision = *call.precision;
  } else if (Status status = GetPrecision(&precision); !status.ok()) {
    return status;
  }
  *lanes = precision == Precision::kFast ? exec::LaneType::kFast : exec::LaneType::kExact;
  if (HasFloat64(call, outputs)) *lanes = exec::LaneType::kDouble;
  return {};
}

Status CheckOutput(std::string_view name, const TensorDesc* out) {
  if (out == nullptr || !core::MayOverlapItself(out->shape, out->strides)) return {};
  return {StatusCode::kInvalidArgument,
          core::error_texts::OutputOverlapsItself(name, out->shape, out->strides)};
}

Status MakePlan(const Call& call, const Outputs& outputs, const Places& places, PlanPtr* plan) {
  if (const Status& target = simd::ApplyEnvironmentTarget(); !target.ok()) return target;
  if (Status status = CheckOutput("out", outputs.grad); !status.ok()) return status;
  if (Status status = CheckOutput("loss", outputs.loss); !status.ok()) return status;
  exec::LaneType lanes = exec::LaneType::kExact;
  if (Status status = ChooseLanes(call, outputs, &lanes); !status.ok()) return status;
  *plan = std::make_unique<FamilyPlan>(call, outputs, places, lanes);
  return {};
}

Loss LossOf(Reduction reduction) {
  return reduction == Reduction::kNone ? Loss::kValues : Loss::kSum;
}

}  // namespace

Options OptionsOf(const Task& task) {
  Options options;
  options.pos_weight = task.job.Reads(kSourcePos);
  options.factors = task.job.Reads(kSourceGrad) || task.job.Reads(kSourceWeight);
  options.extras = task.job.Reads(kSourceMask) || task.scalars[kLabelKeep] != 1;
  return options;
}

RunChunk ChooseKernels(const Task& task) {
  if (task.job.lanes == exec::LaneType::kDouble) return RunDouble;
  if (task.wanted.target_grad) return RunTargetGrad;
  if (task.wanted.loss == Loss::kNot) return RunGrad;
  return task.wanted.grad ? RunLossAndGrad : RunLoss;
}

Status PlanForward(const ForwardCall& call, PlanPtr* plan) {
  const Outputs outputs = {{.loss = LossOf(call.reduction)}, nullptr, &call.out, nullptr};
  return MakePlan(call, outputs, kForwardPlaces, plan);
}

Status PlanBackward(const BackwardCall& call, PlanPtr* plan) {
  const Outputs outputs = {{.grad = true}, &call.grad_output, nullptr, &call.out};
  return MakePlan(call, outputs, kGradientPlaces, plan);
}

Status PlanTargetBackward(const BackwardCall& call, PlanPtr* plan) {
  const Outputs outputs = {{.target_grad = true}, &call.grad_output, nullptr, &call.out};
  return MakePlan(call, outputs, kGradientPlaces, plan);
}

Status PlanLossAndGrad(const LossAndGradCall& call, PlanPtr* plan) {
  const Outputs outputs = {
      {.grad = true, .loss = LossOf(call.reduction)}, nullptr, &call.loss, &call.grad};
  return MakePlan(call, outputs, kLossAndGradPlaces, plan);
}

}  // namespace sigloss::ops::bce_with_logits::cpu
