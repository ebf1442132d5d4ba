# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Binary cross entropy."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn import _reduction

import sigloss
from sigloss.torch import _formulas, _front, _ops
from sigloss.torch._family import REDUCTIONS, Options, Others, core_options, options_of
from sigloss.torch._takes import takes, takes_traced, widened


def _arguments(others: Others, options: Options) -> dict[str, Any]:
    _, weight, pos_weight, mask = others
    return {
        "weight": weight,
        "pos_weight": pos_weight,
        "mask": mask,
        "label_smoothing": options.label_smoothing,
        **core_options(options),
    }


class _Bce:
    """See Family; the other tensors are target, weight, pos_weight and mask."""

    @staticmethod
    def loss_dtype(input: Tensor, others: Others) -> torch.dtype:
        # torch computes (1 - target) and multiplies in place.
        target = others[0]
        return target.dtype if target.is_floating_point() else input.dtype

    @staticmethod
    def _loss_out(input: Tensor, others: Others, options: Options) -> Tensor | None:
        """Memory for the loss, where it has not the type of all its inputs."""
        dtype = _Bce.loss_dtype(input, others)
        if all(t is None or t.dtype == dtype for t in (input, *others[:3])):
            return None
        if options.reduction == "none":
            return torch.empty_like(input, dtype=dtype)
        return torch.empty((), dtype=dtype)

    @staticmethod
    def loss(input: Tensor, others: Others, options: Options) -> Tensor:
        out = _Bce._loss_out(input, others, options)
        arguments = _arguments(others, options)
        return sigloss.bce_with_logits(input, others[0], out=out, **arguments)

    @staticmethod
    def loss_and_grad(input: Tensor, others: Others, options: Options) -> tuple[Tensor, Tensor]:
        out = (_Bce._loss_out(input, others, options), None)
        arguments = _arguments(others, options)
        return sigloss.bce_with_logits_loss_and_grad(input, others[0], out=out, **arguments)

    @staticmethod
    def backward(grad_output: Tensor, input: Tensor, others: Others, options: Options) -> Tensor:
        arguments = _arguments(others, options)
        return sigloss.bce_with_logits_backward(grad_output, input, others[0], **arguments)

    @staticmethod
    def formula(input: Tensor, others: Others, options: Options) -> Tensor:
        return _formulas.bce(input, others, options)


_OPERATORS = _ops.define(
    "bce_with_logits",
    _Bce,
    "Tensor target, Tensor? weight, Tensor? pos_weight, Tensor? mask",
)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
    *,
    normalizer: str | float | None = None,
    mask: Tensor | None = None,
    label_smoothing: float = 0.0,
    precision: str | None = None,
) -> Tensor:
    """Binary cross entropy of logits, as ``torch.nn.functional`` has it.

    Arguments up to ``pos_weight`` are torch's, with its broadcasting, results' types and errors;
    labels may also be bool, uint8, int32 or int64. What the kernels don't take (other devices,
    subclasses of tensors, ``torch.func`` transformations) torch's own operations compute or refuse.

    Parameters
    ----------
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by, see ``sigloss.bce_with_logits``.
    mask : Tensor of bool, optional
        Broadcasts to the shape of input. Where it is False an element adds nothing to the loss
        and gets no gradient.
    label_smoothing : float
        e in [0, 1]: labels become y (1 - e) + e / 2 first.
    precision : {'exact', 'fast'}, optional
        See ``sigloss.set_precision``.

    Returns
    -------
    Tensor
        The loss: of the shape of input for 'none', else 0-d. Gradients: by input from the kernels,
        a scalar loss in the pass that computes it; by target, weight, pos_weight, and those of
        gradients by torch's operations.
    """
    if size_average is not None or reduce is not None:
        reduction = _reduction.legacy_get_string(size_average, reduce)
    options = options_of(
        "binary_cross_entropy_with_logits",
        reduction,
        normalizer,
        precision,
        label_smoothing=float(label_smoothing),
    )
    others: Others = (target, weight, pos_weight, mask)
    if torch.is_autocast_enabled("cpu"):
        input, *wide = widened(input, *others)
        with torch.autocast("cpu", enabled=False):
            return _dispatch(input, tuple(wide), options)
    return _dispatch(input, others, options)


def _dispatch(input: Tensor, others: Others, options: Options) -> Tensor:
    target, weight, pos_weight, mask = others
    can_take = takes_traced if torch.compiler.is_compiling() else takes
    if (
        options.reduction in REDUCTIONS
        and can_take(input, target, weight, pos_weight)
        and target.shape == input.shape
    ):
        return _front.compute(_Bce, _OPERATORS, input, others, options)
    if mask is None and options == Options(options.reduction):
        return F.binary_cross_entropy_with_logits(
            input, target, weight, reduction=options.reduction, pos_weight=pos_weight
        )
    return _formulas.bce(input, others, options)
