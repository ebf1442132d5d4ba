# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The losses as operators of torch.library, which programs that torch compiles or exports call.

Each family has three, over the tensors of the family and the options, all positional:

- ``sigloss::<name>``, the loss;
- ``sigloss::<name>_backward``, its gradient by the input, with grad_output first;
- ``sigloss::<name>_loss_and_grad``, both in one pass, for a reduction to a scalar.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor

from sigloss.torch._family import Family, Options, Others

_OPTIONS = (
    "str reduction, str normalizer, float? divisor, str? precision, "
    "float label_smoothing, str target_kind, float? alpha, float gamma"
)


class Operators(NamedTuple):
    """The operators of a family."""

    loss: Callable[..., Tensor]
    backward: Callable[..., Tensor]
    loss_and_grad: Callable[..., tuple[Tensor, Tensor]]


def _fake_loss(family: Family, input: Tensor, others: Others, options: Options) -> Tensor:
    dtype = family.loss_dtype(input, others)
    if options.reduction == "none":
        return torch.empty_like(input, dtype=dtype)
    return input.new_empty((), dtype=dtype)


class _Definition:
    """Defines the operators of one family."""

    def __init__(self, name: str, family: Family, others: str) -> None:
        self.name = f"sigloss::{name}"
        self.family = family
        self.count = others.count(",") + 1
        self.schema = f"Tensor input, {others}, {_OPTIONS}"

    def split(self, arguments: tuple[Any, ...]) -> tuple[Others, Options]:
        return arguments[: self.count], Options(*arguments[self.count :])

    def define(self, name: str, schema: str, function: Callable[..., Any]) -> Any:
        op = torch.library.custom_op(self.name + name, function, mutates_args=(), schema=schema)
        op.register_autocast("cpu", torch.float32)
        return op

    def loss(self) -> Any:
        def run(input: Tensor, *arguments: Any) -> Tensor:
            with torch.no_grad():
                return self.family.loss(input, *self.split(arguments))

        def fake(input: Tensor, *arguments: Any) -> Tensor:
            return _fake_loss(self.family, input, *self.split(arguments))

        op = self.define("", f"({self.schema}) -> Tensor", run)
        op.register_fake(fake)
        return op

    def backward(self) -> Any:
        def run(grad_output: Tensor, input: Tensor, *arguments: Any) -> Tensor:
            with torch.no_grad():
                return self.family.backward(grad_output, input, *self.split(arguments))

        def fake(grad_output: Tensor, input: Tensor, *arguments: Any) -> Tensor:
            return torch.empty_like(input)

        op = self.define("_backward", f"(Tensor grad_output, {self.schema}) -> Tensor", run)
        op.register_fake(fake)
        return op

    def loss_and_grad(self) -> Any:
        def run(input: Tensor, *arguments: Any) -> tuple[Tensor, Tensor]:
            with torch.no_grad():
                return self.family.loss_and_grad(input, *self.split(arguments))

        def fake(input: Tensor, *arguments: Any) -> tuple[Tensor, Tensor]:
            return _fake_loss(self.family, input, *self.split(arguments)), torch.empty_like(input)

        op = self.define("_loss_and_grad", f"({self.schema}) -> (Tensor, Tensor)", run)
        op.register_fake(fake)
        return op

    def check_needs(self, ctx: Any) -> None:
        """Operators have gradients by their input."""
        if any(ctx.needs_input_grad[1:]):
            raise RuntimeError(
                f"{self.name}: has a gradient by input only; the functions of sigloss.torch have "
                "those by the other tensors."
            )

    def record_loss(self, loss: Any, backward: Any) -> None:
        def setup(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
            ctx.options = inputs[self.count + 1 :]
            ctx.save_for_backward(*inputs[: self.count + 1])

        def gradient(ctx: Any, grad_output: Tensor) -> tuple[Any, ...]:
            self.check_needs(ctx)
            result = backward(grad_output, *ctx.saved_tensors, *ctx.options)
            return result, *(None,) * (self.count + len(Options._fields))

        loss.register_autograd(gradient, setup_context=setup)

    def record_loss_and_grad(self, loss_and_grad: Any) -> None:
        def setup(ctx: Any, inputs: tuple[Any, ...], output: tuple[Tensor, Tensor]) -> None:
            ctx.save_for_backward(output[1])
            ctx.set_materialize_grads(False)

        def gradient(ctx: Any, by_loss: Tensor | None, by_grad: Tensor | None) -> tuple[Any, ...]:
            self.check_needs(ctx)
            if by_grad is not None:
                raise RuntimeError(
                    f"{self.name}_loss_and_grad: its gradient cannot be differentiated; the "
                    "functions of sigloss.torch can, outside of torch.compile."
                )
            (grad,) = ctx.saved_tensors
            result = None if by_loss is None else grad * by_loss.to(grad.dtype)
            return result, *(None,) * (self.count + len(Options._fields))

        loss_and_grad.register_autograd(gradient, setup_context=setup)


def define(name: str, family: Family, others: str) -> Operators:
    """Defines the operators of a family whose other tensors have the schema given."""
    definition = _Definition(name, family, others)
    loss, backward = definition.loss(), definition.backward()
    loss_and_grad = definition.loss_and_grad()
    definition.record_loss(loss, backward)
    definition.record_loss_and_grad(loss_and_grad)
    return Operators(loss, backward, loss_and_grad)
