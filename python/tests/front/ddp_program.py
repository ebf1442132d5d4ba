# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""One step of a small model by one process, and by two that share its batch, rows uneven:
ddp_program.py FOLDER writes the gradients to single.pt and shared.pt."""

import sys
from pathlib import Path

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn.parallel import DistributedDataParallel

import sigloss.torch as st

WORLD = 2
ROWS = 13  # of the whole batch: 8 and 5


def batch():
    generator = torch.Generator().manual_seed(3)
    x = torch.randn(ROWS, 6, generator=generator)
    return x, (torch.rand(ROWS, 4, generator=generator) < 0.4).float()


def make_model():
    torch.manual_seed(4)
    return torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ReLU(), torch.nn.Linear(8, 4),
                               torch.nn.Tanh(), torch.nn.Linear(4, 4))


def step(model, x, y, count):
    """The loss of both kinds, as a mean over `count` elements whoever holds them."""
    logits = model(x)
    loss = st.binary_cross_entropy_with_logits(logits, y, normalizer=count)
    loss = loss + st.sigmoid_focal_loss(logits, y, reduction="mean", normalizer=count)
    loss.backward()


def work(rank, folder):
    dist.init_process_group("gloo", init_method=f"file://{folder}/store", rank=rank,
                            world_size=WORLD)
    x, y = batch()
    rows = slice(0, 8) if rank == 0 else slice(8, ROWS)
    model = DistributedDataParallel(make_model())
    # The elements of all, over the number of processes: their gradients are averaged.
    elements = torch.tensor(float(y[rows].numel()))
    dist.all_reduce(elements)
    step(model, x[rows], y[rows], elements.item() / WORLD)
    if rank == 0:
        grads = {name: p.grad for name, p in model.module.named_parameters()}
        torch.save(grads, Path(folder) / "shared.pt")
    dist.destroy_process_group()


if __name__ == "__main__":
    model = make_model()
    x, y = batch()
    step(model, x, y, y.numel())
    torch.save({name: p.grad for name, p in model.named_parameters()},
               Path(sys.argv[1]) / "single.pt")
    mp.spawn(work, args=(sys.argv[1],), nprocs=WORLD)
