# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The functions of the package as rows, so that a test of all of them is a loop."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import sigloss


@dataclass(frozen=True)
class Function:
    """`run(arrays, **options)` calls it with the arrays that it takes out of a dict of all."""

    name: str
    call: Callable
    positional: tuple[str, ...]
    keywords: dict[str, str]  # keyword: array

    def run(self, arrays, **options):
        keywords = {key: arrays[name] for key, name in self.keywords.items() if name in arrays}
        return self.call(*(arrays[name] for name in self.positional), **keywords, **options)

    @property
    def results(self):
        return 2 if self.name.endswith("loss_and_grad") else 1

    @property
    def takes(self):
        return (*self.positional, *self.keywords.values())


BCE = {"weight": "weight", "pos_weight": "pos_weight", "mask": "mask"}
FOCAL = {"weight": "weight", "mask": "mask", "alpha": "alpha"}
LABELS = FOCAL | {"labels": "target"}
INDEX = FOCAL | {"class_index": "class_index"}
FUNCTIONS = [
    Function("bce_with_logits", sigloss.bce_with_logits, ("logits", "target"), BCE),
    Function("bce_with_logits_backward", sigloss.bce_with_logits_backward,
             ("grad_output", "logits", "target"), BCE),
    Function("bce_with_logits_target_backward", sigloss.bce_with_logits_target_backward,
             ("grad_output", "logits", "target"), BCE),
    Function("bce_with_logits_loss_and_grad", sigloss.bce_with_logits_loss_and_grad,
             ("logits", "target"), BCE),
    Function("sigmoid_focal_loss", sigloss.sigmoid_focal_loss, ("logits",), LABELS),
    Function("sigmoid_focal_loss_backward", sigloss.sigmoid_focal_loss_backward,
             ("grad_output", "logits"), LABELS),
    Function("sigmoid_focal_loss_loss_and_grad", sigloss.sigmoid_focal_loss_loss_and_grad,
             ("logits",), INDEX),
]


def make_arrays(rng, shape=(6, 4), dtype=np.float32):
    """One array for every argument, all of the shape of the logits but the class indices."""
    def floats(low, high):
        return rng.uniform(low, high, shape).astype(dtype)

    return {
        "logits": rng.normal(0, 3, shape).astype(dtype), "target": floats(0, 1),
        "grad_output": floats(-2, 2), "weight": floats(0.5, 2), "pos_weight": floats(0.5, 4),
        "alpha": floats(0.1, 0.9), "mask": rng.random(shape) < 0.8,
        "class_index": rng.integers(-1, shape[-1] + 1, shape[:-1]),
    }


def as_bytes(result):
    """Bits of an array or a pair of them, whatever their layout."""
    parts = result if isinstance(result, tuple) else (result,)
    return [np.ascontiguousarray(part).tobytes() for part in parts]
