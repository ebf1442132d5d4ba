# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""What the front needs to know of a loss, so that one record of gradients serves all of them."""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, Protocol

import torch
from torch import Tensor

Reduction = Literal["none", "mean", "sum"]
REDUCTIONS = ("none", "mean", "sum")
NORMALIZERS = ("numel", "rows", "positives")


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


def _refuse(function: str, text: str) -> None:
    raise ValueError(f"{function}: {text}")


# Texts are made where they are told: a number in a text would bind a compiled program to it.
def _check(function: str, options: Options) -> None:
    """What the kernels check, for the calls that don't come to them."""
    normalizer, divisor = options.normalizer, options.divisor
    if normalizer not in NORMALIZERS:
        known = ", ".join(NORMALIZERS)
        _refuse(
            function, f"normalizer should be a number or one of {known}, but is {normalizer!r}."
        )
    if divisor is not None and (divisor == 0 or not math.isfinite(divisor)):
        _refuse(
            function, f"normalizer should be a finite number other than 0, but is {divisor}."
        )
    if options.reduction != "mean" and (divisor is not None or normalizer != "numel"):
        _refuse(function, "normalizer is what a mean divides by; it needs the reduction mean.")
    if options.precision not in (None, "exact", "fast"):
        _refuse(
            function, f"precision should be 'exact' or 'fast', but is {options.precision!r}."
        )
    if not 0 <= options.label_smoothing <= 1:
        _refuse(
            function, f"label_smoothing should be in [0, 1], but is {options.label_smoothing}."
        )
    if not abs(options.gamma) <= 1e6:
        _refuse(function, f"gamma should be in [-1e6, 1e6], but is {options.gamma}.")


def options_of(
    function: str,
    reduction: str,
    normalizer: str | float | None,
    precision: str | None,
    **others: Any,
) -> Options:
    """The options of a call of that function, checked, with a normalizer of either form."""
    options = Options(reduction, precision=precision, **others)
    if isinstance(normalizer, str):
        options = options._replace(normalizer=normalizer)
    elif normalizer is not None:
        options = options._replace(divisor=float(normalizer))
    if reduction in REDUCTIONS:
        _check(function, options)
    return options


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
    """A loss over (input, others, options): by the kernels, which are called where gradients are
    not recorded, and by operations of torch."""

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
