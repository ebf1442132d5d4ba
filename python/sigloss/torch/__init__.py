# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Losses for PyTorch on CPU tensors: the signatures that models call already, the gradients exact.

Functions have the signature of their origin, and options of sigloss after it, by keyword only:

===================================== =======================================================
``binary_cross_entropy_with_logits``  ``torch.nn.functional.binary_cross_entropy_with_logits``
``BCEWithLogitsLoss``                 ``torch.nn.BCEWithLogitsLoss``
``sigmoid_focal_loss``                ``torchvision.ops.sigmoid_focal_loss``
``SigmoidFocalLoss``                  the same as a module
``mmcv_sigmoid_focal_loss``           ``mmcv.ops.sigmoid_focal_loss``
``MmcvSigmoidFocalLoss``              ``mmcv.ops.SigmoidFocalLoss``
===================================== =======================================================
"""

from sigloss.torch._bce import binary_cross_entropy_with_logits
from sigloss.torch._focal import mmcv_sigmoid_focal_loss, sigmoid_focal_loss
from sigloss.torch._modules import BCEWithLogitsLoss, MmcvSigmoidFocalLoss, SigmoidFocalLoss

__all__ = [
    "BCEWithLogitsLoss",
    "MmcvSigmoidFocalLoss",
    "SigmoidFocalLoss",
    "binary_cross_entropy_with_logits",
    "mmcv_sigmoid_focal_loss",
    "sigmoid_focal_loss",
]
