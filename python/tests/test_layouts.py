# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Layouts in and out: the bits of the result are those for row-major arrays, nothing is copied."""

import ml_dtypes
import numpy as np
import pytest

from calls import FUNCTIONS, as_bytes, make_arrays
from sigloss._core import _describe

FAMILY = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)


def sliced(a):
    storage = np.zeros([2 * n + 1 for n in a.shape], a.dtype)
    view = storage[tuple(slice(1, None, 2) for _ in a.shape)]
    view[...] = a
    return view


def reversed_(a):
    return a[tuple(slice(None, None, -1) for _ in a.shape)].copy()[
        tuple(slice(None, None, -1) for _ in a.shape)]


def unaligned(a):
    raw = np.zeros(a.nbytes + 1, np.uint8)
    view = raw[1:].view(a.dtype).reshape(a.shape)
    view[...] = a
    return view


def read_only(a):
    copy = a.copy()
    copy.flags.writeable = False
    return copy


def memory(a):
    return memoryview(a)


LAYOUTS = {"transposed": lambda a: a.T.copy().T, "sliced": sliced, "reversed": reversed_,
           "unaligned": unaligned, "read-only": read_only, "Fortran": np.asfortranarray,
           "memoryview": memory}


@pytest.mark.parametrize("layout", LAYOUTS)
@FAMILY
def test_inputs(rng, function, layout):
    arrays = make_arrays(rng)
    expected = as_bytes(function.run(arrays))
    for name in function.takes:
        changed = arrays | {name: LAYOUTS[layout](arrays[name])}
        before = bytes(np.ascontiguousarray(changed[name]))
        assert as_bytes(function.run(changed)) == expected, name
        assert bytes(np.ascontiguousarray(changed[name])) == before, f"{name} was written"
    everything = {name: LAYOUTS[layout](array) for name, array in arrays.items()}
    assert as_bytes(function.run(everything)) == expected


@pytest.mark.parametrize("shape", [(1, 1), (4,), (6, 1), (1, 4), ()], ids=str)
@FAMILY
def test_broadcast(rng, function, shape):
    arrays = make_arrays(rng)
    for name in set(function.takes) - {"logits", "target", "class_index"}:
        small = np.resize(arrays[name], shape)
        full = arrays | {name: np.broadcast_to(small, (6, 4)).copy()}
        assert as_bytes(function.run(arrays | {name: small})) == as_bytes(function.run(full)), name
        expanded = np.broadcast_to(small, (6, 4))
        assert as_bytes(function.run(arrays | {name: expanded})) == as_bytes(function.run(full))


@FAMILY
def test_expanded_logits(rng, function):
    arrays = make_arrays(rng)
    expanded = np.broadcast_to(arrays["logits"][:1], (6, 4))
    got = function.run(arrays | {"logits": expanded})
    assert as_bytes(got) == as_bytes(function.run(arrays | {"logits": expanded.copy()}))


@pytest.mark.parametrize("layout", ["sliced", "transposed", "reversed", "unaligned", "Fortran"])
@FAMILY
def test_out(rng, function, layout):
    arrays = make_arrays(rng)
    expected = function.run(arrays, reduction="none")
    poison = np.full((6, 4), np.nan, np.float32)
    outs = tuple(LAYOUTS[layout](poison) for _ in range(function.results))
    out = outs if function.results == 2 else outs[0]
    got = function.run(arrays, reduction="none", out=out)
    assert as_bytes(got) == as_bytes(expected)
    assert all(a is b for a, b in zip(got, outs, strict=True)) if len(outs) == 2 else got is out
    for array in outs if layout == "sliced" else ():
        storage = array.base.copy()
        storage[1::2, 1::2] = 0
        assert not storage.any(), "written between the elements"


@FAMILY
def test_out_in_place(rng, function):
    arrays = make_arrays(rng)
    expected = as_bytes(function.run(arrays, reduction="none"))
    places = {"logits", "grad_output"} if "grad_output" in function.positional else {"logits"}
    for place in places:
        changed = arrays | {place: arrays[place].copy()}
        out = changed[place]
        if function.results == 2:
            loss, grad = function.run(changed, reduction="none", out=(None, out))
            assert grad is out and as_bytes((loss, grad)) == expected
        else:
            assert function.run(changed, reduction="none", out=out) is out
            assert as_bytes(out) == expected, place


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 4)], ids=str)
@FAMILY
def test_empty(rng, function, shape):
    arrays = make_arrays(rng, shape)
    results = function.run(arrays, reduction="mean")
    loss, grad = results if function.results == 2 else (results, results)
    if "backward" in function.name:
        assert grad.shape == shape
    else:
        assert loss.shape == () and np.isnan(loss)
        total = function.run(arrays, reduction="sum")
        assert (total[0] if function.results == 2 else total) == 0


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if "target" in f.takes],
                         ids=lambda f: f.name)
def test_rank_0_and_8(rng, function):
    arrays = make_arrays(rng, (1,))
    expected = as_bytes(function.run(arrays, reduction="none"))
    for shape in ((), (1,) * 8):
        reshaped = {name: a.reshape(shape) for name, a in arrays.items() if name != "class_index"}
        got = function.run(reshaped, reduction="none")
        assert as_bytes(got) == expected
        assert (got[0] if isinstance(got, tuple) else got).shape == shape


def test_results_keep_the_order_in_memory(rng):
    arrays = make_arrays(rng)
    arrays["logits"] = np.asfortranarray(arrays["logits"])
    for function in FUNCTIONS:
        got = function.run(arrays, reduction="none")
        for part in got if isinstance(got, tuple) else (got,):
            assert part.flags.f_contiguous, function.name


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.float64, ml_dtypes.bfloat16, bool,
                                   np.uint8, np.int32, np.int64], ids=lambda d: np.dtype(d).name)
def test_numpy_is_seen_in_place(dtype):
    array = np.zeros((5, 6), dtype)
    for view in (array, array[1:, ::2], array[::-1, 3:], array.T):
        address, name, shape, strides = _describe(view)
        assert address == view.__array_interface__["data"][0] and name == np.dtype(dtype).name
        assert shape == view.shape
        assert strides == tuple(step // view.itemsize for step in view.strides)
