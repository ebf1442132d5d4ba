// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the family's kernels share.
#if defined(SIGLOSS_OPS_SIGMOID_FOCAL_LOSS_CPU_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_OPS_SIGMOID_FOCAL_LOSS_CPU_KERNELS_INL_H_
#undef SIGLOSS_OPS_SIGMOID_FOCAL_LOSS_CPU_KERNELS_INL_H_
#else
#define SIGLOSS_OPS_SIGMOID_FOCAL_LOSS_CPU_KERNELS_INL_H_
#endif

#include <hwy/highway.h>

#include "loss/kernel-inl.h"
#include "ops/sigmoid_focal_loss/cpu/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::sigmoid_focal_loss::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace math = sigloss::math::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;
namespace kernel = sigloss::loss::HWY_NAMESPACE;
using kernel::Read;
using kernel::Scalar;

/// The targets of a vector of elements, what positive and negative ones weigh there, and which
/// elements are left out, by the mask or by their label.
template <class L, class V = typename L::V>
HWY_INLINE void ReadTarget(L /*lanes*/, const exec::KernelArgs& args, size_t i, V& target, V& alpha,
                           V& other, hn::Mask<typename L::D>& is_out) {
  const typename L::D d;
  const V read = Read<L>(args, loss::kSourceTarget, i);
  const auto is_ignored = hn::Eq(read, Scalar<L>(args, kIgnoredLabel));
  target = hn::IfThenZeroElse(is_ignored, read);
  // Beside a tensor kAlpha is 1 and kOther 0; where there is none the tensor is ones.
  const V alphas = Read<L>(args, kSourceAlpha, i);
  alpha = hn::Mul(Scalar<L>(args, kAlpha), alphas);
  other = hn::Add(Scalar<L>(args, kOther), hn::Sub(hn::Set(d, 1), alphas));
  const V mask = Read<L>(args, loss::kSourceMask, i);
  is_out = hn::Or(is_ignored, hn::Eq(mask, hn::Zero(d)));
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::sigmoid_focal_loss::cpu
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_OPS_SIGMOID_FOCAL_LOSS_CPU_KERNELS_INL_H_
