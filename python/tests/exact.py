# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The losses from their definition, in 60 decimal digits, and errors in ULP of a dtype."""

from dataclasses import dataclass

import ml_dtypes
import mpmath
import numpy as np

mpmath.mp.dps = 60

DTYPES = {"float32": np.dtype(np.float32), "float16": np.dtype(np.float16),
          "bfloat16": np.dtype(ml_dtypes.bfloat16), "float64": np.dtype(np.float64)}
# Bits of the significand, and the exponent of the smallest normal number.
FORMATS = {"float32": (24, -126), "float16": (11, -14), "bfloat16": (8, -126),
           "float64": (53, -1022)}


def mpf(value):
    return mpmath.mpf(float(value))


def softplus(x):
    return mpmath.log1p(mpmath.exp(x)) if x < 0 else x + mpmath.log1p(mpmath.exp(-x))


def sigmoid(x):
    return 1 / (1 + mpmath.exp(-x))


def bce_loss(x, y, w=1, pw=1, smoothing=0):
    x, y, w, pw, e = map(mpf, (x, y, w, pw, smoothing))
    y = y * (1 - e) + e / 2
    return ((1 - y) * softplus(x) + pw * y * softplus(-x)) * w


def bce_grad(x, y, w=1, pw=1, smoothing=0):
    x, y, w, pw, e = map(mpf, (x, y, w, pw, smoothing))
    y = y * (1 - e) + e / 2
    return (sigmoid(x) * (1 - y) - pw * y * sigmoid(-x)) * w


def bce_target_grad(x, y, w=1, pw=1, smoothing=0):
    x, w, pw, e = map(mpf, (x, w, pw, smoothing))
    return (pw * softplus(-x) - softplus(x)) * w * (1 - e)


def focal_loss(x, y, w=1, alpha=0.25, gamma=2):
    """For labels 0 and 1; alpha None: both weigh 1."""
    x, w, g = map(mpf, (x, w, gamma))
    a = 1 if alpha is None else (mpf(alpha) if y else 1 - mpf(alpha))
    s = x if y else -x
    return a * sigmoid(-s) ** g * softplus(-s) * w


def focal_grad(x, y, w=1, alpha=0.25, gamma=2):
    x, w, g = map(mpf, (x, w, gamma))
    a = 1 if alpha is None else (mpf(alpha) if y else 1 - mpf(alpha))
    s = x if y else -x
    p, q = sigmoid(s), sigmoid(-s)
    return (-1 if y else 1) * a * q ** g * (g * p * softplus(-s) + q) * w


def ulp(exact, dtype):
    """Distance of neighbours of that dtype near a number."""
    bits, lowest = FORMATS[dtype]
    exponent = mpmath.frexp(exact)[1] - 1 if exact else lowest
    return mpmath.ldexp(1, max(exponent, lowest) - bits + 1)


def error(got, exact, dtype):
    """Distance from the exact value in ULP; infinite for what is not finite."""
    got = float(got)
    return float(abs(mpf(got) - exact) / ulp(exact, dtype)) if np.isfinite(got) else np.inf


@dataclass
class Worst:
    """The largest error seen for a claim."""

    budget: float
    error: float = -1
    where: str = ""


WORST: dict[str, Worst] = {}


def check(claim, budget, dtype, got, exact, inputs):
    """Every element within the budget; keeps the worst for the report at the end."""
    got = np.asarray(got).ravel()
    assert len(got) == len(exact) > 0
    worst = WORST.setdefault(claim, Worst(budget))
    for value, wanted, at in zip(got, exact, inputs, strict=True):
        distance = error(value, wanted, dtype)
        if distance > worst.error:
            worst.error, worst.where = distance, f"{at}: {float(value)!r}"
        assert distance <= budget, (
            f"{claim}: {distance:.5f} ULP of {dtype} at {at}: got {float(value)!r}, "
            f"exact {mpmath.nstr(wanted, 20)}")
