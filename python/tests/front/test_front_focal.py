# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""sigloss.torch's focal losses beside those of torchvision and MMCV."""

import inspect

import pytest

import exact

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
st = pytest.importorskip("sigloss.torch")
F = torch.nn.functional


def torchvision_focal_loss(inputs, targets, alpha=0.25, gamma=2, reduction="none"):
    """What torchvision.ops.sigmoid_focal_loss computes, in float64."""
    inputs, targets = inputs.double(), targets.double()
    p = torch.sigmoid(inputs)
    ce = F.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
    p_t = p * targets + (1 - p) * (1 - targets)
    loss = ce * ((1 - p_t) ** gamma)
    if alpha >= 0:
        loss = (alpha * targets + (1 - alpha) * (1 - targets)) * loss
    return {"none": lambda t: t, "mean": torch.mean, "sum": torch.sum}[reduction](loss)


def mmcv_focal_loss(input, target, gamma=2.0, alpha=0.25, weight=None, reduction="mean"):
    """What MMCV's kernels compute, class by class, in float64."""
    x = input.double()
    rows = []
    for logits, index in zip(x, target.tolist(), strict=True):
        y = F.one_hot(torch.tensor(index), x.shape[1] + 1)[:-1].double()
        loss = torchvision_focal_loss(logits, y, alpha, gamma)
        if weight is not None and index < x.shape[1]:
            loss = loss * weight.double()[index]
        rows.append(loss)
    loss = torch.stack(rows)
    return {"none": loss, "mean": loss.sum() / x.shape[0], "sum": loss.sum()}[reduction]


def gradient(function, input, *arguments, **options):
    leaf = input.clone().requires_grad_()
    loss = function(leaf, *arguments, **options)
    loss.backward(torch.full_like(loss, 1.5))
    return loss.detach().double(), leaf.grad.double()


def parameters(function):
    return [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()]


def test_signatures_begin_with_their_origins():
    for ours, theirs in ((st.sigmoid_focal_loss, torchvision_focal_loss),
                         (st.mmcv_sigmoid_focal_loss, mmcv_focal_loss)):
        assert parameters(ours)[: len(parameters(theirs))] == parameters(theirs)


@pytest.mark.parametrize("gamma", [0, 0.5, 1, 1.7, 2, 5])
@pytest.mark.parametrize("alpha", [-1, 0, 0.25, 1])
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("soft", [False, True])
def test_torchvisions(gamma, alpha, reduction, soft):
    torch.manual_seed(1)
    x = torch.rand(7, 9) * 10 - 5
    y = torch.rand(7, 9) if soft else (torch.rand(7, 9) < 0.3).float()
    got = gradient(st.sigmoid_focal_loss, x, y, alpha, gamma, reduction)
    wanted = gradient(torchvision_focal_loss, x, y, alpha, gamma, reduction)
    for ours, theirs in zip(got, wanted, strict=True):
        assert torch.allclose(ours, theirs, rtol=3e-7, atol=1e-7)


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("weighted", [False, True])
def test_mmcvs(reduction, weighted):
    torch.manual_seed(2)
    x = torch.rand(11, 4) * 10 - 5
    target = torch.tensor([0, 1, 2, 3, 4, 4, 3, 2, 1, 0, 4])  # 4: background
    weight = torch.rand(4) + 0.5 if weighted else None
    got = gradient(st.mmcv_sigmoid_focal_loss, x, target, 1.5, 0.3, weight, reduction)
    wanted = gradient(mmcv_focal_loss, x, target, 1.5, 0.3, weight, reduction)
    for ours, theirs in zip(got, wanted, strict=True):
        assert torch.allclose(ours, theirs, rtol=3e-7, atol=1e-7)


def test_rows_left_out():
    x = torch.rand(3, 4, requires_grad=True)
    st.mmcv_sigmoid_focal_loss(x, torch.tensor([1, -1, 4])).backward()
    assert (x.grad[1] == 0).all() and (x.grad[[0, 2]] != 0).all()


