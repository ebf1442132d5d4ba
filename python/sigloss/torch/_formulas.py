# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The losses by operations of torch, where a gradient of a gradient, of a weight or under a
transformation such as vmap is wanted. Values and first gradients come from the kernels."""

from __future__ import annotations

from typing import Any

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


def _kept(mask: Tensor | None, *tensors: Tensor | None) -> tuple[Any, ...]:
    """The tensors, with zeros where the mask leaves out: what stands there has no gradient then,
    whatever it is."""
    if mask is None:
        return tensors
    return tuple(None if t is None else torch.where(mask, t, 0) for t in tensors)


def _softplus(x: Tensor) -> Tensor:
    # Unlike torch's softplus it is right for every x, and so is its derivative.
    return -F.logsigmoid(-x)


def bce(input: Tensor, others: Others, options: Options) -> Tensor:
    """(1 - y) softplus(x) + w+ y softplus(-x), differentiable by the weights too. No term of it
    cancels, so that losses and gradients are right for easy examples, as the kernels' are."""
    target, weight, pos_weight, mask = others
    positives = target > 0
    if not target.is_floating_point():
        target = target.to(input.dtype)
    input, target, weight, pos_weight = _kept(mask, input, target, weight, pos_weight)
    if options.label_smoothing != 0:
        target = target * (1 - options.label_smoothing) + options.label_smoothing / 2
    positive = target * _softplus(-input)
    if pos_weight is not None:
        positive = positive * pos_weight
    values = (1 - target) * _softplus(input) + positive
    if weight is not None:
        values = values * weight
    return reduce(values, mask, positives, options)


def _log_wrong(x: Tensor, y: Tensor) -> Tensor:
    """log(1 - p_t), which has all derivatives by x everywhere.

    For labels 0 and 1 it is a log-sigmoid. Between them it is the logarithm of p (1 - y) + q y,
    from which the larger of p and q is taken out. Numbers that have no say are replaced first: a
    derivative of theirs that is not finite would spoil the sum, times 0 or not.
    """
    is_soft = (y != 0) & (y != 1)
    hard = F.logsigmoid(torch.where(is_soft, 0, torch.where(y == 1, -x, x)))
    label = torch.where(is_soft, y, 0.5)
    logit = torch.where(is_soft, x, 0)
    is_positive = logit >= 0
    magnitude = torch.where(is_positive, logit, -logit)
    e = torch.exp(-magnitude)
    near = torch.where(is_positive, 1 - label, label)
    far = torch.where(is_positive, label, 1 - label)
    soft = F.logsigmoid(magnitude) + torch.log(near + far * e)
    return torch.where(is_soft, soft, hard)


def _check_classes(target: Tensor, classes: int) -> None:
    """The kernels look at class indices; so must what stands in for them."""
    if torch._C._are_functorch_transforms_active():
        return  # a batch of them is no number to decide by
    text = f"class_index should be in [-1, {classes}]."
    inside = ((target >= -1) & (target <= classes)).all()
    if torch.compiler.is_compiling():
        torch._assert_async(inside, text)
    elif not inside:
        raise ValueError("sigmoid_focal_loss: " + text)


def _labels(input: Tensor, target: Tensor, kind: str) -> tuple[Tensor, Tensor | None]:
    """Labels of every element, and a mask of those that count."""
    if kind == "class_index":
        _check_classes(target, input.shape[1])
        classes = torch.arange(input.shape[1], device=input.device)
        rows = target.unsqueeze(1)
        return (rows == classes).to(input.dtype), rows >= 0
    labels = target if target.is_floating_point() else target.to(input.dtype)
    return labels, None


def focal(input: Tensor, others: Others, options: Options) -> Tensor:
    """Sigmoid focal loss: alpha_t (1 - p_t)^gamma ce."""
    target, weight, mask = others
    y, counts = _labels(input, target, options.target_kind)
    if counts is not None:
        mask = counts if mask is None else mask & counts
    x, y, weight = _kept(mask, input, y, weight)
    ce = (1 - y) * _softplus(x) + y * _softplus(-x)
    if y.requires_grad:
        # By the label the power has a slope at 0 and 1 too.
        power = (x.sigmoid() * (1 - y) + (-x).sigmoid() * y) ** options.gamma
    else:
        power = torch.exp(options.gamma * _log_wrong(x, y))
    values = power * ce
    if options.alpha is not None:
        values = (options.alpha * y + (1 - options.alpha) * (1 - y)) * values
    if weight is not None:
        values = values * weight
    return reduce(values, mask, y > 0, options)
