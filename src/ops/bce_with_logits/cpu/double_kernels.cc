// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The family on float64 inputs: one kernel a result, with all options.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/bce_with_logits/cpu/double_kernels.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "math/bce_double-inl.h"
#include "ops/bce_with_logits/cpu/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::bce_with_logits::cpu {
namespace HWY_NAMESPACE {

using L = simd::DoubleLanes;

template <Loss kLoss>
HWY_INLINE void PassLossDouble(const exec::KernelArgs& args, size_t i, L::V m, L::V e) {
  math::MultiplyBy(Read<L>(args, kSourceWeight, i), m, e);
  const L::V loss = Kept<L, kEverything>(args, i, math::ValueOf(m, e));
  if constexpr (kLoss == Loss::kValues) {
    Write<L, double>(args, 0, i, loss);
  } else {
    kernel::AddLoss<L>(args, i, loss);
  }
}

HWY_INLINE void WriteGradDouble(const exec::KernelArgs& args, size_t sink, size_t i, L::V m,
                                L::V e) {
  math::MultiplyBy(Read<L>(args, kSourceGrad, i), m, e);
  math::MultiplyBy(Scalar<L>(args, kScale), m, e);
  math::MultiplyBy(Read<L>(args, kSourceWeight, i), m, e);
  Write<L, double>(args, sink, i, Kept<L, kEverything>(args, i, math::ValueOf(m, e)));
}

template <bool kGrad, bool kTargetGrad, Loss kLoss>
void DoubleKernel(const exec::KernelArgs& args) {
  for (size_t i = 0; i < args.n; i += hn::Lanes(L::D())) {
    const L::V x = Read<L>(args, kSourceLogits, i);
    const L::V y = Label<L, true>(args, i);
    // 1 - y from the label itself, which keeps the bits that the smoothed one has lost.
    const L::V complement =
        hn::MulAdd(hn::Sub(hn::Set(L::D(), 1.0), Read<L>(args, kSourceTarget, i)),
                   Scalar<L>(args, kLabelKeep), Scalar<L>(args, kLabelAdd));
    const L::V w = Read<L>(args, kSourcePos, i);
    L::V k, rest, m, e;
    math::ExpOfMinusAbs(L(), x, k, rest);
    if constexpr (kLoss != Loss::kNot) {
      math::BceLoss(L(), x, y, complement, w, k, rest, m, e);
      PassLossDouble<kLoss>(args, i, m, e);
    }
    if constexpr (kGrad) {
      math::BceGrad(L(), x, y, complement, w, k, rest, m, e);
      WriteGradDouble(args, kLoss == Loss::kValues ? 1 : 0, i, m, e);
    }
    if constexpr (kTargetGrad) {
      math::BceTargetGrad(L(), x, w, k, rest, m, e);
      WriteGradDouble(args, 0, i, m, e);
    }
  }
}

exec::Kernel ChooseDouble(const loss::Wanted& wanted) {
  if (wanted.target_grad) return DoubleKernel<false, true, Loss::kNot>;
  switch (wanted.loss) {
    case Loss::kValues:
      return wanted.grad ? DoubleKernel<true, false, Loss::kValues>
                         : DoubleKernel<false, false, Loss::kValues>;
    case Loss::kSum:
      return wanted.grad ? DoubleKernel<true, false, Loss::kSum>
                         : DoubleKernel<false, false, Loss::kSum>;
    case Loss::kNot:
      break;
  }
  return DoubleKernel<true, false, Loss::kNot>;
}

double RunDoubleInLanes(const Task& task, size_t lo, size_t hi) {
  exec::Kernels kernels;
  kernels.values = ChooseDouble(task.wanted);
  kernels.writes_lanes = true;
  kernels.block_sum = kernel::BlockSum;
  return RunTiles(task, kernels, lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::bce_with_logits::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::ops::bce_with_logits::cpu {

HWY_EXPORT(RunDoubleInLanes);

double RunDouble(const Task& task, size_t lo, size_t hi) {
  return HWY_DYNAMIC_DISPATCH(RunDoubleInLanes)(task, lo, hi);
}

}  // namespace sigloss::ops::bce_with_logits::cpu
#endif  // HWY_ONCE
