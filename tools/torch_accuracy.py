# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Prints what the installed PyTorch gives for the rows of bench/accuracy_table.cc.

Needs torch (pip install torch==2.13.0); nothing else of the project uses it.
"""

import torch
import torch.nn.functional as F

ROWS = [(x, 1.0) for x in (5.0, 10.0, 16.0, 20.0, 50.0, 100.0)] + [(30.0, 2.0**24)]


def gradient(x: float, pos_weight: float) -> float:
    logits = torch.tensor([x], requires_grad=True)
    weight = None if pos_weight == 1.0 else torch.tensor([pos_weight])
    loss = F.binary_cross_entropy_with_logits(
        logits, torch.ones(1), pos_weight=weight, reduction="sum"
    )
    loss.backward()
    return float(logits.grad[0])


if __name__ == "__main__":
    print(f"| x | pos_weight | PyTorch {torch.__version__} |\n|---|---|---|")
    for x, pos_weight in ROWS:
        print(f"| {x:g} | {pos_weight:.9g} | {gradient(x, pos_weight):.9g} |")
