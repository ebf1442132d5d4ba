# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""What the front needs to know of a loss, so that one record of gradients serves all of them."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Protocol

import torch
from torch import Tensor

Reduction = Literal["none", "mean", "sum"]
REDUCTIONS = ("none", "mean", "sum")


class Options(NamedTuple):
    """Numbers and words of a call, in types that an operator of torch.library takes."""

    reduction: str
    normalizer: str = "numel"
    divisor: float | None = None  # beats the normalizer
    precision: str | None = None
    label_smoothing: float = 0.0  # of binary cross entropy
    target_kind: str = "labels"  # of focal loss, as are the next two
    alpha: float | None = None
    gamma: float = 2.0


def options_of(
    reduction: str, normalizer: str | float | None, precision: str | None, **others: Any
) -> Options:
    """The options, with a normalizer of either form."""
    if normalizer is None:
        return Options(reduction, precision=precision, **others)
    if isinstance(normalizer, str):
        return Options(reduction, normalizer, precision=precision, **others)
    return Options(reduction, divisor=float(normalizer), precision=precision, **others)


def core_options(options: Options) -> dict[str, Any]:
    """Keyword arguments of the functions of ``sigloss`` that all losses have."""
    normalizer = options.normalizer if options.divisor is None else options.divisor
    return {
        "reduction": options.reduction,
        "normalizer": normalizer,
        "precision": options.precision,
    }


# The tensors of a call after the first, in the order of a family's fields; None where absent.
Others = tuple[Any, ...]


class Family(Protocol):
    """A loss over (input, others, options): by the kernels, and by operations of torch."""

    def loss_dtype(self, input: Tensor, others: Others) -> torch.dtype:
        """What the loss is told in."""

    def loss(self, input: Tensor, others: Others, options: Options) -> Tensor: ...

    def loss_and_grad(
        self, input: Tensor, others: Others, options: Options
    ) -> tuple[Tensor, Tensor]:
        """For reductions to a scalar."""

    def backward(
        self, grad_output: Tensor, input: Tensor, others: Others, options: Options
    ) -> Tensor: ...

    def formula(self, input: Tensor, others: Others, options: Options) -> Tensor:
        """The loss by operations that torch differentiates, as often as it is asked to."""
