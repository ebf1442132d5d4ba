// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the kernels of all elementwise losses are made of.
#if defined(SIGLOSS_LOSS_KERNEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_LOSS_KERNEL_INL_H_
#undef SIGLOSS_LOSS_KERNEL_INL_H_
#else
#define SIGLOSS_LOSS_KERNEL_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "exec/run_tiles.h"
#include "loss/task.h"
#include "simd/accumulate-inl.h"
#include "simd/prefetch-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::loss {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

/// A vector of a source.
template <class L>
HWY_INLINE typename L::V Read(const exec::KernelArgs& args, KernelSource source, size_t i) {
  const auto* from =
      static_cast<const typename L::Element*>(args.source[source]) + i * args.step[source];
  simd::PrefetchAhead(from);
  return L::Load(from);
}

/// One of the operator's numbers in every lane.
template <class L>
HWY_INLINE typename L::V Scalar(const exec::KernelArgs& args, size_t which) {
  return hn::Set(typename L::D(), static_cast<typename L::T>((*args.scalars)[which]));
}

/// v, and 0 in the elements that the mask leaves out.
template <class L>
HWY_INLINE typename L::V Masked(const exec::KernelArgs& args, size_t i, typename L::V v) {
  const auto mask = Read<L>(args, kSourceMask, i);
  return hn::IfThenElseZero(hn::Ne(mask, hn::Zero(typename L::D())), v);
}

/// v, and 0 past the last element.
template <class L>
HWY_INLINE typename L::V Within(const exec::KernelArgs& args, size_t i, typename L::V v) {
  const typename L::D d;
  if (HWY_LIKELY(i + hn::Lanes(d) <= args.n)) return v;
  return hn::IfThenElseZero(hn::FirstN(d, args.n - i), v);
}

template <class L, class Out>
HWY_INLINE void Write(const exec::KernelArgs& args, size_t sink, size_t i, typename L::V v) {
  auto* out = static_cast<Out*>(args.out[sink]) + i;
  simd::PrefetchAhead(out);
  L::Store(v, out);
}

/// Where the sums of a vector of elements are kept.
inline double* SumsAt(const exec::KernelArgs& args, size_t i) {
  return args.sums + (args.first_sum + i) % exec::kSumLanes;
}

/// In float64 lanes the formulas have a number near 2^600 for an infinite logit, which times a
/// weight of 0 is 0. In a sum it has to be infinity again, so that both signs make a NaN; no finite
/// loss of float32 inputs is that large.
HWY_INLINE simd::ExactLanes::V WithInfinity(simd::ExactLanes /*lanes*/, simd::ExactLanes::V v) {
  const simd::ExactLanes::D d;
  const auto is_infinite = hn::Gt(hn::Abs(v), hn::Set(d, 0x1p400));
  return hn::IfThenElse(is_infinite, hn::CopySign(hn::Set(d, HUGE_VAL), v), v);
}
template <class L>
HWY_INLINE typename L::V WithInfinity(L /*lanes*/, typename L::V v) {
  return v;
}

/// Adds a vector of losses to the block's sums.
template <class L>
HWY_INLINE void AddLoss(const exec::KernelArgs& args, size_t i, typename L::V loss) {
  simd::AddTo(L(), Within<L>(args, i, WithInfinity(L(), loss)), SumsAt(args, i));
}

/// The lanes of a sum, added pairwise.
inline double SumLanes(double* lanes) {
  for (size_t half = exec::kSumLanes / 2; half > 0; half /= 2) {
    for (size_t i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  }
  return lanes[0];
}

/// A block's sum, of the first of its running sums.
inline double BlockSum(const double* sums) {
  HWY_ALIGN double lanes[exec::kSumLanes];
  std::copy_n(sums, exec::kSumLanes, lanes);
  return SumLanes(lanes);
}

/// Elements [lo, hi) of a task by its kernels; the sum of the losses where that is wanted, else 0.
inline double RunTiles(const Task& task, const exec::Kernels& kernels, size_t lo, size_t hi) {
  if (task.wanted.loss == Loss::kSum) {
    return exec::SumTiles(task.job, task.at, kernels, task.scalars, lo, hi);
  }
  exec::RunTiles(task.job, task.at, kernels, task.scalars, lo, hi);
  return 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::loss
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_LOSS_KERNEL_INL_H_
