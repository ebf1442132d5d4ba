# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""A step of a loss, forward and backward, by sigloss.torch and by torch's own operations, in turn.

python torch_front.py [--rounds N]: medians, and their ratio; then memory and the gradient at
logit 20 before and after the swap. Eager, float32, as many threads as torch takes.
"""

import argparse
import re
import statistics
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

import sigloss.torch as st


def focal(x, y, reduction="mean"):
    """As torchvision composes it."""
    p = torch.sigmoid(x)
    ce = F.binary_cross_entropy_with_logits(x, y, reduction="none")
    loss = ce * (1 - (p * y + (1 - p) * (1 - y))) ** 2
    return ((0.25 * y + 0.75 * (1 - y)) * loss).mean()


BCE = st.binary_cross_entropy_with_logits
PAIRS = {
    "BCE, mean": (BCE, F.binary_cross_entropy_with_logits),
    "BCE, none": (lambda x, y: BCE(x, y, reduction="none").sum(),
                  lambda x, y: F.binary_cross_entropy_with_logits(x, y, reduction="none").sum()),
    "focal, mean": (lambda x, y: st.sigmoid_focal_loss(x, y, reduction="mean"), focal),
}


def step(loss, x, y):
    x.grad = None
    loss(x, y).backward()


def seconds(loss, x, y, repeats):
    start = time.perf_counter()
    for _ in range(repeats):
        step(loss, x, y)
    return (time.perf_counter() - start) / repeats


def compare(pair, n, rounds):
    x = torch.randn(n, requires_grad=True)
    y = (torch.rand(n) < 0.3).float()
    repeats = max(1, 200_000 // n)
    for loss in pair:
        seconds(loss, x, y, 3)
    times = [[seconds(loss, x, y, repeats) for loss in pair] for _ in range(rounds)]
    return [statistics.median(column) * 1e6 for column in zip(*times, strict=True)]


MEMORY = r"""
import re, torch, sigloss.torch as st
peak = lambda: int(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read())[1]) / 1024
loss = {}
small = torch.zeros(1000, requires_grad=True)
loss(small, torch.ones(1000)).backward()
x, y = torch.randn(25_000_000, requires_grad=True), torch.ones(25_000_000)
before = peak()
loss(x, y).backward()
print(peak() - before)
"""
SWAP = {"before": "torch.nn.BCEWithLogitsLoss()", "after": "st.BCEWithLogitsLoss()"}


def report_swap():
    print("\n| 25,000,000 elements | extra memory, MiB | gradient at x = 20, y = 1 |")
    print("|---|---|---|")
    for name, loss in SWAP.items():
        program = MEMORY.replace("{}", loss)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                              check=True)
        x = torch.tensor(20.0, requires_grad=True)
        eval(loss)(x, torch.tensor(1.0)).backward()
        print(f"| {name}: {re.sub('^st', 'sigloss.torch', loss)} | {float(done.stdout):.0f} | "
              f"{x.grad.item():.6g} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=31)
    rounds = parser.parse_args().rounds
    print(f"torch {torch.__version__}, {torch.get_num_threads()} threads\n")
    print("| step | elements | torch, us | sigloss, us | ratio |\n|---|---|---|---|---|")
    for name, pair in PAIRS.items():
        for n in (1000, 1 << 16, 1 << 20, 10_000_000):
            ours, theirs = compare(pair, n, rounds if n < 5e6 else max(3, rounds // 4))
            print(f"| {name} | {n} | {theirs:.1f} | {ours:.1f} | {ours / theirs:.2f} |")
    report_swap()


if __name__ == "__main__":
    main()
