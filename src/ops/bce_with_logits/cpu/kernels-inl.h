// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// One loop for loss, gradient or both, on float64 or float32 lanes.
#if defined(SIGLOSS_OPS_BCE_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_OPS_BCE_KERNELS_INL_H_
#undef SIGLOSS_OPS_BCE_KERNELS_INL_H_
#else
#define SIGLOSS_OPS_BCE_KERNELS_INL_H_
#endif

#include <hwy/highway.h>

#include "loss/kernel-inl.h"
#include "math/bce-inl.h"
#include "math/log1p-inl.h"
#include "ops/bce_with_logits/cpu/kernels.h"
#include "simd/accumulate-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::ops::bce_with_logits::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace math = sigloss::math::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;
namespace kernel = sigloss::loss::HWY_NAMESPACE;
using kernel::Read;
using kernel::RunTiles;
using kernel::Scalar;
using kernel::Write;
using loss::kScale;
using loss::kSourceGrad;
using loss::kSourceLogits;
using loss::kSourceTarget;
using loss::kSourceWeight;
using loss::Loss;

/// How a loss is passed on: Loss, and its sum by way of a product, see math::Log1p.
enum class LossForm : uint8_t { kNot, kValues, kSum, kProduct };

/// Options a kernel is compiled for. One that is compiled in but not used reads ones, so results do
/// not depend on which kernel runs.
enum OptionBits : unsigned { kPlain = 0, kPos = 1, kFactors = 2, kWeights = 3, kEverything = 7 };

template <class L, bool kSmoothed>
HWY_INLINE typename L::V Label(const exec::KernelArgs& args, size_t i) {
  const auto y = Read<L>(args, kSourceTarget, i);
  if constexpr (!kSmoothed) return y;
  return hn::MulAdd(y, Scalar<L>(args, kLabelKeep), Scalar<L>(args, kLabelAdd));
}

/// Options of a call.
struct Options {
  bool pos_weight = false;
  bool factors = false;  // the upstream gradient or the weight differ from element to element
  bool extras = false;   // a mask or label smoothing
};

inline Options OptionsOf(const Task& task) {
  Options options;
  options.pos_weight = task.job.Reads(kSourcePos);
  options.factors = task.HasFactors();
  options.extras = task.job.Reads(loss::kSourceMask) || task.scalars[kLabelKeep] != 1;
  return options;
}

/// v, and 0 in the elements that the mask leaves out.
template <class L, unsigned kOptions>
HWY_INLINE typename L::V Kept(const exec::KernelArgs& args, size_t i, typename L::V v) {
  if constexpr (kOptions != kEverything) return v;
  return kernel::Masked<L>(args, i, v);
}

/// Passes the loss of a vector on: writes it, or adds it to the block's sums.
template <class L, class Out, LossForm kLoss, unsigned kOptions>
HWY_INLINE void PassLoss(const exec::KernelArgs& args, size_t i, typename L::V loss) {
  if constexpr ((kOptions & kFactors) != 0) loss = hn::Mul(loss, Read<L>(args, kSourceWeight, i));
  loss = Kept<L, kOptions>(args, i, loss);
  if constexpr (kLoss == LossForm::kValues) {
    Write<L, Out>(args, 0, i, loss);
  } else {
    kernel::AddLoss<L>(args, i, loss);
  }
}

/// The gradient of a vector without its factors; passes the loss on.
template <class L, class Out, bool kGrad, LossForm kLoss, unsigned kOptions>
HWY_INLINE typename L::V Evaluate(const exec::KernelArgs& args, size_t i, typename L::V x,
                                  typename L::V y, typename L::V wy) {
  if constexpr (kLoss == LossForm::kNot) return math::BceGrad(L(), x, y, wy);
  typename L::V grad = x;
  if constexpr (kLoss == LossForm::kProduct) {
    typename L::V linear, e;
    math::BceLossPartsAndGrad(L(), x, y, linear, e, grad);
    double* sums = kernel::SumsAt(args, i);
    simd::AddTo(L(), kernel::Within<L>(args, i, linear), sums);
    simd::MultiplyInto(L(), kernel::Within<L>(args, i, e), sums + exec::kSumLanes);
  } else if constexpr (kGrad) {
    typename L::V loss;
    math::BceLossAndGrad(L(), x, y, wy, loss, grad);
    PassLoss<L, Out, kLoss, kOptions>(args, i, loss);
  } else {
    PassLoss<L, Out, kLoss, kOptions>(args, i, math::BceLoss(L(), x, y, wy));
  }
  return grad;
}

