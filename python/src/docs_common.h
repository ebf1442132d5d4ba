// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the docstrings of all functions share. Macros, because only literals can be joined.
#pragma once

#define SIGLOSS_DOC_LOGITS                                                                \
  "logits : array\n"                                                                      \
  "    x, of rank 0 to 8 and any strides; float32, float16, bfloat16 or float64. NumPy, " \
  "PyTorch,\n"                                                                            \
  "    JAX, or anything with DLPack or the buffer protocol; read in place, never copied.\n"

#define SIGLOSS_DOC_GRAD_OUTPUT     \
  "grad_output : array or number\n" \
  "    What comes in for the loss; broadcasts to the shape of logits. Types as logits.\n"

#define SIGLOSS_DOC_COMMON                                                                         \
  "normalizer : {'numel', 'rows', 'positives'} or number, optional\n"                              \
  "    What a mean divides by: the number of elements that the mask keeps (default), the first\n"  \
  "    extent of logits, the number of positive elements but at least 1, or the number given.\n"   \
  "mask : array of bool, optional\n"                                                               \
  "    Broadcasts to the shape of logits. Where it is False an element adds nothing to the loss\n" \
  "    and its gradient is 0, whatever it holds.\n"

#define SIGLOSS_DOC_PRECISION                                                                      \
  "precision : {'exact', 'fast'}, optional\n"                                                      \
  "    'exact': float64 lanes and one rounding; 'fast': float32 lanes, a few ULP. Default: what\n" \
  "    set_precision said, or the environment variable SIGLOSS_PRECISION, or 'exact'.\n"

#define SIGLOSS_DOC_OUT_LOSS                                                                \
  "out : array, optional\n"                                                                 \
  "    Where the loss is written, and what is returned: of the shape of logits, or of one " \
  "element\n"                                                                               \
  "    if reduced. It may be exactly the memory of logits, but overlap nothing otherwise.\n"

#define SIGLOSS_DOC_OUT_GRAD                                                                   \
  "out : array, optional\n"                                                                    \
  "    Where the gradient is written, and what is returned. It may be exactly the memory of\n" \
  "    logits or of grad_output, but overlap nothing otherwise.\n"

#define SIGLOSS_DOC_OUT_BOTH              \
  "out : tuple of two arrays, optional\n" \
  "    Where loss and gradient are written, and what is returned; either may be None.\n"

#define SIGLOSS_DOC_RETURN_LOSS                                                                 \
  "array\n"                                                                                     \
  "    The loss, an array of the framework of logits (of NumPy for those without one), of the " \
  "type\n"                                                                                      \
  "    that holds those of all floating arguments. Without elements a sum is 0 and a mean NaN.\n"

#define SIGLOSS_DOC_RETURN_GRAD \
  "array\n"                     \
  "    The gradient, of the shape and type of logits and of its framework.\n"

#define SIGLOSS_DOC_RETURN_BOTH                                                              \
  "tuple of two arrays\n"                                                                    \
  "    (loss, grad): the loss as above, and its gradient by the logits, of their shape and " \
  "type.\n"

#define SIGLOSS_DOC_RAISES                                                                         \
  "Raises\n"                                                                                       \
  "------\n"                                                                                       \
  "TypeError\n"                                                                                    \
  "    An argument is no array, of a dtype that is not taken, or a tracer of JAX.\n"               \
  "ValueError\n"                                                                                   \
  "    A shape, layout or option is not what is said above, results overlap inputs, or a tensor\n" \
  "    requires a gradient (sigloss.torch records them). The text names the argument.\n"
