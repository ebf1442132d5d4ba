// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Signatures and docstrings of sigmoid focal loss.
#pragma once

#include "docs_common.h"

#define SIGLOSS_FOCAL_OPTIONS_SIGNATURE                                                         \
  "*, labels: typing.Any = None, selector: typing.Any = None, class_index: typing.Any = None, " \
  "alpha: typing.Any = 0.25, gamma: float = 2.0, weight: typing.Any = None, "                   \
  "reduction: typing.Literal['none', 'mean', 'sum'] = 'none', "                                 \
  "normalizer: typing.Literal['numel', 'rows', 'positives'] | float | None = None, "            \
  "mask: typing.Any = None, "

#define SIGLOSS_FOCAL_PRECISION_SIGNATURE \
  "precision: typing.Literal['exact', 'fast'] | None = None)"

#define SIGLOSS_FOCAL_INPUTS                                                                     \
  SIGLOSS_DOC_LOGITS                                                                             \
  "labels : array\n"                                                                             \
  "    Of the shape of logits: 1 positive, 0 negative, between them as torchvision defines it. " \
  "The\n"                                                                                        \
  "    types of logits, bool, uint8, int32 or int64.\n"                                          \
  "selector : array\n"                                                                           \
  "    Instead of labels, the target of CANN's SigmoidFocalLossGrad: 0 positive, 1 negative.\n"  \
  "class_index : array\n"                                                                        \
  "    Instead of labels, of the shape of logits without its last axis, int32 or int64: the "    \
  "column\n"                                                                                     \
  "    that is positive; the number of columns for background; -1 leaves the row out.\n"         \
  "alpha : number or array, optional\n"                                                          \
  "    a, the weight of positive elements; negative ones weigh 1 - a. An array broadcasts to "   \
  "the\n"                                                                                        \
  "    shape of logits (an alpha for each class, say). None: both weigh 1.\n"                    \
  "gamma : float\n"                                                                              \
  "    g in [-1e6, 1e6].\n"                                                                      \
  "weight : array or number, optional\n"                                                         \
  "    w, broadcasts to the shape of logits: of elements (N, C), rows (N, 1) or classes (C,).\n" \
  "reduction : {'none', 'mean', 'sum'}\n"                                                        \
  "    What becomes of the losses of the elements.\n" SIGLOSS_DOC_COMMON

namespace sigloss::python::docs {

inline constexpr char kFocalSignature[] =
    "def sigmoid_focal_loss(logits: ArrayT, " SIGLOSS_FOCAL_OPTIONS_SIGNATURE
    "out: typing.Any = None, " SIGLOSS_FOCAL_PRECISION_SIGNATURE " -> ArrayT";

inline constexpr char kFocal[] =
    "Sigmoid focal loss of logits.\n\n"
    "With p = sigmoid(x), q = sigmoid(-x) and softplus(x) = log(1 + exp(x)), the loss of a "
    "positive\n"
    "element is a q^g softplus(-x) w, that of a negative one (1 - a) p^g softplus(x) w.\n\n"
    "Parameters\n"
    "----------\n" SIGLOSS_FOCAL_INPUTS SIGLOSS_DOC_OUT_LOSS SIGLOSS_DOC_PRECISION
    "\nReturns\n"
    "-------\n" SIGLOSS_DOC_RETURN_LOSS "\n" SIGLOSS_DOC_RAISES;

inline constexpr char kFocalBackwardSignature[] =
    "def sigmoid_focal_loss_backward(grad_output: typing.Any, logits: "
    "ArrayT, " SIGLOSS_FOCAL_OPTIONS_SIGNATURE
    "out: typing.Any = None, " SIGLOSS_FOCAL_PRECISION_SIGNATURE " -> ArrayT";

inline constexpr char kFocalBackward[] =
    "Gradient by the logits of the loss that sigmoid_focal_loss gives for the same options.\n\n"
    "For a positive element -a q^g (g p softplus(-x) + q) w grad_output, for a negative one\n"
    "(1 - a) p^g (g q softplus(x) + p) w grad_output, divided as the mean is.\n\n"
    "Parameters\n"
    "----------\n" SIGLOSS_DOC_GRAD_OUTPUT SIGLOSS_FOCAL_INPUTS SIGLOSS_DOC_OUT_GRAD
        SIGLOSS_DOC_PRECISION
    "\nReturns\n"
    "-------\n" SIGLOSS_DOC_RETURN_GRAD "\n" SIGLOSS_DOC_RAISES;

inline constexpr char kFocalLossAndGradSignature[] =
    "def sigmoid_focal_loss_loss_and_grad(logits: ArrayT, " SIGLOSS_FOCAL_OPTIONS_SIGNATURE
    "out: tuple[typing.Any, typing.Any] | None = None, " SIGLOSS_FOCAL_PRECISION_SIGNATURE
    " -> tuple[ArrayT, ArrayT]";

inline constexpr char kFocalLossAndGrad[] =
    "Loss and its gradient by the logits in one pass, which reads each input once.\n\n"
    "The same as sigmoid_focal_loss, and sigmoid_focal_loss_backward for a grad_output of 1.\n\n"
    "Parameters\n"
    "----------\n" SIGLOSS_FOCAL_INPUTS SIGLOSS_DOC_OUT_BOTH SIGLOSS_DOC_PRECISION
    "\nReturns\n"
    "-------\n" SIGLOSS_DOC_RETURN_BOTH "\n" SIGLOSS_DOC_RAISES;

}  // namespace sigloss::python::docs
