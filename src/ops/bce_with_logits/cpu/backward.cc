// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/error_texts.h"
#include "core/half.h"
#include "core/shape.h"
#include "exec/job.h"
#include "exec/parallel_for.h"
#include "ops/bce_with_logits/cpu/backward_kernels.h"
#include "ops/bce_with_logits/cpu/plans.h"
#include "simd/target.h"

namespace sigloss::ops::bce_with_logits::cpu {
namespace {

class BackwardPlan final : public device::Plan {
 public:
  BackwardPlan(const BackwardCall& call, Precision precision) {
    job_.precision = precision;
    const Dims& shape = call.logits.shape;
    job_.num_elements = static_cast<size_t>(*core::NumElements(shape));
    job_.sources[kSourceLogits] = exec::MakeSource(call.logits, shape);
    job_.sources[kSourceTarget] = exec::MakeSource(call.target, shape);
    job_.sources[kSourceGrad] = Factor(exec::MakeSource(call.grad_output, shape), &grad_scalar_);
    if (call.weight) {
      const exec::Source weight = exec::MakeSource(*call.weight, shape);
      // Beside a tensor it stays a source: the kernel multiplies by it last, as by a tensor.
      job_.sources[kSourceWeight] = grad_scalar_ ? Factor(weight, &weight_scalar_) : weight;
    }
    if (call.pos_weight) job_.sources[kSourcePos] = exec::MakeSource(*call.pos_weight, shape);
    job_.sink = exec::MakeSink(call.out);
    if (call.reduction == Reduction::kMean) scale_ = 1.0 / static_cast<double>(job_.num_elements);
  }

  [[nodiscard]] Status Run(std::span<void* const> addresses) const override {
    if (job_.num_elements == 0) return {};  // not even a scalar factor need be there
    exec::Addresses at;
    at.sources[kSourceLogits] = addresses[backward::kLogits];
    at.sources[kSourceTarget] = addresses[backward::kTarget];
    at.sources[kSourceGrad] = addresses[backward::kGradOutput];
    at.sources[kSourceWeight] = addresses[backward::kWeight];
    at.sources[kSourcePos] = addresses[backward::kPosWeight];
    at.sink = addresses[backward::kOut];
    // In the kernels' order of multiplication, so that a broadcast scalar and a tensor full of it
    // give the same bits.
    double scale = scale_;
    if (grad_scalar_) scale = core::DecodeFloat(*grad_scalar_, at.sources[kSourceGrad]) * scale;
    if (weight_scalar_) scale *= core::DecodeFloat(*weight_scalar_, at.sources[kSourceWeight]);
    exec::ParallelFor(job_.num_elements,
                      [&](size_t lo, size_t hi) { RunBackwardChunk(job_, at, scale, lo, hi); });
    return {};
  }

 private:
  // A factor that is one number goes into the scale instead of the kernel.
  static exec::Source Factor(const exec::Source& source, std::optional<DType>* scalar) {
    if (source.kind != exec::SourceKind::kSplat) return source;
    *scalar = source.dtype;
    return {};
  }

  exec::Job job_;
  std::optional<DType> grad_scalar_;
  std::optional<DType> weight_scalar_;
  double scale_ = 1.0;
};

}  // namespace

Status PlanBackward(const BackwardCall& call, PlanPtr* plan) {
  if (const Status& target = simd::ApplyEnvironmentTarget(); !target.ok()) return target;
  if (core::MayOverlapItself(call.out.shape, call.out.strides)) {
    return {StatusCode::kInvalidArgument,
            core::error_texts::OutputOverlapsItself("out", call.out.shape, call.out.strides)};
  }
  Precision precision = Precision::kExact;
  if (call.precision) {
    precision = *call.precision;
  } else if (Status status = GetPrecision(&precision); !status.ok()) {
    return status;
  }
  *plan = std::make_unique<BackwardPlan>(call, precision);
  return {};
}

}  // namespace sigloss::ops::bce_with_logits::cpu
