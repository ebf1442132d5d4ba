# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import exact
import sigloss


@pytest.fixture
def rng():
    return np.random.default_rng(20240229)


@pytest.fixture(autouse=True)
def default_settings():
    """Each test begins and ends with the settings that a process begins with."""
    yield
    sigloss.set_num_threads(0)
    sigloss.set_precision("exact")


def pytest_terminal_summary(terminalreporter):
    if exact.WORST:
        terminalreporter.section("worst errors, in ULP")
    for claim, worst in sorted(exact.WORST.items()):
        terminalreporter.line(f"{claim}: {worst.error:.5f} of {worst.budget}, at {worst.where}")
