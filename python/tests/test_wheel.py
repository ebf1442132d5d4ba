# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The repaired wheel: it brings its libraries along, and shows one symbol."""

import importlib.metadata
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import sigloss
from sigloss import _core

LIBRARIES = Path(sigloss.__file__).parents[1] / "sigloss.libs"


def loaded_libraries():
    lines = Path("/proc/self/maps").read_text().splitlines()
    return {Path(line.split(maxsplit=5)[5]) for line in lines if ".so" in line}


def test_libraries_are_its_own():
    x = np.zeros(200_000, np.float32)
    sigloss.bce_with_logits(x, x)
    for name in ("libtbb", "libhwy"):
        loaded = [path for path in loaded_libraries() if path.name.startswith(name)]
        ours = [path for path in loaded if path.parent == LIBRARIES]
        assert len(ours) == 1, f"{name} of {LIBRARIES} is not loaded: {loaded}"


def test_one_symbol():
    if shutil.which("nm") is None:
        pytest.skip("nm is not installed")
    listing = subprocess.run(["nm", "--dynamic", "--defined-only", _core.__file__], check=True,
                             capture_output=True, text=True).stdout
    assert [line.split()[-1] for line in listing.splitlines()] == ["PyInit__core"]


def test_metadata():
    metadata = importlib.metadata.metadata("sigloss")
    assert metadata["Version"] == sigloss.__version__
    assert metadata["License-Expression"] == "Apache-2.0"
    assert all("extra ==" in wanted for wanted in importlib.metadata.requires("sigloss"))
    files = [str(path) for path in importlib.metadata.files("sigloss")]
    package = [name for name in files if name.startswith("sigloss/") and "__pycache__" not in name]
    assert not [name for name in package if name.endswith((".h", ".cc", ".txt", ".a"))]
    tag = importlib.metadata.distribution("sigloss").read_text("WHEEL")
    assert "manylinux" in tag and "Tag: py3-none-any" not in tag
