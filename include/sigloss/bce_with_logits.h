// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Binary cross entropy with logits: loss, gradients, and both in one pass.
//
// With x a logit, y its label, w+ the positive weight, w the weight, p = sigmoid(x),
// q = sigmoid(-x), softplus(x) = log(1 + exp(x)):
//   loss        = [(1 - y) softplus(x) + w+ y softplus(-x)] w
//   d loss/d x  = [p (1 - y) - w+ y q] w
//   d loss/d y  = [w+ softplus(-x) - softplus(x)] w
// mean divides by the normalizer. Label smoothing e replaces y by y (1 - e) + e / 2 first, w+ sees
// the smoothed label; the derivative by y gets the factor 1 - e. A masked element contributes
// nothing, whatever it holds, and its gradient is 0.
//
// Common to all functions:
// - logits, weight, pos_weight, grad_output: float32, float16, bfloat16 or float64, in any mixture.
//   target: one of these, or bool, uint8, int32, int64 (read as numbers; magnitudes above 2^24 are
//   rounded to float32 unless a float64 tensor takes part). mask: bool. Results: float32, float16,
//   bfloat16 or float64.
// - target has the shape of logits; grad_output, weight, pos_weight and mask broadcast to it.
//   Rank 0 to 8, any strides; inputs may repeat elements (stride 0).
// - A result's memory may be exactly that of logits or of grad_output (same address, element size
//   and layout); any other overlap with an input or with another result is refused.
// - Computation: float64 lanes and one rounding to the result's type (Precision::kExact), or
//   float32 lanes (kFast). If any tensor is float64, full float64 arithmetic: at most 4 ULP for
//   labels 0 and 1, else 4 ULP of the larger term.
// - x = +-inf gives the limits; NaN in an element's inputs gives NaN in that element (and in a
//   reduced loss), unless it is masked.
// - Errors: kNullArgument (a tensor with elements whose data is null), kInvalidArgument,
//   kBroadcastMismatch; the text names the function, the argument, what was given and what was
//   expected. Nothing is written then.
#pragma once

#include <optional>

#include "sigloss/export.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss {

struct BceOptions {
  std::optional<TensorView> weight = {};      ///< w, of each element; absent means 1
  std::optional<TensorView> pos_weight = {};  ///< w+, of the positive part; absent means 1
  std::optional<TensorView> mask = {};        ///< bool, true = keep; absent keeps all
  Reduction reduction = Reduction::kMean;
  Normalizer normalizer = {};               ///< of the mean; anything but kNumel needs kMean
  double label_smoothing = 0;               ///< e, in [0, 1]
  std::optional<Precision> precision = {};  ///< absent: the setting of the process
  int max_threads = 0;                      ///< at most so many threads; 0: the process's
};

/// Loss. `loss` has the shape of logits where the reduction is none, else one element (of any
/// rank). No elements: nothing is written for none; 0 for sum; NaN for mean, as 0/0 is.
[[nodiscard]] SIGLOSS_API Status bce_with_logits(const TensorView& logits, const TensorView& target,
                                                 const TensorView& loss,
                                                 const BceOptions& options = {});

/// Gradient by the logits, times grad_output, of the loss that `options` describes. `grad` has the
/// shape of logits.
[[nodiscard]] SIGLOSS_API Status bce_with_logits_backward(const TensorView& grad_output,
                                                          const TensorView& logits,
                                                          const TensorView& target,
                                                          const TensorView& grad,
                                                          const BceOptions& options = {});

/// Loss and its gradient by the logits (for a grad_output of 1), reading each input once. Results
/// as those of bce_with_logits and bce_with_logits_backward.
[[nodiscard]] SIGLOSS_API Status bce_with_logits_loss_and_grad(const TensorView& logits,
                                                               const TensorView& target,
                                                               const TensorView& loss,
                                                               const TensorView& grad,
                                                               const BceOptions& options = {});

/// Gradient by the target, times grad_output. `grad_target` has the shape of logits. The labels'
/// values do not enter, except in Normalizer::kPositives.
[[nodiscard]] SIGLOSS_API Status bce_with_logits_target_backward(const TensorView& grad_output,
                                                                 const TensorView& logits,
                                                                 const TensorView& target,
                                                                 const TensorView& grad_target,
                                                                 const BceOptions& options = {});

}  // namespace sigloss
