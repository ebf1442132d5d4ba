# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The losses as modules."""

from __future__ import annotations

from typing import Any

from torch import Tensor, nn

from sigloss.torch._bce import binary_cross_entropy_with_logits
from sigloss.torch._focal import mmcv_sigmoid_focal_loss, sigmoid_focal_loss


def _given(**options: Any) -> dict[str, Any]:
    """The options that are not None."""
    return {name: value for name, value in options.items() if value is not None}


def _repr(**arguments: Any) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in arguments.items())


class BCEWithLogitsLoss(nn.BCEWithLogitsLoss):
    """torch.nn.BCEWithLogitsLoss, computed by sigloss.

    Parameters
    ----------
    weight, size_average, reduce, reduction, pos_weight
        torch's.
    normalizer, label_smoothing, precision
        Those of ``binary_cross_entropy_with_logits``.
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
        pos_weight: Tensor | None = None,
        *,
        normalizer: str | float | None = None,
        label_smoothing: float = 0.0,
        precision: str | None = None,
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction, pos_weight)
        self.options = _given(
            normalizer=normalizer, label_smoothing=label_smoothing or None, precision=precision
        )

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return binary_cross_entropy_with_logits(
            input,
            target,
            self.weight,
            pos_weight=self.pos_weight,
            reduction=self.reduction,
            **self.options,
        )


    def extra_repr(self) -> str:
        return _repr(reduction=self.reduction, **self.options)


class SigmoidFocalLoss(nn.Module):
    """``sigmoid_focal_loss``, torchvision's, as a module.

    Parameters
    ----------
    alpha, gamma, reduction
        torchvision's.
    normalizer, precision
        Those of ``sigmoid_focal_loss``.
    """

    def __init__(
        self,
        alpha: float = 0.25,
        gamma: float = 2,
        reduction: str = "none",
        *,
        normalizer: str | float | None = None,
        precision: str | None = None,
    ) -> None:
        super().__init__()
        self.alpha = alpha
        self.gamma = gamma
        self.reduction = reduction
        self.options = _given(normalizer=normalizer, precision=precision)

    def forward(self, inputs: Tensor, targets: Tensor) -> Tensor:
        return sigmoid_focal_loss(
            inputs, targets, self.alpha, self.gamma, self.reduction, **self.options
        )

    def extra_repr(self) -> str:
        return _repr(
            alpha=self.alpha, gamma=self.gamma, reduction=self.reduction, **self.options
        )


class MmcvSigmoidFocalLoss(nn.Module):
    """``mmcv_sigmoid_focal_loss`` as a module, with the arguments of mmcv.ops.SigmoidFocalLoss.

    Parameters
    ----------
    gamma, alpha, weight, reduction
        MMCV's; weight is a buffer.
    normalizer, precision
        Those of ``mmcv_sigmoid_focal_loss``.
    """

    weight: Tensor | None

    def __init__(
        self,
        gamma: float,
        alpha: float,
        weight: Tensor | None = None,
        reduction: str = "mean",
        *,
        normalizer: str | float | None = None,
        precision: str | None = None,
    ) -> None:
        super().__init__()
        self.gamma = gamma
        self.alpha = alpha
        self.register_buffer("weight", weight)
        self.reduction = reduction
        self.options = _given(normalizer=normalizer, precision=precision)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return mmcv_sigmoid_focal_loss(
            input, target, self.gamma, self.alpha, self.weight, self.reduction, **self.options
        )

    def extra_repr(self) -> str:
        return _repr(
            gamma=self.gamma, alpha=self.alpha, reduction=self.reduction, **self.options
        )