template <class L, class Out, bool kGrad, LossForm kLoss, unsigned kOptions>
void BceKernel(const exec::KernelArgs& args) {
  using V = typename L::V;
  const auto scale = Scalar<L>(args, kScale);
  for (size_t i = 0; i < args.n; i += hn::Lanes(typename L::D())) {
    const V y = Label<L, kOptions == kEverything>(args, i);
    V wy = y;
    if constexpr ((kOptions & kPos) != 0) wy = hn::Mul(Read<L>(args, kSourcePos, i), y);
    const V x = Read<L>(args, kSourceLogits, i);
    const V base = Evaluate<L, Out, kGrad, kLoss, kOptions>(args, i, x, y, wy);
    if constexpr (!kGrad) continue;
    V factor = scale;
    if constexpr ((kOptions & kFactors) != 0) {
      const V upstream = hn::Mul(Read<L>(args, kSourceGrad, i), scale);
      factor = hn::Mul(upstream, Read<L>(args, kSourceWeight, i));
    }
    const V grad = Kept<L, kOptions>(args, i, hn::Mul(base, factor));
    Write<L, Out>(args, kLoss == LossForm::kValues ? 1 : 0, i, grad);
  }
}

/// Sum of a block's losses: of its running sums and of the logarithms of its products, the lanes
/// added pairwise.
inline double BlockSumWithProducts(const double* sums) {
  const simd::DoubleLanes::D d;
  HWY_ALIGN double lanes[exec::kSumLanes];
  for (size_t i = 0; i < exec::kSumLanes; i += hn::Lanes(d)) {
    const auto log = math::Log1p(simd::DoubleLanes(), hn::Load(d, sums + exec::kSumLanes + i));
    hn::Store(hn::Add(hn::Load(d, sums + i), log), d, lanes + i);
  }
  return kernel::SumLanes(lanes);
}

/// The kernel for a call's options: the leanest of those compiled that has them all.
template <class L, class Out, bool kGrad, LossForm kLoss>
exec::Kernel ForOptions(const Options& options) {
  if (options.extras) return BceKernel<L, Out, kGrad, kLoss, kEverything>;
  if constexpr (kLoss == LossForm::kNot) {
    if (options.pos_weight != options.factors) {
      return options.factors ? BceKernel<L, Out, kGrad, kLoss, kFactors>
                             : BceKernel<L, Out, kGrad, kLoss, kPos>;
    }
  }
  if (options.pos_weight || options.factors) return BceKernel<L, Out, kGrad, kLoss, kWeights>;
  if constexpr (kLoss == LossForm::kSum) {
    return BceKernel<L, Out, kGrad, LossForm::kProduct, kPlain>;
  } else {
    return BceKernel<L, Out, kGrad, kLoss, kPlain>;
  }
}

template <class L, bool kGrad, LossForm kLoss>
exec::Kernels ChooseValues(const exec::Job& job, const Options& options) {
  exec::Kernels kernels;
  kernels.block_sum = BlockSumWithProducts;
  kernels.values = job.WritesFloat32Only() ? ForOptions<L, float, kGrad, kLoss>(options)
                                           : ForOptions<L, typename L::T, kGrad, kLoss>(options);
  return kernels;
}

template <class L, bool kGrad>
double RunLossIn(const Task& task, size_t lo, size_t hi) {
  const Options options = OptionsOf(task);
  if (task.wanted.loss == Loss::kSum) {
    return RunTiles(task, ChooseValues<L, kGrad, LossForm::kSum>(task.job, options), lo, hi);
  }
  return RunTiles(task, ChooseValues<L, kGrad, LossForm::kValues>(task.job, options), lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::ops::bce_with_logits::cpu
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_OPS_BCE_KERNELS_INL_H_