@pytest.mark.parametrize("gamma", [0, 0.25, 0.5, 1, 2])
def test_saturated_logits_are_exact(gamma):
    x = torch.tensor([-80.0, -50, -17, 17, 50, 80, -80, -50, -17, 17, 50, 80])
    y = torch.tensor([0.0] * 6 + [1.0] * 6)
    leaf = x.clone().requires_grad_()
    st.sigmoid_focal_loss(leaf, y, 0.25, gamma).sum().backward()
    inputs = list(zip(x.tolist(), y.tolist(), strict=True))
    wanted = [exact.focal_grad(a, b, gamma=gamma) for a, b in inputs]
    exact.check(f"sigloss.torch, gradient of focal loss, gamma {gamma}", 0.501, "float32",
                leaf.grad.numpy(), wanted, inputs)


# As torchvision 0.24.1 tells them, and MMCV 2.2.0 has asserts without a text.
X = torch.zeros(2, 3)
TORCHVISION = [
    ({"alpha": 1.5},
     "Invalid alpha value: 1.5. alpha must be in the range [0,1] or -1 for ignore."),
    ({"alpha": -0.5},
     "Invalid alpha value: -0.5. alpha must be in the range [0,1] or -1 for ignore."),
    ({"reduction": "average"},
     "Invalid Value for arg 'reduction': 'average \n"
     " Supported reduction modes: 'none', 'mean', 'sum'"),
    ({"targets": torch.zeros(3, 2)},
     "Target size (torch.Size([3, 2])) must be the same as input size (torch.Size([2, 3]))"),
]
MMCV = [
    ({"target": torch.zeros(2)}, "target"),
    ({"input": torch.zeros(2)}, "input"),
    ({"target": torch.zeros(2, 1, dtype=torch.long)}, "target"),
    ({"target": torch.zeros(3, dtype=torch.long)}, "target"),
    ({"weight": torch.zeros(3, 1)}, "weight"),
    ({"weight": torch.zeros(2)}, "weight"),
    ({"reduction": "average"}, "reduction"),
]


@pytest.mark.parametrize("change, text", TORCHVISION)
def test_errors_of_torchvision(change, text):
    with pytest.raises(ValueError) as got:
        st.sigmoid_focal_loss(**{"inputs": X, "targets": X, **change})
    assert str(got.value) == text


@pytest.mark.parametrize("change, name", MMCV)
def test_errors_of_mmcv(change, name):
    arguments = {"input": X, "target": torch.zeros(2, dtype=torch.long), **change}
    with pytest.raises(AssertionError, match=f"mmcv_sigmoid_focal_loss: {name}"):
        st.mmcv_sigmoid_focal_loss(**arguments)
    with pytest.raises(ValueError):
        st.mmcv_sigmoid_focal_loss(**arguments)


@pytest.mark.parametrize("index", [4, -2, 2**40])
def test_class_indices_out_of_range(index):
    with pytest.raises(ValueError, match="class_index"):
        st.mmcv_sigmoid_focal_loss(X, torch.tensor([0, index]))
    for requires_grad in (False, True):
        weight = torch.ones(3, requires_grad=requires_grad)
        with pytest.raises(ValueError, match="class_index"):
            st.mmcv_sigmoid_focal_loss(X, torch.tensor([0, index]), weight=weight)


def test_modules():
    torch.manual_seed(3)
    x, y = torch.rand(5, 4), (torch.rand(5, 4) < 0.5).float()
    index = torch.tensor([0, 1, 4, 2, 3])
    weight = torch.rand(4)
    module = st.SigmoidFocalLoss(0.3, 1.5, "mean")
    assert torch.equal(module(x, y), st.sigmoid_focal_loss(x, y, 0.3, 1.5, "mean"))
    assert "gamma=1.5" in repr(module)
    with pytest.raises(TypeError, match="gama"):
        st.SigmoidFocalLoss(gama=1.5)
    module = st.MmcvSigmoidFocalLoss(1.5, 0.3, weight)
    assert torch.equal(module(x, index), st.mmcv_sigmoid_focal_loss(x, index, 1.5, 0.3, weight))
    assert list(module.state_dict()) == ["weight"]
