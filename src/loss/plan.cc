// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "loss/plan.h"

#include <algorithm>
#include <span>

#include "core/half.h"
#include "core/shape.h"
#include "exec/count.h"
#include "exec/parallel_for.h"
#include "exec/threads.h"
#include "simd/target.h"

namespace sigloss::loss {
namespace {

void* AddressAt(std::span<void* const> addresses, size_t place) {
  return place < addresses.size() ? addresses[place] : nullptr;
}

// What is above it is 1 or more, in float32 and in float64.
constexpr double kBelowOne = 1 - 0x1p-24;

class LossPlan final : public device::Plan {
 public:
  LossPlan(const Call& call, const Recipe& recipe, exec::LaneType lanes)
      : recipe_(recipe),
        reduction_(call.reduction),
        normalizer_(call.normalizer),
        shape_(call.logits.shape) {
    job_.lanes = lanes;
    job_.max_threads = exec::ThreadsOrSetting(call.max_threads);
    job_.num_elements = static_cast<size_t>(*core::NumElements(shape_));
    AddSources(call);
    if (recipe.wanted.loss == Loss::kSum) loss_dtype_ = call.loss->dtype;
    if (recipe.wanted.loss == Loss::kValues) job_.AddSink(exec::MakeSink(*call.loss));
    if (call.grad) job_.AddSink(exec::MakeSink(*call.grad));
  }

  [[nodiscard]] Status Run(std::span<void* const> addresses) const override {
    void* const loss = AddressAt(addresses, recipe_.places.loss);
    const bool sum = recipe_.wanted.loss == Loss::kSum;
    if (job_.num_elements == 0) {
      if (sum) core::EncodeFloat(loss_dtype_, SumOfNone(), loss);
      return {};
    }
    const exec::Addresses at = Find(addresses);
    const double scale = reduction_ == Reduction::kMean ? 1.0 / Divisor(at) : 1.0;
    const Task task = {job_, at, recipe_.wanted, ScalarsOf(addresses, scale)};
    const RunChunk run = recipe_.run;
    if (!sum) {
      exec::ParallelFor(job_.num_elements, job_.max_threads,
                        [&](size_t lo, size_t hi) { run(task, lo, hi); });
      return {};
    }
    const double total = exec::ParallelSum(job_.num_elements, job_.max_threads,
                                           [&](size_t lo, size_t hi) { return run(task, lo, hi); });
    const double weight = weight_scalar_ ? Decode(addresses, kSourceWeight, *weight_scalar_) : 1.0;
    core::EncodeFloat(loss_dtype_, total * weight * scale, loss);
    return {};
  }

 private:
  void AddSources(const Call& call) {
    Add(kSourceLogits, call.logits);
    AddTarget(call);
    if (call.extra) Add(kSourceExtra, *call.extra);
    if (call.mask) Add(kSourceMask, *call.mask);
    if (call.grad_output) {
      Add(kSourceGrad, *call.grad_output);
      grad_scalar_ = TakeScalar(kSourceGrad);
    }
    if (!call.weight) return;
    Add(kSourceWeight, *call.weight);
    // Beside an upstream tensor it stays a source: the kernel multiplies by it last, as by a
    // tensor. The loss of an element has no scale that could hold it.
    if (!job_.Reads(kSourceGrad) && recipe_.wanted.loss != Loss::kValues) {
      weight_scalar_ = TakeScalar(kSourceWeight);
    }
  }

  void AddTarget(const Call& call) {
    // The gradient by the labels does not depend on them, so there is nothing to convert.
    const bool is_read =
        !recipe_.wanted.target_grad || call.normalizer.kind == Normalizer::Kind::kPositives;
    if (call.target_is_class_index) {
      const auto columns = static_cast<size_t>(shape_.size() > 0 ? shape_[shape_.size() - 1] : 1);
      job_.sources[kSourceTarget] = exec::MakeOneHotSource(call.target, columns);
    } else if (is_read) {
      Add(kSourceTarget, call.target);
    }
  }

  void Add(KernelSource source, const TensorDesc& desc) {
    job_.sources[source] = exec::MakeSource(desc, shape_, exec::ElementType(job_.lanes));
  }

  // A factor that is one number goes into the scale instead of the kernel.
  std::optional<DType> TakeScalar(KernelSource which) {
    // A product of float64 numbers may overflow or vanish where the result would not.
    if (job_.lanes == exec::LaneType::kDouble) return {};
    exec::Source& source = job_.sources[which];
    if (source.kind != exec::SourceKind::kSplat) return {};
    const DType dtype = source.dtype;
    source = {};
    return dtype;
  }

