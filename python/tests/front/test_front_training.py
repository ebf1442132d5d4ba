# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Whole runs: a model that learns, two processes that share a batch, and what a step takes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
st = pytest.importorskip("sigloss.torch")
F = torch.nn.functional

HERE = Path(__file__).parent


def train(loss_of, rate=1.0, steps=120):
    """The losses of a run on the digits of scikit-learn, ten labels each."""
    datasets = pytest.importorskip("sklearn.datasets")
    images, digits = datasets.load_digits(return_X_y=True)
    x = torch.tensor(images / 16, dtype=torch.float32)
    y = F.one_hot(torch.tensor(digits), 10).float()
    torch.manual_seed(5)
    model = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10))
    optimizer = torch.optim.SGD(model.parameters(), rate, momentum=0.9)
    curve = []
    for step in range(steps):
        rows = torch.arange(step * 128, step * 128 + 128) % len(x)
        optimizer.zero_grad()
        loss = loss_of(model(x[rows]), y[rows])
        loss.backward()
        optimizer.step()
        curve.append(loss.item())
    with torch.no_grad():
        correct = (model(x).argmax(1) == torch.tensor(digits)).float().mean().item()
    return curve, correct


def test_loss_curve_is_torchs():
    ours, correct = train(st.BCEWithLogitsLoss(pos_weight=torch.full((10,), 2.0)))
    theirs, _ = train(torch.nn.BCEWithLogitsLoss(pos_weight=torch.full((10,), 2.0)))
    assert correct > 0.9 and ours[-1] < ours[0] / 4
    for a, b in zip(ours, theirs, strict=True):
        assert abs(a - b) <= 1e-5 * b


def test_focal_loss_learns():
    curve, correct = train(st.SigmoidFocalLoss(0.5, 2, "mean", normalizer="positives"), rate=0.5)
    assert correct > 0.9 and curve[-1] < curve[0] / 4


def test_two_processes_share_an_uneven_batch(tmp_path):
    """Gradients of the run of one process, by the normalizer."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    program = [sys.executable, str(HERE / "ddp_program.py"), str(tmp_path)]
    done = subprocess.run(program, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    single, shared = (torch.load(tmp_path / name) for name in ("single.pt", "shared.pt"))
    assert single.keys() == shared.keys() and len(single) == 6
    for name, grad in single.items():
        assert torch.allclose(shared[name], grad, rtol=1e-5, atol=1e-8), name


MEMORY = r"""
import re, sys, torch, sigloss.torch as st
peak = lambda: 1024 * int(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read())[1])
loss = {"ours": st.binary_cross_entropy_with_logits,
        "torch": torch.nn.functional.binary_cross_entropy_with_logits}[sys.argv[1]]
small = torch.zeros(1000, requires_grad=True)
(2 * loss(small, torch.ones(1000))).backward()
x = torch.randn(16_000_000, requires_grad=True)
y = torch.ones(16_000_000)
before = peak()
(2 * loss(x, y)).backward()
print((peak() - before) / (x.numel() * 4))
"""


def gradients_of_memory(which):
    done = subprocess.run([sys.executable, "-c", MEMORY, which], capture_output=True, text=True,
                          check=True, timeout=300)
    return float(done.stdout)


def test_a_step_takes_the_memory_of_one_gradient():
    assert gradients_of_memory("ours") < 1.1
    assert gradients_of_memory("torch") > 1.9  # what is measured grows when more is taken
