// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// One loop for loss, gradient or both: each is a few products once the other is known, so one
// kernel serves all, and writes what is wanted. Every operand is read whether the call has it or
// not: absent ones are ones in L1, which is little beside an exponential and a logarithm.
#include "ops/sigmoid_focal_loss/cpu/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sigmoid_focal_loss/cpu/kernels.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "math/focal-inl.h"
#include "ops/sigmoid_focal_loss/cpu/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::sigmoid_focal_loss::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using math::Gamma;

/// Loss and gradient of a vector of elements for targets other than 0 and 1. Not inlined: rare, and
/// large.
template <class L, class V = typename L::V>
HWY_NOINLINE void EvaluateSoft(bool is_selector, V x, V target, V alpha, V other,
                               const math::Exponent<typename L::T>& exponent, V& loss, V& grad) {
  if (is_selector) {
    math::FocalMixed(L(), x, target, alpha, other, exponent, loss, grad);
  } else {
    math::FocalSoft(L(), x, target, alpha, other, hn::Set(typename L::D(), exponent.gamma), loss,
                    grad);
  }
}

/// Loss and gradient of a vector of elements, without weights, for any target. Labels other than 0
/// and 1 are rare, so their formulas are only run where a vector has one.
template <Gamma kGammaKind, class L, class V = typename L::V>
HWY_INLINE void Evaluate(L lanes, const exec::KernelArgs& args, V x, V target, V alpha, V other,
                         V& loss, V& grad) {
  const typename L::D d;
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1);
  const math::Exponent<typename L::T> exponent((*args.scalars)[kGamma]);
  const bool is_selector = (*args.scalars)[kSelector] != 0;
  const auto is_zero = hn::Eq(target, zero);
  const auto is_one = hn::Eq(target, one);
  math::FocalHard<kGammaKind>(lanes, x, is_selector ? is_zero : is_one, alpha, other, exponent,
                              loss, grad);
  const auto is_hard = hn::Or(is_zero, is_one);
  if (HWY_LIKELY(hn::AllTrue(d, is_hard))) return;
  V soft_loss, soft_grad;
  EvaluateSoft<L>(is_selector, x, target, alpha, other, exponent, soft_loss, soft_grad);
  loss = hn::IfThenElse(is_hard, loss, soft_loss);
  grad = hn::IfThenElse(is_hard, grad, soft_grad);
}

template <class L, Gamma kGammaKind>
void FocalKernel(const exec::KernelArgs& args) {
  using V = typename L::V;
  const typename L::D d;
  const exec::Scalars& numbers = *args.scalars;
  const bool writes_loss = numbers[kWritesLoss] != 0;
  const bool writes_grad = numbers[kWritesGrad] != 0;
  const size_t grad_sink = writes_loss ? 1 : 0;
  const V scale = Scalar<L>(args, loss::kScale);
  for (size_t i = 0; i < args.n; i += hn::Lanes(d)) {
    const V x = Read<L>(args, loss::kSourceLogits, i);
    V target, alpha, other;
    hn::Mask<typename L::D> is_out;
    ReadTarget(L(), args, i, target, alpha, other, is_out);
    V loss, grad;
    Evaluate<kGammaKind>(L(), args, x, target, alpha, other, loss, grad);
    const V weight = Read<L>(args, loss::kSourceWeight, i);
    loss = hn::IfThenZeroElse(is_out, math::Times(L(), weight, loss));
    if (writes_loss) {
      kernel::Write<L, typename L::T>(args, 0, i, loss);
    } else if (args.sums != nullptr) {
      kernel::AddLoss<L>(args, i, loss);
    }
    if (writes_grad) {
      const V upstream = hn::Mul(Read<L>(args, loss::kSourceGrad, i), scale);
      grad = hn::IfThenZeroElse(is_out, math::Times(L(), hn::Mul(upstream, weight), grad));
      kernel::Write<L, typename L::T>(args, grad_sink, i, grad);
    }
  }
}

template <class L>
exec::Kernel ForGamma(double gamma) {
  for (const double whole : {0.0, 1.0, 2.0, 3.0}) {
    if (gamma == whole) return FocalKernel<L, Gamma::kInteger>;
    if (gamma == whole + 0.5) return FocalKernel<L, Gamma::kHalfInteger>;
  }
  return FocalKernel<L, Gamma::kAny>;
}

template <class L>
double RunIn(const Task& task, size_t lo, size_t hi) {
  exec::Kernels kernels;
  kernels.values = ForGamma<L>(task.scalars[kGamma]);
  kernels.writes_lanes = true;
  kernels.block_sum = kernel::BlockSum;
  return kernel::RunTiles(task, kernels, lo, hi);
}

double RunInLanes(const Task& task, size_t lo, size_t hi) {
  if (task.job.lanes == exec::LaneType::kFast) return RunIn<simd::FastLanes>(task, lo, hi);
  return RunIn<simd::ExactLanes>(task, lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::ops::sigmoid_focal_loss::cpu {

HWY_EXPORT(RunInLanes);

double Run(const Task& task, size_t lo, size_t hi) {
  if (task.job.lanes == exec::LaneType::kDouble) return RunDouble(task, lo, hi);
  return HWY_DYNAMIC_DISPATCH(RunInLanes)(task, lo, hi);
}

}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
#endif  // HWY_ONCE
