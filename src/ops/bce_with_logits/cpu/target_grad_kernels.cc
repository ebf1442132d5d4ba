// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient by the labels. Rarely the bottleneck, so one kernel with all options serves it.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/bce_with_logits/cpu/target_grad_kernels.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "ops/bce_with_logits/cpu/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::bce_with_logits::cpu {
namespace HWY_NAMESPACE {

template <class L, class Out>
void TargetGradKernel(const exec::KernelArgs& args) {
  using V = typename L::V;
  const V scale = Scalar<L>(args, kScale);
  for (size_t i = 0; i < args.n; i += hn::Lanes(typename L::D())) {
    const V x = Read<L>(args, kSourceLogits, i);
    const V base = math::BceTargetGrad(L(), x, Read<L>(args, kSourcePos, i));
    const V upstream = hn::Mul(Read<L>(args, kSourceGrad, i), scale);
    const V factor = hn::Mul(upstream, Read<L>(args, kSourceWeight, i));
    Write<L, Out>(args, 0, i, Kept<L, kEverything>(args, i, hn::Mul(base, factor)));
  }
}

template <class L>
double RunTargetGradIn(const Task& task, size_t lo, size_t hi) {
  exec::Kernels kernels;
  kernels.values = task.job.WritesFloat32Only() ? TargetGradKernel<L, float>
                                                : TargetGradKernel<L, typename L::T>;
  return RunTiles(task, kernels, lo, hi);
}

double RunTargetGradInLanes(const Task& task, size_t lo, size_t hi) {
  if (task.job.lanes == exec::LaneType::kFast) {
    return RunTargetGradIn<simd::FastLanes>(task, lo, hi);
  }
  return RunTargetGradIn<simd::ExactLanes>(task, lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::bce_with_logits::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::ops::bce_with_logits::cpu {

HWY_EXPORT(RunTargetGradInLanes);

double RunTargetGrad(const Task& task, size_t lo, size_t hi) {
  return HWY_DYNAMIC_DISPATCH(RunTargetGradInLanes)(task, lo, hi);
}

}  // namespace sigloss::ops::bce_with_logits::cpu
#endif  // HWY_ONCE
