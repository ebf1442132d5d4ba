# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Threads: the same bits for any number, the interpreter goes on, and a fork works."""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import sigloss
from calls import FUNCTIONS, as_bytes, make_arrays

FAMILY = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
LARGE = (2000, 150)  # more than a thread takes on its own


@FAMILY
def test_same_bits_for_any_number_of_threads(rng, function):
    arrays = make_arrays(rng, LARGE)
    for reduction in ("none", "mean"):
        results = []
        for threads in (1, 2, 3, 0):
            sigloss.set_num_threads(threads)
            results.append(as_bytes(function.run(arrays, reduction=reduction)))
        assert all(result == results[0] for result in results)


def test_setting():
    everything = sigloss.info()["num_threads"]
    for threads, expected in ((1, 1), (0, everything), (10_000, everything)):
        sigloss.set_num_threads(threads)
        assert sigloss.info()["num_threads"] == expected


@FAMILY
def test_calls_from_many_threads(rng, function):
    arrays = make_arrays(rng, LARGE)
    expected = as_bytes(function.run(arrays))
    with ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(lambda: as_bytes(function.run(arrays))) for _ in range(12)]
        assert all(job.result() == expected for job in jobs)


FIRST_CALLS = """
import sys, threading
import numpy, {module}
import sigloss
sys.setswitchinterval(1e-6)
x = {make}
start = threading.Barrier(8)
def call():
    start.wait()
    for _ in range(20):
        sigloss.bce_with_logits(x, x, out=None)
threads = [threading.Thread(target=call) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("done")
"""


@pytest.mark.parametrize(("module", "make"), [
    ("numpy", "numpy.ones(9)"), ("torch", "torch.ones(9)"),
    ("ml_dtypes", "numpy.ones(9, ml_dtypes.bfloat16)"), ("jax", "jax.numpy.ones(9)")])
def test_first_calls_at_once(module, make):
    """Each process looks its frameworks up once, without keeping threads waiting for each other."""
    pytest.importorskip(module)
    code = FIRST_CALLS.format(module=module, make=make)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout == "done\n", done.stderr


def test_interpreter_goes_on_meanwhile():
    x = np.zeros(20_000_000, np.float32)
    out = np.full_like(x, np.nan)
    ticks = 0
    stop = False

    def count():
        nonlocal ticks
        while not stop:
            ticks += 1
            time.sleep(0.0005)

    other = threading.Thread(target=count)
    other.start()
    try:
        while ticks < 2:
            time.sleep(0.001)
        sigloss.set_num_threads(1)
        before = ticks
        sigloss.bce_with_logits_backward(1.0, x, x, out=out)
        during = ticks - before
    finally:
        stop = True
        other.join()
    # A call that kept the interpreter to itself would let the other thread run once at most.
    assert during > 3
    assert not np.isnan(out).any()


FORK = """
import os
import numpy as np
import sigloss
x = np.linspace(-9, 9, 300_000, dtype=np.float32)
def grad():
    return sigloss.bce_with_logits_backward(1.0, x, x > 0).tobytes()
expected = grad()
child = os.fork()
if child == 0:
    os._exit(0 if grad() == expected else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_child_process_computes_after_the_parent_did():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORK], capture_output=True,
                          text=True, timeout=120)
    assert done.stdout == "0\n", done.stderr
