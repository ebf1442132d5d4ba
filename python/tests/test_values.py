# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Values against the definition: every function x dtype x option."""

import mpmath
import numpy as np
import pytest

import exact
import sigloss
from exact import DTYPES

# In ULP, by dtype. Hard labels are 0 and 1.
HARD = {"float32": 0.501, "float16": 0.5001, "bfloat16": 0.5001, "float64": 4.0}
SOFT = {"float32": 0.51, "float16": 0.5001, "bfloat16": 0.5001, "float64": 16.0}
# A sum's error is that of its terms and of one rounding.
REDUCED = {"float32": 1.0, "float16": 0.51, "bfloat16": 0.51, "float64": 8.0}

LOGITS = [0, -0.0, 1e-6, -1e-6, 0.1, -0.3, 1, -1, 2.5, -2.5, 5, -7, 9, -11, 13, -16, 20, -20, 30,
          -40, 60, -60, 80, -87]

BCE_OPTIONS = {
    "plain": {}, "weight": {"w"}, "pos_weight": {"pw"}, "both": {"w", "pw"},
    "smoothed": {"smoothing"}, "all": {"w", "pw", "smoothing"},
}
FOCAL_OPTIONS = {
    "default": {}, "weight": {"w"}, "alpha off": {"alpha": None}, "alpha": {"alpha": 0.7},
    "gamma 0": {"gamma": 0.0}, "gamma 0.5": {"gamma": 0.5}, "gamma 1.7": {"gamma": 1.7},
    "gamma 5": {"gamma": 5.0},
}


def logits_of(dtype):
    """Each logit twice, for both labels; no result is below the smallest normal number."""
    limit = 8 if dtype == "float16" else 100
    values = [x for x in LOGITS if abs(x) < limit]
    return np.array(values * 2).astype(DTYPES[dtype])


