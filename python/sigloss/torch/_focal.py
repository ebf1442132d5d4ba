# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Sigmoid focal loss."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

import sigloss
from sigloss.torch import _formulas, _front, _ops
from sigloss.torch._family import REDUCTIONS, Options, Others, core_options, options_of
from sigloss.torch._takes import takes, takes_traced, widened


def _arguments(others: Others, options: Options) -> dict[str, Any]:
    target, weight, mask = others
    return {
        options.target_kind: target,
        "alpha": options.alpha,
        "gamma": options.gamma,
        "weight": weight,
        "mask": mask,
        **core_options(options),
    }


class _Focal:
    """See Family; the other tensors are target, weight and mask."""

    @staticmethod
    def loss_dtype(input: Tensor, others: Others) -> torch.dtype:
        dtype = input.dtype
        for tensor in others:
            if tensor is not None and tensor.is_floating_point():
                dtype = torch.promote_types(dtype, tensor.dtype)
        return dtype

    @staticmethod
    def loss(input: Tensor, others: Others, options: Options) -> Tensor:
        return sigloss.sigmoid_focal_loss(input, **_arguments(others, options))

    @staticmethod
    def loss_and_grad(input: Tensor, others: Others, options: Options) -> tuple[Tensor, Tensor]:
        return sigloss.sigmoid_focal_loss_loss_and_grad(input, **_arguments(others, options))

    @staticmethod
    def backward(grad_output: Tensor, input: Tensor, others: Others, options: Options) -> Tensor:
        arguments = _arguments(others, options)
        return sigloss.sigmoid_focal_loss_backward(grad_output, input, **arguments)

    @staticmethod
    def formula(input: Tensor, others: Others, options: Options) -> Tensor:
        return _formulas.focal(input, others, options)


_OPERATORS = _ops.define(
    "sigmoid_focal_loss", _Focal, "Tensor target, Tensor? weight, Tensor? mask"
)


def _compute(input: Tensor, others: Others, options: Options) -> Tensor:
    if torch.is_autocast_enabled("cpu"):
        input, *wide = widened(input, *others)
        with torch.autocast("cpu", enabled=False):
            return _dispatch(input, tuple(wide), options)
    return _dispatch(input, others, options)


def _dispatch(input: Tensor, others: Others, options: Options) -> Tensor:
    can_take = takes_traced if torch.compiler.is_compiling() else takes
    if can_take(input, *others[:2]):
        return _front.compute(_Focal, _OPERATORS, input, others, options)
    return _formulas.focal(input, others, options)


def sigmoid_focal_loss(
    inputs: Tensor,
    targets: Tensor,
    alpha: float = 0.25,
    gamma: float = 2,
    reduction: str = "none",
    *,
    weight: Tensor | None = None,
    normalizer: str | float | None = None,
    mask: Tensor | None = None,
    precision: str | None = None,
) -> Tensor:
    """Sigmoid focal loss, as ``torchvision.ops`` has it: alpha_t (1 - p_t)^gamma ce.

    Arguments up to ``reduction`` are torchvision's, soft labels and ``alpha`` -1 (no weighting)
    included; labels may also be bool, uint8, int32 or int64. Losses and gradients are finite and
    right for every gamma, saturated logits included.

    Parameters
    ----------
    weight : Tensor, optional
        Of elements; broadcasts to the shape of inputs.
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by, see ``sigloss.sigmoid_focal_loss``.
    mask : Tensor of bool, optional
        Broadcasts to the shape of inputs. Where it is False an element adds nothing to the loss
        and gets no gradient.
    precision : {'exact', 'fast'}, optional
        See ``sigloss.set_precision``.

    Returns
    -------
    Tensor
        The loss: of the shape of inputs for 'none', else 0-d.

    Raises
    ------
    ValueError
        alpha is neither in [0, 1] nor -1; reduction is unknown; shapes differ.
    """
    if not 0 <= alpha <= 1 and alpha != -1:
        raise ValueError(
            f"Invalid alpha value: {alpha}. alpha must be in the range [0,1] or -1 for ignore."
        )
    if targets.shape != inputs.shape:
        raise ValueError(
            f"Target size ({targets.size()}) must be the same as input size ({inputs.size()})"
        )
    if reduction not in REDUCTIONS:
        raise ValueError(
            f"Invalid Value for arg 'reduction': '{reduction} \n"
            " Supported reduction modes: 'none', 'mean', 'sum'"
        )
    options = options_of(
        "sigmoid_focal_loss",
        reduction,
        normalizer,
        precision,
        alpha=None if alpha < 0 else float(alpha),
        gamma=float(gamma),
    )
    return _compute(inputs, (targets, weight, mask), options)


