# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""What a call costs beside its work: the time of calls on 1,000 elements and on one.

python call_overhead.py [--elements N]: a row is the least of many repetitions, in microseconds. The
time on one element is the overhead; the time on N holds the kernel's, too.
"""

import argparse
import importlib.util
import timeit

import numpy as np

import sigloss

CALLS = {
    "bce_with_logits": "sigloss.bce_with_logits(x, y)",
    "bce_with_logits_backward": "sigloss.bce_with_logits_backward(1.0, x, y)",
    "  with out": "sigloss.bce_with_logits_backward(1.0, x, y, out=out)",
    "  with weight, pos_weight, mask":
        "sigloss.bce_with_logits_backward(1.0, x, y, weight=y, pos_weight=3.0, mask=mask)",
    "bce_with_logits_loss_and_grad": "sigloss.bce_with_logits_loss_and_grad(x, y)",
    "sigmoid_focal_loss": "sigloss.sigmoid_focal_loss(x, labels=y)",
    "sigmoid_focal_loss_backward": "sigloss.sigmoid_focal_loss_backward(1.0, x, labels=y)",
    "sigmoid_focal_loss_loss_and_grad": "sigloss.sigmoid_focal_loss_loss_and_grad(x, labels=y)",
}


def numpy_arrays(n):
    x = np.random.default_rng(1).normal(0, 2, n).astype(np.float32)
    return {"x": x, "y": (x > 0).astype(np.float32), "out": np.empty_like(x), "mask": x < 3}


def torch_arrays(n):
    import torch

    return {name: torch.from_numpy(array) for name, array in numpy_arrays(n).items()}


def microseconds(call, arrays):
    timer = timeit.Timer(call, globals={"sigloss": sigloss, **arrays})
    return min(timer.repeat(repeat=15, number=1000)) * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--elements", type=int, default=1000)
    n = parser.parse_args().elements
    frameworks = {"NumPy": numpy_arrays}
    if importlib.util.find_spec("torch"):
        frameworks["PyTorch"] = torch_arrays
    print(sigloss.info())
    for name, make in frameworks.items():
        print(f"\n| {name}, float32, us | overhead | {n} elements |\n|---|---|---|")
        for row, call in CALLS.items():
            print(f"| {row} | {microseconds(call, make(1)):.2f} | "
                  f"{microseconds(call, make(n)):.2f} |")


if __name__ == "__main__":
    main()
