// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/bce_with_logits/cpu/grad_kernels.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "ops/bce_with_logits/cpu/grad_bounds-inl.h"
#include "ops/bce_with_logits/cpu/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::bce_with_logits::cpu {
namespace HWY_NAMESPACE {

double RunGradInLanes(const Task& task, size_t lo, size_t hi) {
  const Options options = OptionsOf(task);
  if (task.job.lanes == exec::LaneType::kFast) {
    using L = simd::FastLanes;
    return RunTiles(task, ChooseValues<L, true, LossForm::kNot>(task.job, options), lo, hi);
  }
  using L = simd::ExactLanes;
  auto kernels = ChooseValues<L, true, LossForm::kNot>(task.job, options);
  kernels.bounds = ChooseBounds(task.job, options, task.scalars);
  return RunTiles(task, kernels, lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::bce_with_logits::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::ops::bce_with_logits::cpu {

HWY_EXPORT(RunGradInLanes);

double RunGrad(const Task& task, size_t lo, size_t hi) {
  return HWY_DYNAMIC_DISPATCH(RunGradInLanes)(task, lo, hi);
}

}  // namespace sigloss::ops::bce_with_logits::cpu
#endif  // HWY_ONCE
