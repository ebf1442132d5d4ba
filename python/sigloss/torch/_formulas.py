# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The losses by operations of torch, where a gradient of a gradient, of a weight or under a
transformation such as vmap is wanted. Values and first gradients come from the kernels."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from sigloss.torch._family import Options, Others


def _count(values: Tensor, positives: Tensor, options: Options) -> Tensor | float:
    if options.divisor is not None:
        return options.divisor
    if options.normalizer == "rows":
        return values.shape[0] if values.dim() > 0 else 1
    if options.normalizer == "positives":
        return positives.sum().clamp(min=1)
    return values.numel()


def reduce(values: Tensor, mask: Tensor | None, positives: Tensor, options: Options) -> Tensor:
    """Losses of elements as a call wants them, without those that the mask leaves out."""
    if mask is not None:
        mask = mask.expand(values.shape)
        values = torch.where(mask, values, 0)
    if options.reduction == "none":
        return values
    total = values.sum()
    if options.reduction == "sum":
        return total
    if mask is not None and options.divisor is None and options.normalizer == "numel":
        return total / mask.sum()
    return total / _count(values, positives, options)


def bce(input: Tensor, others: Others, options: Options) -> Tensor:
    """Binary cross entropy, as torch composes it, but differentiable by the weights too."""
    target, weight, pos_weight, mask = others
    positives = target > 0
    if not target.is_floating_point():
        target = target.to(input.dtype)
    if options.label_smoothing != 0:
        target = target * (1 - options.label_smoothing) + options.label_smoothing / 2
    log_weight = 1 if pos_weight is None else 1 + (pos_weight - 1) * target
    values = (1 - target) * input - log_weight * F.logsigmoid(input)
    if weight is not None:
        values = values * weight
    return reduce(values, mask, positives, options)


def _log_wrong(x: Tensor, y: Tensor) -> Tensor:
    """log(1 - p_t), finite and differentiable by x everywhere.

    For labels 0 and 1 it is a log-sigmoid; between them the logarithm of p (1 - y) + q y, where
    labels are replaced that have no say, as their logarithms would be infinite.
    """
    is_soft = (y != 0) & (y != 1)
    sides = torch.where(y == 1, -x, x)
    between = torch.where(is_soft, y, 0.5)
    soft = torch.logaddexp(
        F.logsigmoid(x) + torch.log1p(-between), F.logsigmoid(-x) + torch.log(between)
    )
    return torch.where(is_soft, soft, F.logsigmoid(sides))


def _labels(input: Tensor, target: Tensor, kind: str) -> tuple[Tensor, Tensor | None]:
    """Labels of every element, and a mask of those that count."""
    if kind == "class_index":
        classes = torch.arange(input.shape[1], device=input.device)
        rows = target.unsqueeze(1)
        return (rows == classes).to(input.dtype), rows >= 0
    labels = target if target.is_floating_point() else target.to(input.dtype)
    return labels, None


def focal(input: Tensor, others: Others, options: Options) -> Tensor:
    """Sigmoid focal loss: alpha_t (1 - p_t)^gamma ce."""
    target, weight, mask = others
    y, counts = _labels(input, target, options.target_kind)
    ce = F.binary_cross_entropy_with_logits(input, y, reduction="none")
    if y.requires_grad:
        # By the label the power has a slope at 0 and 1 too.
        power = (input.sigmoid() * (1 - y) + (-input).sigmoid() * y) ** options.gamma
    else:
        power = torch.exp(options.gamma * _log_wrong(input, y))
    values = power * ce
    if options.alpha is not None:
        values = (options.alpha * y + (1 - options.alpha) * (1 - y)) * values
    if weight is not None:
        values = values * weight
    if counts is not None:
        mask = counts if mask is None else mask & counts
    return reduce(values, mask, y > 0, options)
