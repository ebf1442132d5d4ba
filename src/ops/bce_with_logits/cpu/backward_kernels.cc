// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/cpu/backward_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/bce_with_logits/cpu/backward_kernels.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "exec/tile_driver-inl.h"
#include "math/bce-inl.h"
#include "simd/prefetch-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::bce_with_logits::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace math = sigloss::math::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;
namespace exec_target = sigloss::exec::HWY_NAMESPACE;

/// kFactors: the upstream gradient or the weight differs from element to element; else both are in
/// the scale already.
template <class L, class Out, bool kPosWeight, bool kFactors>
void GradKernel(const exec::KernelArgs& args) {
  const typename L::D d;
  const size_t lanes = hn::Lanes(d);
  const auto scale = hn::Set(d, static_cast<typename L::T>(args.scale));
  const auto load = [&](KernelSource source, size_t i) HWY_ATTR {
    const float* from = args.source[source] + i * args.step[source];
    simd::PrefetchAhead(from);
    return L::Load(from);
  };
  auto* out = static_cast<Out*>(args.out);
  for (size_t i = 0; i < args.n; i += lanes) {
    const auto y = load(kSourceTarget, i);
    auto wy = y;
    if constexpr (kPosWeight) wy = hn::Mul(load(kSourcePos, i), y);
    const auto base = math::BceGrad(L(), load(kSourceLogits, i), y, wy);
    auto factor = scale;
    if constexpr (kFactors) {
      factor = hn::Mul(hn::Mul(load(kSourceGrad, i), scale), load(kSourceWeight, i));
    }
    simd::PrefetchAhead(out + i);
    L::Store(hn::Mul(base, factor), out + i);
  }
}

template <class L, class Out>
exec::Kernel Choose(bool pos_weight, bool factors) {
  if (pos_weight) {
    return factors ? GradKernel<L, Out, true, true> : GradKernel<L, Out, true, false>;
  }
  return factors ? GradKernel<L, Out, false, true> : GradKernel<L, Out, false, false>;
}

template <class L>
void BackwardIn(const exec::Job& job, const exec::Addresses& at, double scale, size_t lo,
                size_t hi) {
  const auto used = [&](KernelSource source) {
    return job.sources[source].kind != exec::SourceKind::kUnused;
  };
  const bool factors = used(kSourceGrad) || used(kSourceWeight);
  const auto kernel = job.sink.dtype == DType::kFloat32
                          ? Choose<L, float>(used(kSourcePos), factors)
                          : Choose<L, typename L::T>(used(kSourcePos), factors);
  exec_target::TileDriver<L>(job, at, kernel, scale).Run(lo, hi);
}

void Backward(const exec::Job& job, const exec::Addresses& at, double scale, size_t lo, size_t hi) {
  if (job.precision == Precision::kFast) {
    return BackwardIn<simd::FastLanes>(job, at, scale, lo, hi);
  }
  return BackwardIn<simd::ExactLanes>(job, at, scale, lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::bce_with_logits::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::ops::bce_with_logits::cpu {

HWY_EXPORT(Backward);

void RunBackwardChunk(const exec::Job& job, const exec::Addresses& at, double scale, size_t lo,
                      size_t hi) {
  HWY_DYNAMIC_DISPATCH(Backward)(job, at, scale, lo, hi);
}

}  // namespace sigloss::ops::bce_with_logits::cpu
#endif  // HWY_ONCE
