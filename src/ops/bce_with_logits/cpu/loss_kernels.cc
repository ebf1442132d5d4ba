// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/bce_with_logits/cpu/loss_kernels.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "ops/bce_with_logits/cpu/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::bce_with_logits::cpu {
namespace HWY_NAMESPACE {

double RunLossInLanes(const Task& task, size_t lo, size_t hi) {
  if (task.job.lanes == exec::LaneType::kFast) {
    return RunLossIn<simd::FastLanes, false>(task, lo, hi);
  }
  return RunLossIn<simd::ExactLanes, false>(task, lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::bce_with_logits::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::ops::bce_with_logits::cpu {

HWY_EXPORT(RunLossInLanes);

double RunLoss(const Task& task, size_t lo, size_t hi) {
  return HWY_DYNAMIC_DISPATCH(RunLossInLanes)(task, lo, hi);
}

}  // namespace sigloss::ops::bce_with_logits::cpu
#endif  // HWY_ONCE
