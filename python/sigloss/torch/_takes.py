# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Which calls the kernels take. The others are computed, or refused, by torch's own operations."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.autograd import forward_ad

_FLOATS = frozenset((torch.float32, torch.float16, torch.bfloat16, torch.float64))
_LABELS = _FLOATS | {torch.bool, torch.uint8, torch.int32, torch.int64}
_PLAIN = (Tensor, torch.nn.Parameter)


def _is_plain(tensor: Tensor, dtypes: frozenset[torch.dtype]) -> bool:
    """A dense tensor of a CPU and no subclass."""
    return (
        type(tensor) in _PLAIN
        and tensor.dtype in dtypes
        and tensor.device.type == "cpu"
        and tensor.layout is torch.strided
        and not tensor.is_neg()
    )


def broadcasts(tensor: Tensor, shape: torch.Size) -> bool:
    """Whether the tensor broadcasts to the shape and does not make it larger."""
    extents = tensor.shape
    offset = len(shape) - len(extents)
    if offset < 0:
        return False
    # Not by `in`, which does not see the sizes of a program that is being compiled.
    return all(n == 1 or n == shape[offset + i] for i, n in enumerate(extents))


def is_transformed() -> bool:
    """Under vmap, grad and other transformations of torch.func, or forward-mode derivatives."""
    return torch._C._are_functorch_transforms_active() or forward_ad._current_level >= 0


def is_batch(tensor: Tensor) -> bool:
    """Whether the tensor stands for a batch of tensors: under vmap of either generation."""
    return is_transformed() or torch._C._functorch.is_legacy_batchedtensor(tensor)


def takes(input: Tensor, target: Tensor, *factors: Tensor | None) -> bool:
    """Whether the kernels take the tensors; factors broadcast to the input."""
    if not _is_plain(input, _FLOATS) or not _is_plain(target, _LABELS):
        return False
    for factor in factors:
        if factor is not None and not (
            _is_plain(factor, _FLOATS) and broadcasts(factor, input.shape)
        ):
            return False
    return input.dim() <= 8 and not is_transformed()


def takes_traced(input: Tensor, target: Tensor, *factors: Tensor | None) -> bool:
    """The same of the tensors of a program that is being compiled or exported."""
    for tensor, dtypes in ((input, _FLOATS), (target, _LABELS)):
        if tensor.device.type != "cpu" or tensor.dtype not in dtypes:
            return False
    for factor in factors:
        if factor is not None and not (
            factor.device.type == "cpu"
            and factor.dtype in _FLOATS
            and broadcasts(factor, input.shape)
        ):
            return False
    return input.dim() <= 8


def widened(*tensors: Tensor | None) -> tuple[Any, ...]:
    """Tensors as the rule of autocast for losses wants them: 16-bit ones become float32."""
    return tuple(
        t.float() if t is not None and t.dtype in (torch.float16, torch.bfloat16) else t
        for t in tensors
    )
