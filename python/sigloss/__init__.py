# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Binary cross entropy and sigmoid focal loss on logits, with gradients that stay exact.

The functions take arrays of NumPy, PyTorch and JAX (and others that have DLPack or the buffer
protocol) without copying them, and return arrays of the framework of the logits.
"""

from sigloss._core import (
    bce_with_logits,
    bce_with_logits_backward,
    bce_with_logits_loss_and_grad,
    bce_with_logits_target_backward,
    info,
    set_num_threads,
    set_precision,
    sigmoid_focal_loss,
    sigmoid_focal_loss_backward,
    sigmoid_focal_loss_loss_and_grad,
)

__version__: str = info()["version"]

__all__ = [
    "bce_with_logits",
    "bce_with_logits_backward",
    "bce_with_logits_loss_and_grad",
    "bce_with_logits_target_backward",
    "info",
    "set_num_threads",
    "set_precision",
    "sigmoid_focal_loss",
    "sigmoid_focal_loss_backward",
    "sigmoid_focal_loss_loss_and_grad",
]
