# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Types in, types out, and Python numbers."""

import itertools

import ml_dtypes
import numpy as np
import pytest

import sigloss
from calls import FUNCTIONS, as_bytes, make_arrays

FLOATS = [np.dtype(t) for t in (np.float32, np.float16, ml_dtypes.bfloat16, np.float64)]
LABELS = [*FLOATS, *(np.dtype(t) for t in (bool, np.uint8, np.int32, np.int64))]


def name(dtype):
    return dtype.name


def promoted(a, b):
    if a == b:
        return a
    return np.dtype(np.float64) if np.dtype(np.float64) in (a, b) else np.dtype(np.float32)


# Labels of float64 make a call compute in it, which rounds differently.
@pytest.mark.parametrize(("logits", "labels"),
                         [(x, y) for x, y in itertools.product(FLOATS, LABELS)
                          if y != np.float64 or x == np.float64], ids=str)
def test_labels_of_every_type(rng, logits, labels):
    x = rng.normal(0, 2, 50).astype(logits)
    y = rng.integers(0, 2, 50)
    wanted = sigloss.bce_with_logits_backward(1.0, x, y.astype(logits))
    assert as_bytes(sigloss.bce_with_logits_backward(1.0, x, y.astype(labels))) == as_bytes(wanted)
    wanted = sigloss.sigmoid_focal_loss_backward(1.0, x, labels=y.astype(logits))
    got = sigloss.sigmoid_focal_loss_backward(1.0, x, labels=y.astype(labels))
    assert got.any() and as_bytes(got) == as_bytes(wanted)


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_class_index_of_both_types(rng, index):
    x = rng.normal(0, 2, (5, 3)).astype(np.float32)
    columns = np.array([0, 1, 2, 3, -1])
    got = sigloss.sigmoid_focal_loss(x, class_index=columns.astype(index))
    assert got.any()
    assert as_bytes(got) == as_bytes(sigloss.sigmoid_focal_loss(x, class_index=columns))


@pytest.mark.parametrize(("a", "b"), list(itertools.product(FLOATS, FLOATS)), ids=str)
def test_types_of_results(a, b):
    x, other = np.ones(3, a), np.ones(3, b)
    for given in ({"weight": other}, {"pos_weight": other}, {}):
        y = np.ones(3, bool) if given else other
        loss, grad = sigloss.bce_with_logits_loss_and_grad(x, y, **given)
        assert loss.dtype == promoted(a, b) and grad.dtype == a, given
    for given in ({"weight": other}, {"alpha": other}, {}):
        y = np.ones(3, bool) if given else other
        loss, grad = sigloss.sigmoid_focal_loss_loss_and_grad(x, labels=y, **given)
        assert loss.dtype == promoted(a, b) and grad.dtype == a, given


@pytest.mark.parametrize("out", FLOATS, ids=name)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_out_says_the_type(rng, function, out):
    arrays = make_arrays(rng)
    wanted = function.run({k: v.astype(np.float64) if v.dtype == np.float32 else v
                           for k, v in arrays.items()}, reduction="none")
    place = [np.full((6, 4), np.nan, out) for _ in range(function.results)]
    got = function.run(arrays, reduction="none",
                       out=tuple(place) if function.results == 2 else place[0])
    for part, exact in zip(got if function.results == 2 else (got,),
                           wanted if function.results == 2 else (wanted,), strict=True):
        assert part.dtype == out
        tolerance = {2: 5e-3, 4: 1e-6, 8: 1e-12}[out.itemsize]
        np.testing.assert_allclose(part.astype(float), exact, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("number", [3, 3.0, np.float64(3), np.float32(3), True], ids=repr)
def test_numbers_are_arrays_of_rank_0(rng, number):
    arrays = make_arrays(rng)
    as_array = np.array(number, np.float32)
    for function in FUNCTIONS:
        for key in {"grad_output", "weight", "pos_weight"} & set(function.takes):
            got = as_bytes(function.run(arrays | {key: number}))
            assert got == as_bytes(function.run(arrays | {key: as_array})), (function.name, key)


def test_numbers_are_float64_where_the_call_is():
    x, y = np.array([0.3]), np.array([0.0])
    got = sigloss.bce_with_logits_backward(1e-50, x, y, weight=1e300, reduction="sum")
    assert got.dtype == np.float64 and got[0] == pytest.approx(0.5744425168116589e250, rel=1e-14)
    single = x.astype(np.float32)
    out = np.zeros(1)
    sigloss.bce_with_logits_backward(1e-50, single, y.astype(np.float32), out=out)
    assert out[0] == pytest.approx(0.57444251971935e-50, rel=1e-14)
    loss = sigloss.bce_with_logits(single, single, weight=0.1)
    assert loss.dtype == np.float32


def test_scalars_of_numpy_and_plain_buffers():
    assert sigloss.bce_with_logits(np.float32(0), np.float32(1)) == np.float32(np.log(2))
    labels = bytes([1, 0])
    x = np.array([1, 2], np.float32)
    assert sigloss.bce_with_logits(x, labels) == sigloss.bce_with_logits(x, np.array([1, 0]))