def hard_labels(x):
    return (np.arange(x.size) < x.size // 2).astype(x.dtype)


def rounded(rng, x, low, high):
    return rng.uniform(low, high, x.size).astype(x.dtype)


def bce_case(rng, dtype, options):
    x = logits_of(dtype)
    y = hard_labels(x)
    given = {}
    if "w" in options:
        given["weight"] = rounded(rng, x, 0.5, 2)
    if "pw" in options:
        given["pos_weight"] = rounded(rng, x, 0.5, 4)
    if "smoothing" in options:
        given["label_smoothing"] = 0.125
    return x, y, given


def expected_bce(formula, x, y, given):
    ones = np.ones(x.size)
    return [formula(*row, given.get("label_smoothing", 0)) for row in
            zip(x, y, given.get("weight", ones), given.get("pos_weight", ones), strict=True)]


@pytest.mark.parametrize("options", BCE_OPTIONS, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_bce_of_elements(rng, dtype, options):
    x, y, given = bce_case(rng, dtype, BCE_OPTIONS[options])
    inputs = list(zip(x.tolist(), y.tolist(), strict=True))
    # Smoothed labels are soft: the terms of the gradient have two signs.
    budget = (SOFT if "label_smoothing" in given else HARD)[dtype]
    loss = sigloss.bce_with_logits(x, y, reduction="none", **given)
    grad = sigloss.bce_with_logits_backward(1.0, x, y, reduction="none", **given)
    exact.check(f"bce loss {dtype}", budget, dtype, loss,
                expected_bce(exact.bce_loss, x, y, given), inputs)
    exact.check(f"bce grad {dtype}{' smoothed' if 'label_smoothing' in given else ''}", budget,
                dtype, grad, expected_bce(exact.bce_grad, x, y, given), inputs)
    both = sigloss.bce_with_logits_loss_and_grad(x, y, reduction="none", **given)
    assert both[0].tobytes() == loss.tobytes() and both[1].tobytes() == grad.tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
def test_bce_gradient_by_the_target(rng, dtype):
    x, y, given = bce_case(rng, dtype, {"w"})
    grad = sigloss.bce_with_logits_target_backward(1.0, x, y, reduction="none", **given)
    exact.check(f"bce target grad {dtype}", SOFT[dtype], dtype, grad,
                expected_bce(exact.bce_target_grad, x, y, given), x.tolist())


@pytest.mark.parametrize("label", [0.25, 0.9, -0.5, 1.5])
@pytest.mark.parametrize("dtype", DTYPES)
def test_bce_with_soft_labels(dtype, label):
    x = np.array([v for v in logits_of(dtype).tolist() if abs(v) > 9 or abs(v) < 0.2])
    x = x.astype(DTYPES[dtype])
    y = np.full_like(x, label)
    grad = sigloss.bce_with_logits_backward(1.0, x, y, reduction="none")
    exact.check(f"bce grad soft {dtype}", SOFT[dtype], dtype, grad,
                expected_bce(exact.bce_grad, x, y, {}), x.tolist())


@pytest.mark.parametrize("options", FOCAL_OPTIONS, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_focal_of_elements(rng, dtype, options):
    x = logits_of(dtype)
    y = hard_labels(x)
    given = dict(FOCAL_OPTIONS[options]) if isinstance(FOCAL_OPTIONS[options], dict) else {}
    gamma = given.get("gamma", 2.0)
    # Powers of small probabilities must stay normal numbers of the dtype.
    keep = (np.abs(x.astype(float)) * (gamma + 1) < (6 if dtype == "float16" else 80))
    x, y = x[keep], y[keep]
    w = rounded(rng, x, 0.5, 2) if options == "weight" else np.ones_like(x)
    # float64 computes in float64; a weight is one more rounding.
    budget = HARD[dtype] if dtype != "float64" else 5 + 0.35 * (gamma + 1)
    arguments = dict(given, labels=y, **({"weight": w} if options == "weight" else {}))
    loss = sigloss.sigmoid_focal_loss(x, **arguments)
    grad = sigloss.sigmoid_focal_loss_backward(1.0, x, **arguments)
    for name, formula, got in (("loss", exact.focal_loss, loss), ("grad", exact.focal_grad, grad)):
        wanted = [formula(a, b, c, **given) for a, b, c in zip(x, y, w, strict=True)]
        exact.check(f"focal {name} {dtype}", budget, dtype, got, wanted, x.tolist())
    both = sigloss.sigmoid_focal_loss_loss_and_grad(x, **arguments)
    assert both[0].tobytes() == loss.tobytes() and both[1].tobytes() == grad.tobytes()


REDUCTIONS = {
    "sum": ("sum", None, lambda y, keep: 1),
    "mean": ("mean", None, lambda y, keep: int(keep.sum())),
    "numel": ("mean", "numel", lambda y, keep: int(keep.sum())),
    "rows": ("mean", "rows", lambda y, keep: len(y)),
    "positives": ("mean", "positives", lambda y, keep: max(1, int((y > 0).sum()))),
    "number": ("mean", 3.5, lambda y, keep: 3.5),
}


@pytest.mark.parametrize("masked", [False, True], ids=["all", "masked"])
@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("family", ["bce", "focal"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_reductions(rng, dtype, family, name, masked):
    reduction, normalizer, divisor = REDUCTIONS[name]
    x = rng.normal(0, 2, (8, 3)).astype(DTYPES[dtype])
    y = rng.integers(0, 2, (8, 3)).astype(np.uint8)
    keep = rng.random((8, 3)) < 0.7 if masked else np.ones((8, 3), bool)
    given = {"reduction": reduction, "normalizer": normalizer, **({"mask": keep} if masked else {})}
    if family == "bce":
        loss, grad = sigloss.bce_with_logits_loss_and_grad(x, y, **given)
        formulas = exact.bce_loss, exact.bce_grad
    else:
        loss, grad = sigloss.sigmoid_focal_loss_loss_and_grad(x, labels=y, **given)
        formulas = exact.focal_loss, exact.focal_grad
    by = divisor(y, keep)
    pairs = list(zip(x.ravel(), y.ravel(), keep.ravel(), strict=True))
    total = mpmath.fsum(formulas[0](a, b) for a, b, kept in pairs if kept) / by
    assert loss.shape == ()
    exact.check(f"{family} reduced {dtype}", REDUCED[dtype], dtype, loss, [total], [name])
    # Divided, a gradient of a 16-bit type may be below its smallest normal number: ulp() knows.
    wanted = [formulas[1](a, b) / by if kept else mpmath.mpf(0) for a, b, kept in pairs]
    exact.check(f"{family} reduced grad {dtype}", 16 if dtype == "float64" else 0.51, dtype, grad,
                wanted, pairs)


def test_class_index_and_selector_are_labels(rng):
    x = rng.normal(0, 3, (6, 4)).astype(np.float32)
    index = np.array([0, 3, 4, 2, 1, -1])
    labels = (index[:, None] == np.arange(4)).astype(np.int32)
    by_index = sigloss.sigmoid_focal_loss(x, class_index=index)
    by_labels = sigloss.sigmoid_focal_loss(x, labels=labels)
    by_selector = sigloss.sigmoid_focal_loss(x, selector=1 - labels)
    assert by_labels.any() and by_labels.tobytes() == by_selector.tobytes()
    assert by_index[:5].tobytes() == by_labels[:5].tobytes() and not by_index[5].any()


def test_alpha_of_each_class(rng):
    x = rng.normal(0, 3, (6, 3)).astype(np.float32)
    labels = rng.integers(0, 2, (6, 3))
    alpha = np.array([0.1, 0.5, 0.75], np.float32)
    together = sigloss.sigmoid_focal_loss(x, labels=labels, alpha=alpha)
    for column, one in enumerate(alpha):
        apart = sigloss.sigmoid_focal_loss(x[:, column], labels=labels[:, column],
                                           alpha=float(one))
        assert together[:, column].tobytes() == apart.tobytes()


@pytest.mark.parametrize("family", ["bce", "focal"])
def test_special_values(family):
    x = np.array([np.inf, -np.inf, np.inf, -np.inf, np.nan, 1], np.float32)
    y = np.array([1, 0, 0, 1, 1, 1], np.float32)
    if family == "bce":
        loss, grad = sigloss.bce_with_logits_loss_and_grad(x, y, reduction="none")
        assert grad[:4].tolist() == [0, 0, 1, -1]
    else:
        loss, grad = sigloss.sigmoid_focal_loss_loss_and_grad(x, labels=y)
        assert grad[:2].tolist() == [0, 0]
    assert loss[:4].tolist() == [0, 0, np.inf, np.inf]
    assert np.isnan(loss[4]) and np.isnan(grad[4])
    assert np.isfinite(loss[5]) and np.isfinite(grad[5])
