# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The README's Python programs run and print what their comments say."""

import contextlib
import io
import re
from pathlib import Path

import pytest

import sigloss

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_is_one():
    assert PROGRAMS


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_program(program):
    for framework in re.findall(r"^import (torch|jax)\b", program, re.MULTILINE):
        pytest.importorskip(framework)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})
    expected = re.findall(r"print\(.*\)  # (.*)", program)
    assert expected and printed.getvalue().splitlines() == expected


def test_table_lists_the_functions():
    for name in sigloss.__all__:
        assert f"`{name}" in README, name
        documentation = getattr(sigloss, name).__doc__
        assert documentation and name in documentation
