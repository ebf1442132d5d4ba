# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""From checked arguments to a loss that autograd knows of."""

from __future__ import annotations

import torch
from torch import Tensor

import sigloss
from sigloss.torch._family import Family, Options, Others
from sigloss.torch._ops import Operators
from sigloss.torch._record import Loss

# Past a layer of Python that looks for torch.func transformations, of which there are none here.
_record_loss = super(torch.autograd.Function, Loss).apply

_threads = torch.get_num_threads()


def _follow_threads() -> None:
    """As many threads as torch, from when torch is told another number."""
    global _threads
    threads = torch.get_num_threads()
    if threads != _threads:
        _threads = threads
        sigloss.set_num_threads(threads)


def _requires_grad(tensors: Others) -> bool:
    return any(t is not None and t.requires_grad for t in tensors)


def _traced(
    family: Family, operators: Operators, input: Tensor, others: Others, options: Options
) -> Tensor:
    """As a part of a program that is being compiled or exported."""
    records = torch.is_grad_enabled()
    if records and _requires_grad(others):
        return family.formula(input, others, options)
    if records and input.requires_grad and options.reduction != "none":
        return operators.loss_and_grad(input, *others, *options)[0]
    return operators.loss(input, *others, *options)


def compute(
    family: Family, operators: Operators, input: Tensor, others: Others, options: Options
) -> Tensor:
    """The loss of tensors that the kernels take."""
    if torch.compiler.is_compiling():
        return _traced(family, operators, input, others, options)
    _follow_threads()
    if torch.is_grad_enabled() and _requires_grad((input, *others)):
        return _record_loss(family, options, input, *others)
    return family.loss(input, others, options)
