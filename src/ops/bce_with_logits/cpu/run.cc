// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/cpu/kernels.h"

namespace sigloss::ops::bce_with_logits::cpu {

double Run(const Task& task, size_t lo, size_t hi) {
  if (task.job.lanes == exec::LaneType::kDouble) return RunDouble(task, lo, hi);
  if (task.wanted.target_grad) return RunTargetGrad(task, lo, hi);
  if (task.wanted.loss == loss::Loss::kNot) return RunGrad(task, lo, hi);
  return task.wanted.grad ? RunLossAndGrad(task, lo, hi) : RunLoss(task, lo, hi);
}

}  // namespace sigloss::ops::bce_with_logits::cpu
