# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Nothing leaks: references, exported buffers, memory."""

import gc
import sys
from pathlib import Path

import numpy as np
import pytest

from calls import FUNCTIONS, make_arrays

FAMILY = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)


def resident():
    """Bytes of the process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def grown_by(run, times):
    """How much a process grows by many calls, after those that fill caches."""
    for _ in range(times // 4):
        run()
    gc.collect()
    before = resident()
    for _ in range(times):
        run()
    gc.collect()
    return resident() - before


def fails(function, arrays):
    with pytest.raises((TypeError, ValueError)):
        function.run(arrays)


@FAMILY
def test_references(rng, function):
    arrays = make_arrays(rng)
    wrong = arrays | {"weight": np.ones(5)}
    no_array = arrays | {"weight": [1.0]}
    counts = {name: sys.getrefcount(array) for name, array in arrays.items()}
    for _ in range(100):
        function.run(arrays)
        fails(function, wrong)
        fails(function, no_array)
    assert {name: sys.getrefcount(array) for name, array in arrays.items()} == counts


@FAMILY
def test_buffers_are_given_back(rng, function):
    arrays = make_arrays(rng)
    storage = {name: bytearray(array.tobytes()) for name, array in arrays.items()}
    views = {name: np.frombuffer(storage[name], array.dtype).reshape(array.shape)
             for name, array in arrays.items()}
    function.run(views)
    fails(function, views | {"weight": np.ones(5)})
    del views
    gc.collect()
    for name in function.takes:
        storage[name].clear()  # BufferError while anybody holds the buffer


@FAMILY
def test_memory_of_calls(rng, function):
    arrays = make_arrays(rng)
    wrong = arrays | {"weight": np.ones(5)}
    assert grown_by(lambda: function.run(arrays), 20_000) < 2 << 20
    assert grown_by(lambda: fails(function, wrong), 2_000) < 2 << 20


def test_memory_of_results(rng):
    arrays = make_arrays(rng, (512, 512))
    assert grown_by(lambda: FUNCTIONS[3].run(arrays, reduction="none"), 100) < 20 << 20


def test_no_temporary_arrays():
    # The gradient is the only memory that a large call takes.
    arrays = make_arrays(np.random.default_rng(1), (4096, 1024))
    arrays["logits"] = arrays["logits"].T.copy().T
    arrays["mask"] = arrays["mask"][:, ::-1]
    del arrays["alpha"]
    Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    before = resident()
    grad = FUNCTIONS[1].run(arrays)
    lines = Path("/proc/self/status").read_text().splitlines()
    peak = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))
    assert peak - before < 1.25 * grad.nbytes
