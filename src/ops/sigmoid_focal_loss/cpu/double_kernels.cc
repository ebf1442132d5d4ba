// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The family on float64 inputs.
#include "ops/sigmoid_focal_loss/cpu/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sigmoid_focal_loss/cpu/double_kernels.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "math/focal_double-inl.h"
#include "ops/sigmoid_focal_loss/cpu/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::sigmoid_focal_loss::cpu {
namespace HWY_NAMESPACE {

using L = simd::DoubleLanes;
using V = L::V;

/// Loss and gradient of a vector of elements for targets other than 0 and 1, in values that keep
/// those of the others.
HWY_NOINLINE void EvaluateSoftDouble(bool is_selector, hn::Mask<L::D> is_hard, V x, V target,
                                     V alpha, V other, const math::Exponent<double>& exponent,
                                     V& loss, V& loss_e, V& grad, V& grad_e) {
  V soft, soft_e, soft_grad, soft_grad_e;
  if (is_selector) {
    math::FocalMixedDouble(x, target, alpha, other, exponent, soft, soft_e, soft_grad, soft_grad_e);
  } else {
    math::FocalSoftDouble(x, target, alpha, other, exponent, soft, soft_e, soft_grad, soft_grad_e);
  }
  loss = hn::IfThenElse(is_hard, loss, soft);
  loss_e = hn::IfThenElse(is_hard, loss_e, soft_e);
  grad = hn::IfThenElse(is_hard, grad, soft_grad);
  grad_e = hn::IfThenElse(is_hard, grad_e, soft_grad_e);
}

/// Loss and gradient of a vector of elements, without weights, for any target.
HWY_INLINE void EvaluateDouble(const exec::KernelArgs& args, V x, V target, V alpha, V other,
                               V& loss, V& loss_e, V& grad, V& grad_e) {
  const L::D d;
  const math::Exponent<double> exponent((*args.scalars)[kGamma]);
  const bool is_selector = (*args.scalars)[kSelector] != 0;
  const auto is_zero = hn::Eq(target, hn::Zero(d));
  const auto is_one = hn::Eq(target, hn::Set(d, 1.0));
  math::FocalHardDouble(x, is_selector ? is_zero : is_one, alpha, other, exponent, loss, loss_e,
                        grad, grad_e);
  const auto is_hard = hn::Or(is_zero, is_one);
  if (HWY_LIKELY(hn::AllTrue(d, is_hard))) return;
  EvaluateSoftDouble(is_selector, is_hard, x, target, alpha, other, exponent, loss, loss_e, grad,
                     grad_e);
}

void FocalDoubleKernel(const exec::KernelArgs& args) {
  const exec::Scalars& numbers = *args.scalars;
  const bool writes_loss = numbers[kWritesLoss] != 0;
  const bool writes_grad = numbers[kWritesGrad] != 0;
  for (size_t i = 0; i < args.n; i += hn::Lanes(L::D())) {
    const V x = Read<L>(args, loss::kSourceLogits, i);
    V target, alpha, other;
    hn::Mask<L::D> is_out;
    ReadTarget(L(), args, i, target, alpha, other, is_out);
    V loss, loss_e, grad, grad_e;
    EvaluateDouble(args, x, target, alpha, other, loss, loss_e, grad, grad_e);
    const V weight = Read<L>(args, loss::kSourceWeight, i);
    math::MultiplyBy(weight, loss, loss_e);
    const V kept_loss = hn::IfThenZeroElse(is_out, math::ValueOf(loss, loss_e));
    if (writes_loss) {
      kernel::Write<L, double>(args, 0, i, kept_loss);
    } else if (args.sums != nullptr) {
      kernel::AddLoss<L>(args, i, kept_loss);
    }
    if (writes_grad) {
      math::MultiplyBy(weight, grad, grad_e);
      math::MultiplyBy(Read<L>(args, loss::kSourceGrad, i), grad, grad_e);
      math::MultiplyBy(Scalar<L>(args, loss::kScale), grad, grad_e);
      const V kept = hn::IfThenZeroElse(is_out, math::ValueOf(grad, grad_e));
      kernel::Write<L, double>(args, writes_loss ? 1 : 0, i, kept);
    }
  }
}

double RunDoubleInLanes(const Task& task, size_t lo, size_t hi) {
  const exec::Kernels kernels = {
      .values = FocalDoubleKernel, .writes_lanes = true, .block_sum = kernel::BlockSum};
  return kernel::RunTiles(task, kernels, lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::ops::sigmoid_focal_loss::cpu {

HWY_EXPORT(RunDoubleInLanes);

double RunDouble(const Task& task, size_t lo, size_t hi) {
  return HWY_DYNAMIC_DISPATCH(RunDoubleInLanes)(task, lo, hi);
}

}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
#endif  // HWY_ONCE
