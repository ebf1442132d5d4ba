// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Sigmoid focal loss: loss, gradient by the logits, and both in one pass.
//
// With x a logit, p = sigmoid(x), q = sigmoid(-x), softplus(x) = log(1 + exp(x)), a = alpha,
// g = gamma, w the weight:
//   label 1:  loss = a q^g softplus(-x) w          d loss/d x = -a q^g (g p softplus(-x) + q) w
//   label 0:  loss = (1 - a) p^g softplus(x) w     d loss/d x = (1 - a) p^g (g q softplus(x) + p) w
// mean divides by the normalizer. A masked element contributes nothing, whatever it holds, and its
// gradient is 0.
//
// Common to all functions:
// - logits, weight, class_alpha, grad_output: float32, float16, bfloat16 or float64, in any
// mixture.
//   Results: the same. mask: bool. The target's dtypes are FocalTarget's.
// - grad_output, weight, class_alpha and mask broadcast to the shape of logits. Rank 0 to 8, any
//   strides; inputs may repeat elements (stride 0).
// - A result's memory may be exactly that of logits or of grad_output (same address, element size
//   and layout); any other overlap with an input or with another result is refused.
// - Computation: float64 lanes and one rounding to the result's type (Precision::kExact): 0.501 ULP
//   for labels and selectors 0 and 1 and gamma >= 0. For gamma below 0 the terms of the gradient
//   have two signs, and errors are 2^-43 of the larger one: for gamma near -1 they cancel on easy
//   examples. Or float32 lanes (kFast), for |logit| <= 87: the larger of 16 and 4 (gamma + 1) ULP.
//   If any tensor is float64, float64 arithmetic with a range of its own: for labels and selectors
//   0 and 1 4 + 0.35 (gamma + 1) ULP, and half an ULP more for each of weight, grad_output and
//   scale; for others about 3 (gamma + 1) more, of the larger term where a gradient cancels.
// - x = +-inf gives the limits; NaN in an element's inputs gives NaN in that element (and in a
//   reduced loss), unless it is masked.
// - Gamma 0 is the balanced cross entropy; below 0 easy examples weigh more than hard
//   ones, by the same formula.
// - Errors: kNullArgument, kInvalidArgument, kBroadcastMismatch, as of bce_with_logits.h.
#pragma once

#include <optional>

#include "sigloss/export.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss {

/// What decides which elements are positive. The conventions of this loss differ between
/// libraries, so the caller says which one the tensor follows.
struct FocalTarget {
  enum class Kind : uint8_t {
    /// Of the shape of logits: 1 positive, 0 negative. Between them, as torchvision defines it:
    /// with
    /// m = p (1 - y) + q y, the loss is (a y + (1 - a) (1 - y)) m^g times the cross entropy.
    /// Outside [0, 1]: NaN in that element. Floating types, bool, uint8, int32, int64.
    kLabels,
    /// Of the shape of logits, the target of CANN's SigmoidFocalLossGrad: 0 positive, 1 negative.
    /// Any other t mixes: the positive branch (1 - t) times and the negative one t times.
    kSelector,
    /// Of the shape of logits without its last axis, int32 or int64: the column that is positive.
    /// The number of columns means background, no column; -1 leaves the row out, as a mask does.
    /// Any other value is an error that names the row.
    kClassIndex,
  };
  Kind kind = Kind::kLabels;
  TensorView tensor;

  static FocalTarget Labels(const TensorView& tensor) { return {Kind::kLabels, tensor}; }
  static FocalTarget Selector(const TensorView& tensor) { return {Kind::kSelector, tensor}; }
  static FocalTarget ClassIndex(const TensorView& tensor) { return {Kind::kClassIndex, tensor}; }
};

struct FocalOptions {
  /// Weight of positive elements; negative ones weigh 1 - alpha. Absent: both weigh 1. Finite.
  std::optional<double> alpha = 0.25;
  double gamma = 2;                            ///< in [-1e6, 1e6]
  std::optional<TensorView> class_alpha = {};  ///< alpha of each element, instead of `alpha`
  std::optional<TensorView> weight = {};       ///< of each element, row or class; absent means 1
  std::optional<TensorView> mask = {};         ///< bool, true = keep; absent keeps all
  Reduction reduction = Reduction::kNone;
  /// Of the mean; anything but kNumel needs kMean. kPositives counts positive elements: those with
  /// a label above 0, or a selector below 1.
  Normalizer normalizer = {};
  std::optional<Precision> precision = {};  ///< absent: the setting of the process
  int max_threads = 0;                      ///< at most so many threads; 0: the process's
};

/// Loss. `loss` has the shape of logits where the reduction is none, else one element (of any
/// rank). No elements: nothing is written for none; 0 for sum; NaN for mean, as 0/0 is.
[[nodiscard]] SIGLOSS_API Status sigmoid_focal_loss(const TensorView& logits,
                                                    const FocalTarget& target,
                                                    const TensorView& loss,
                                                    const FocalOptions& options = {});

/// Gradient by the logits, times grad_output, of the loss that `options` describes. `grad` has the
/// shape of logits.
[[nodiscard]] SIGLOSS_API Status sigmoid_focal_loss_backward(const TensorView& grad_output,
                                                             const TensorView& logits,
                                                             const FocalTarget& target,
                                                             const TensorView& grad,
                                                             const FocalOptions& options = {});

/// Loss and its gradient by the logits (for a grad_output of 1), reading each input once.
[[nodiscard]] SIGLOSS_API Status sigmoid_focal_loss_loss_and_grad(const TensorView& logits,
                                                                  const FocalTarget& target,
                                                                  const TensorView& loss,
                                                                  const TensorView& grad,
                                                                  const FocalOptions& options = {});

}  // namespace sigloss
