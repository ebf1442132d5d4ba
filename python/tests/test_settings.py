# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of the process, the environment, and what importing needs."""

import os
import subprocess
import sys

import numpy as np
import pytest

import sigloss


def run_python(code, **environment):
    return subprocess.run([sys.executable, "-c", code], env=os.environ | environment,
                          capture_output=True, text=True, timeout=120)


def test_info():
    info = sigloss.info()
    assert sorted(info) == ["num_threads", "precision", "target", "targets", "version"]
    assert info["version"] == sigloss.__version__
    assert info["target"] in info["targets"] and info["num_threads"] >= 1


def test_precision_of_call_beats_that_of_process(rng):
    x = rng.normal(0, 3, 1000).astype(np.float32)
    y = (x > 0).astype(np.float32)

    def run(precision=None):
        return sigloss.bce_with_logits_backward(1.0, x, y, precision=precision).tobytes()

    exact, fast = run("exact"), run("fast")
    assert exact != fast and run() == exact
    sigloss.set_precision("fast")
    assert sigloss.info()["precision"] == "fast"
    assert run() == fast and run("exact") == exact
    sigloss.set_precision("exact")
    assert run() == exact


def test_precision_of_the_environment():
    code = "import sigloss; print(sigloss.info()['precision'])"
    assert run_python(code, SIGLOSS_PRECISION="fast").stdout == "fast\n"
    wrong = run_python(code, SIGLOSS_PRECISION="quick")
    assert "ValueError" in wrong.stderr and "SIGLOSS_PRECISION" in wrong.stderr


def test_target_of_the_environment():
    code = ("import numpy as np, sigloss; x = np.ones(3)\n"
            "sigloss.bce_with_logits(x, x); print(sigloss.info()['target'])")
    for target in sigloss.info()["targets"]:
        assert run_python(code, SIGLOSS_TARGET=target).stdout == f"{target}\n"
    wrong = run_python(code, SIGLOSS_TARGET="ABACUS")
    assert "ValueError" in wrong.stderr and "ABACUS" in wrong.stderr


@pytest.mark.parametrize("missing", ["numpy", "torch", "jax", "ml_dtypes"])
def test_no_framework_is_needed_to_import(missing):
    code = f"import sys; sys.modules['{missing}'] = None; import sigloss; print(sigloss.info())"
    assert run_python(code).returncode == 0
    loaded = run_python("import sigloss, sys; print(sorted(sys.modules))").stdout
    assert f"'{missing}'" not in loaded


def test_typing_is_marked():
    folder = os.path.dirname(sigloss.__file__)
    assert {"py.typed", "_core.pyi"} <= set(os.listdir(folder))
