# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The committed stub is what the module gives, and the package is typed."""

import difflib
import subprocess
import sys
from pathlib import Path

import pytest

import sigloss

SOURCE = Path(__file__).resolve().parents[1] / "sigloss"
INSTALLED = Path(sigloss.__file__).parent
PROGRAM = """
import numpy as np
import sigloss
x: np.ndarray = np.zeros(3)
loss: np.ndarray = sigloss.bce_with_logits(x, x, reduction="sum", pos_weight=3.0)
pair: tuple[np.ndarray, np.ndarray] = sigloss.sigmoid_focal_loss_loss_and_grad(x, labels=x)
"""


def test_package_is_the_installed_one():
    assert INSTALLED != SOURCE and list(INSTALLED.glob("_core.*.so"))


@pytest.mark.parametrize("file", ["_core.pyi", "__init__.py", "py.typed"])
def test_files_of_the_package(file):
    assert (INSTALLED / file).read_bytes() == (SOURCE / file).read_bytes()


def test_stub(tmp_path):
    """tools/python.sh --stub writes it anew."""
    pytest.importorskip("nanobind")
    made = tmp_path / "_core.pyi"
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", "sigloss._core",
                    "-o", made], check=True, cwd=tmp_path)
    wanted = (SOURCE / "_core.pyi").read_text().splitlines()
    difference = difflib.unified_diff(wanted, made.read_text().splitlines(), lineterm="", n=0)
    assert list(difference) == []


def run_mypy(folder, program):
    (folder / "program.py").write_text(program)
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", "program.py"], cwd=folder,
                          capture_output=True, text=True)


def test_types(tmp_path):
    pytest.importorskip("mypy")
    good = run_mypy(tmp_path, PROGRAM)
    assert good.returncode == 0, good.stdout
    for right, wrong in (('"sum"', '"average"'), ("pos_weight", "pos_wieght"),
                         ("pair: tuple[np.ndarray, np.ndarray]", "pair: int")):
        bad = run_mypy(tmp_path, PROGRAM.replace(right, wrong))
        assert bad.returncode == 1 and "program.py" in bad.stdout, wrong