  [[nodiscard]] double Decode(std::span<void* const> addresses, KernelSource source,
                              DType dtype) const {
    return core::DecodeFloat(dtype, addresses[recipe_.places.sources[source]]);
  }

  [[nodiscard]] exec::Addresses Find(std::span<void* const> addresses) const {
    exec::Addresses at;
    for (size_t k = 0; k < exec::kMaxSources; ++k) {
      at.sources[k] = AddressAt(addresses, recipe_.places.sources[k]);
    }
    size_t sink = 0;
    if (recipe_.wanted.loss == Loss::kValues) {
      at.sinks[sink++] = AddressAt(addresses, recipe_.places.loss);
    }
    at.sinks[sink] = AddressAt(addresses, recipe_.places.grad);
    return at;
  }

  // A mean of no elements is 0/0.
  [[nodiscard]] double SumOfNone() const {
    return reduction_ == Reduction::kMean ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  }

  [[nodiscard]] double Divisor(const exec::Addresses& at) const {
    switch (normalizer_.kind) {
      case Normalizer::Kind::kRows:
        return shape_.size() > 0 ? static_cast<double>(shape_[0]) : 1.0;
      case Normalizer::Kind::kPositives:
        return std::max(1.0, Positives(at));
      case Normalizer::Kind::kNumber:
        return normalizer_.number;
      case Normalizer::Kind::kNumel:
        break;
    }
    return Kept(at);
  }

  [[nodiscard]] double Positives(const exec::Addresses& at) const {
    if (!recipe_.target_is_selector) return exec::CountWhere(job_, at, {kSourceTarget, 0});
    const auto all = static_cast<double>(job_.num_elements);
    return all - exec::CountWhere(job_, at, {.source = kSourceTarget, .bound = kBelowOne});
  }

  // Elements that neither the mask nor the class index of their row leaves out.
  [[nodiscard]] double Kept(const exec::Addresses& at) const {
    const exec::Above mask = {kSourceMask, 0};
    const exec::Above row = {kSourceTarget, exec::kIgnoredRow};
    const bool has_mask = job_.Reads(kSourceMask);
    if (job_.sources[kSourceTarget].kind == exec::SourceKind::kOneHot) {
      return exec::CountWhere(job_, at, row, has_mask ? std::optional(mask) : std::nullopt);
    }
    if (has_mask) return exec::CountWhere(job_, at, mask);
    return static_cast<double>(job_.num_elements);
  }

  // Factors in the kernels' order of multiplication, so that a broadcast scalar and a tensor full
  // of it give the same bits.
  [[nodiscard]] exec::Scalars ScalarsOf(std::span<void* const> addresses, double scale) const {
    if (grad_scalar_) scale = Decode(addresses, kSourceGrad, *grad_scalar_) * scale;
    if (weight_scalar_) scale *= Decode(addresses, kSourceWeight, *weight_scalar_);
    exec::Scalars scalars = recipe_.scalars;
    scalars[kScale] = scale * recipe_.grad_factor;
    return scalars;
  }

  exec::Job job_;
  Recipe recipe_;
  Reduction reduction_;
  Normalizer normalizer_;
  Dims shape_;
  DType loss_dtype_ = DType::kUndefined;  // of a reduced loss
  std::optional<DType> grad_scalar_;
  std::optional<DType> weight_scalar_;
};

bool HasFloat64(const Call& call) {
  const auto is_float64 = [](const std::optional<TensorDesc>& desc) {
    return desc && desc->dtype == DType::kFloat64;
  };
  return is_float64(call.logits) || is_float64(call.target) || is_float64(call.weight) ||
         is_float64(call.extra) || is_float64(call.grad_output) || is_float64(call.loss) ||
         is_float64(call.grad);
}

Status ChooseLanes(const Call& call, exec::LaneType* lanes) {
  Precision precision = Precision::kExact;
  if (call.precision) {
    precision = *call.precision;
  } else if (Status status = GetPrecision(&precision); !status.ok()) {
    return status;
  }
  *lanes = precision == Precision::kFast ? exec::LaneType::kFast : exec::LaneType::kExact;
  if (HasFloat64(call)) *lanes = exec::LaneType::kDouble;
  return {};
}

}  // namespace

Status MakePlan(const Call& call, const Recipe& recipe, std::unique_ptr<const device::Plan>* plan) {
  if (const Status& target = simd::ApplyEnvironmentTarget(); !target.ok()) return target;
  exec::LaneType lanes = exec::LaneType::kExact;
  if (Status status = ChooseLanes(call, &lanes); !status.ok()) return status;
  *plan = std::make_unique<LossPlan>(call, recipe, lanes);
  return {};
}

}  // namespace sigloss::loss