class MmcvArgumentError(ValueError, AssertionError):
    """A wrong argument, where MMCV has an assert."""


def _refuse(text: str) -> None:
    raise MmcvArgumentError("mmcv_sigmoid_focal_loss: " + text)


# Texts are made where they are told: a shape in a text would bind a compiled program to it.
def _check_mmcv(input: Tensor, target: Tensor, weight: Tensor | None, reduction: str) -> None:
    if target.dtype != torch.long:
        _refuse(f"target should be of torch.int64, but is of {target.dtype}")
    if input.dim() != 2:
        _refuse(f"input should have 2 dimensions, but has {input.dim()}")
    if target.dim() != 1:
        _refuse(f"target should have 1 dimension, but has {target.dim()}")
    rows, classes = input.shape
    if target.size(0) != rows:
        _refuse(
            f"target should have one element per row of input, {rows}, but has {target.size(0)}"
        )
    if weight is not None and weight.dim() != 1:
        _refuse(f"weight should have 1 dimension, but has {weight.dim()}")
    if weight is not None and weight.size(0) != classes:
        _refuse(f"weight should have one element per class, {classes}, but has {weight.size(0)}")
    if reduction not in REDUCTIONS:
        _refuse(f"reduction should be 'none', 'mean' or 'sum', but is {reduction!r}")


def mmcv_sigmoid_focal_loss(
    input: Tensor,
    target: Tensor,
    gamma: float = 2.0,
    alpha: float = 0.25,
    weight: Tensor | None = None,
    reduction: str = "mean",
    *,
    normalizer: str | float | None = None,
    precision: str | None = None,
) -> Tensor:
    """Sigmoid focal loss, as ``mmcv.ops`` has it: one class index per row.

    Parameters
    ----------
    input : Tensor
        Logits, of shape (N, C).
    target : Tensor of int64
        Of shape (N,): the class of a row, C for background, which is no class. -1 leaves the row
        out.
    gamma, alpha : float
        The exponent, and what positive elements weigh; negative ones weigh 1 - alpha.
    weight : Tensor, optional
        Of shape (C,): a row is multiplied by the weight of its class, one of background by 1.
    reduction : {'mean', 'sum', 'none'}
        'mean' divides by N.
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by, if not by N.
    precision : {'exact', 'fast'}, optional
        See ``sigloss.set_precision``.

    Raises
    ------
    MmcvArgumentError
        A type, shape or reduction is not what is said above. A ValueError, and as MMCV has asserts
        an AssertionError.
    ValueError
        A class index is not in [-1, C].
    """
    _check_mmcv(input, target, weight, reduction)
    if normalizer is None and reduction == "mean":
        normalizer = "rows"
    options = options_of(
        "mmcv_sigmoid_focal_loss",
        reduction,
        normalizer,
        precision,
        target_kind="class_index",
        alpha=float(alpha),
        gamma=float(gamma),
    )
    rows = None
    if weight is not None:
        with_background = torch.cat([weight, weight.new_ones(1)])
        # Indices out of range are for the kernels to refuse.
        rows = with_background[target.clamp(-1, input.size(1))].unsqueeze(1)
    return _compute(input, (target, rows, None), options)
