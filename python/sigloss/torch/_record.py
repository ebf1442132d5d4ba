# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Records a loss for autograd."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from sigloss.torch._family import Family, Options, Others
from sigloss.torch._takes import is_batch

# Whether the graph that is being run backward will be needed again.
_keeps_graph = getattr(torch._C._autograd, "_get_current_graph_task_keep_graph", lambda: True)


def _scaled(grad: Tensor, scale: Tensor) -> Tensor:
    """The gradient of a scalar loss, which the forward pass has computed, times a number.

    In place, and mostly it is 1 and there is nothing to do: one gradient is all the memory that a
    step takes. Unless the graph is kept, which hands out the gradient once more.
    """
    if _keeps_graph():
        return grad * scale.to(grad.dtype)
    return grad if scale.item() == 1 else grad.mul_(scale.to(grad.dtype))


def _aliases(tensors: Any) -> list[Any]:
    """Tensors that stand for the given ones: gradients by them don't count what one of the given
    tensors owes to another. To be called where gradients are recorded."""
    return [None if t is None else t.view_as(t) for t in tensors]


def _gradients(
    output: Tensor, grad_output: Tensor, tensors: Any, create_graph: bool
) -> tuple[Tensor | None, ...]:
    """Gradients by those of the tensors that require one; None for the others."""
    wanted = [t for t in tensors if t is not None and t.requires_grad]
    if not wanted:
        return (None,) * len(tensors)
    found = iter(
        torch.autograd.grad(
            output,
            wanted,
            grad_output.to(output.dtype),
            create_graph=create_graph,
            allow_unused=True,
        )
    )
    return tuple(next(found) if t is not None and t.requires_grad else None for t in tensors)


def _grads_of_others(
    family: Family, grad_output: Tensor, input: Tensor, others: Others, options: Options
) -> tuple[Tensor | None, ...]:
    """Gradients by the tensors after the first, of those that require one."""
    if not any(t is not None and t.requires_grad for t in others):
        return (None,) * len(others)
    create_graph = torch.is_grad_enabled()
    with torch.enable_grad():
        alias, *aliases = _aliases((input, *others))
        loss = family.formula(alias, tuple(aliases), options)
    return _gradients(loss, grad_output, aliases, create_graph)


def _transformed_gradient(
    family: Family, grad_output: Tensor, input: Tensor, others: Others, options: Options
) -> Tensor:
    """The gradient for a batch of grad_output, which is no tensor for a kernel."""
    if torch.is_grad_enabled():
        alias, *aliases = _aliases((input, *others))
        loss = family.formula(alias, tuple(aliases), options)
        return torch.autograd.grad(loss, alias, grad_output.to(loss.dtype), create_graph=True)[0]
    unit = torch.ones((), dtype=input.dtype)
    return family.backward(unit, input, others, options) * grad_output.to(input.dtype)


class Loss(torch.autograd.Function):
    """A loss. A scalar one is computed together with its gradient, in one pass."""

    @staticmethod
    def forward(ctx: Any, family: Family, options: Options, input: Tensor, *others: Any) -> Tensor:
        ctx.family = family
        ctx.options = options
        grad = None
        if options.reduction != "none" and ctx.needs_input_grad[2]:
            loss, grad = family.loss_and_grad(input, others, options)
        else:
            loss = family.loss(input, others, options)
        ctx.save_for_backward(grad, input, *others)
        return loss

    @staticmethod
    def backward(ctx: Any, grad_output: Tensor) -> tuple[Any, ...]:
        family, options = ctx.family, ctx.options
        grad, input, *others = ctx.saved_tensors
        result = None
        if ctx.needs_input_grad[2]:
            if is_batch(grad_output):
                result = _transformed_gradient(family, grad_output, input, tuple(others), options)
            elif torch.is_grad_enabled():
                result = Gradient.apply(family, options, grad_output, input, *others)
            elif grad is not None:
                result = _scaled(grad, grad_output)
            else:
                result = family.backward(grad_output, input, tuple(others), options)
        rest = _grads_of_others(family, grad_output, input, tuple(others), options)
        return None, None, result, *rest


class Gradient(torch.autograd.Function):
    """The gradient of a loss by its input, which may be differentiated again."""

    @staticmethod
    def forward(
        ctx: Any, family: Family, options: Options, grad_output: Tensor, input: Tensor, *others: Any
    ) -> Tensor:
        ctx.family = family
        ctx.options = options
        ctx.save_for_backward(grad_output, input, *others)
        return family.backward(grad_output, input, others, options)

    @staticmethod
    def backward(ctx: Any, grad_of_grad: Tensor) -> tuple[Any, ...]:
        create_graph = torch.is_grad_enabled()
        with torch.enable_grad():
            grad_output, input, *others = aliases = _aliases(ctx.saved_tensors)
            loss = ctx.family.formula(input, tuple(others), ctx.options)
            scale = grad_output.to(loss.dtype)
            (grad,) = torch.autograd.grad(loss, input, scale, create_graph=True)
        return None, None, *_gradients(grad, grad_of_grad, aliases, create_graph)
