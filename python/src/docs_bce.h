// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Signatures and docstrings of binary cross entropy with logits.
#pragma once

#include "docs_common.h"

#define SIGLOSS_BCE_OPTIONS_SIGNATURE                                                \
  "*, weight: typing.Any = None, pos_weight: typing.Any = None, "                    \
  "reduction: typing.Literal['none', 'mean', 'sum'] = 'mean', "                      \
  "normalizer: typing.Literal['numel', 'rows', 'positives'] | float | None = None, " \
  "mask: typing.Any = None, label_smoothing: float = 0.0, "

#define SIGLOSS_PRECISION_SIGNATURE "precision: typing.Literal['exact', 'fast'] | None = None)"

#define SIGLOSS_BCE_INPUTS                                                                        \
  SIGLOSS_DOC_LOGITS                                                                              \
  "target : array\n"                                                                              \
  "    y, of the shape of logits: labels 0 and 1, or anything between and beyond. The types of\n" \
  "    logits, bool, uint8, int32 or int64.\n"                                                    \
  "weight : array or number, optional\n"                                                          \
  "    w, broadcasts to the shape of logits. Types as logits.\n"                                  \
  "pos_weight : array or number, optional\n"                                                      \
  "    w+, the weight of the positive part; broadcasts likewise.\n"                               \
  "reduction : {'mean', 'sum', 'none'}\n"                                                         \
  "    What becomes of the losses of the elements.\n" SIGLOSS_DOC_COMMON                          \
  "label_smoothing : float\n"                                                                     \
  "    e in [0, 1]: labels become y (1 - e) + e / 2 first.\n"

namespace sigloss::python::docs {

inline constexpr char kBceSignature[] =
    "def bce_with_logits(logits: ArrayT, target: typing.Any, " SIGLOSS_BCE_OPTIONS_SIGNATURE
    "out: typing.Any = None, " SIGLOSS_PRECISION_SIGNATURE " -> ArrayT";

inline constexpr char kBce[] =
    "Binary cross entropy of logits.\n\n"
    "With p = sigmoid(x) and softplus(x) = log(1 + exp(x)), an element's loss is\n"
    "((1 - y) softplus(x) + w+ y softplus(-x)) w, to 0.501 ULP for labels 0 and 1.\n\n"
    "Parameters\n"
    "----------\n" SIGLOSS_BCE_INPUTS SIGLOSS_DOC_OUT_LOSS SIGLOSS_DOC_PRECISION
    "\nReturns\n"
    "-------\n" SIGLOSS_DOC_RETURN_LOSS "\n" SIGLOSS_DOC_RAISES;

inline constexpr char kBceBackwardSignature[] =
    "def bce_with_logits_backward(grad_output: typing.Any, logits: ArrayT, target: "
    "typing.Any, " SIGLOSS_BCE_OPTIONS_SIGNATURE
    "out: typing.Any = None, " SIGLOSS_PRECISION_SIGNATURE " -> ArrayT";

inline constexpr char kBceBackward[] =
    "Gradient by the logits of the loss that bce_with_logits gives for the same options.\n\n"
    "With p = sigmoid(x) and q = sigmoid(-x), an element's gradient is\n"
    "(p (1 - y) - w+ y q) w grad_output, divided as the mean is; never by subtracting from 1.\n\n"
    "Parameters\n"
    "----------\n" SIGLOSS_DOC_GRAD_OUTPUT SIGLOSS_BCE_INPUTS SIGLOSS_DOC_OUT_GRAD
        SIGLOSS_DOC_PRECISION
    "\nReturns\n"
    "-------\n" SIGLOSS_DOC_RETURN_GRAD "\n" SIGLOSS_DOC_RAISES;

inline constexpr char kBceTargetBackwardSignature[] =
    "def bce_with_logits_target_backward(grad_output: typing.Any, logits: ArrayT, target: "
    "typing.Any, " SIGLOSS_BCE_OPTIONS_SIGNATURE
    "out: typing.Any = None, " SIGLOSS_PRECISION_SIGNATURE " -> ArrayT";

inline constexpr char kBceTargetBackward[] =
    "Gradient by the target of the loss that bce_with_logits gives for the same options.\n\n"
    "An element's gradient is (w+ softplus(-x) - softplus(x)) w grad_output, divided as the mean\n"
    "is, and times 1 - e with label smoothing.\n\n"
    "Parameters\n"
    "----------\n" SIGLOSS_DOC_GRAD_OUTPUT SIGLOSS_BCE_INPUTS SIGLOSS_DOC_OUT_GRAD
        SIGLOSS_DOC_PRECISION
    "\nReturns\n"
    "-------\n" SIGLOSS_DOC_RETURN_GRAD "\n" SIGLOSS_DOC_RAISES;

inline constexpr char kBceLossAndGradSignature[] =
    "def bce_with_logits_loss_and_grad(logits: ArrayT, target: "
    "typing.Any, " SIGLOSS_BCE_OPTIONS_SIGNATURE
    "out: tuple[typing.Any, typing.Any] | None = None, " SIGLOSS_PRECISION_SIGNATURE
    " -> tuple[ArrayT, ArrayT]";

inline constexpr char kBceLossAndGrad[] =
    "Loss and its gradient by the logits in one pass, which reads each input once.\n\n"
    "The same as bce_with_logits, and bce_with_logits_backward for a grad_output of 1.\n\n"
    "Parameters\n"
    "----------\n" SIGLOSS_BCE_INPUTS SIGLOSS_DOC_OUT_BOTH SIGLOSS_DOC_PRECISION
    "\nReturns\n"
    "-------\n" SIGLOSS_DOC_RETURN_BOTH "\n" SIGLOSS_DOC_RAISES;

}  // namespace sigloss::python::docs
