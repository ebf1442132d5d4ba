# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""sigloss.torch in programs that torch compiles, exports or runs under autocast."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
st = pytest.importorskip("sigloss.torch")
F = torch.nn.functional

OPTIONS = ("numel", None, None, 0.0)
BCE = ("none", "mean", "sum")


def bce_arguments(reduction, dtype=torch.float32, requires_grad=False):
    generator = torch.Generator().manual_seed(1)
    x = (torch.rand(4, 5, generator=generator) * 6 - 3).to(dtype).requires_grad_(requires_grad)
    y = (torch.rand(4, 5, generator=generator) < 0.5).to(dtype)
    return (x, y, torch.rand(5).to(dtype), None, None, reduction, *OPTIONS, "labels", None, 2.0)


def focal_arguments(reduction, dtype=torch.float32, requires_grad=False):
    x, y, weight, *_ = bce_arguments(reduction, dtype, requires_grad)
    return (x, y, weight, None, reduction, *OPTIONS, "labels", 0.25, 2.0)


@pytest.mark.parametrize("reduction", BCE)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("family", ["bce_with_logits", "sigmoid_focal_loss"])
def test_operators_are_registered_right(family, dtype, reduction):
    make = bce_arguments if family == "bce_with_logits" else focal_arguments
    operator = getattr(torch.ops.sigloss, family)
    for requires_grad in (False, True):
        torch.library.opcheck(operator, make(reduction, dtype, requires_grad))
    backward = getattr(torch.ops.sigloss, family + "_backward")
    grad_output = torch.ones((4, 5) if reduction == "none" else ())
    torch.library.opcheck(backward, (grad_output, *make(reduction, dtype)))
    if reduction != "none":
        both = getattr(torch.ops.sigloss, family + "_loss_and_grad")
        torch.library.opcheck(both, make(reduction, dtype))


def test_operators_refuse_gradients_they_have_not():
    x, y, *rest = bce_arguments("mean", requires_grad=True)
    loss = torch.ops.sigloss.bce_with_logits(x, y.requires_grad_(), *rest)
    with pytest.raises(RuntimeError, match="by input only"):
        loss.backward()
    loss, grad = torch.ops.sigloss.bce_with_logits_loss_and_grad(x, y.detach(), *rest)
    with pytest.raises(RuntimeError, match="cannot be differentiated"):
        (loss + grad.sum()).backward()


INDEX = torch.tensor([0, 5, 2, 4])
PROGRAMS = {
    "bce": lambda x, y: st.binary_cross_entropy_with_logits(x, y),
    "bce, none": lambda x, y: st.binary_cross_entropy_with_logits(x, y, reduction="none").mean(),
    "bce, weights": lambda x, y: st.binary_cross_entropy_with_logits(
        x, y, y + 0.5, pos_weight=y + 2, reduction="sum"),
    "bce, options": lambda x, y: st.binary_cross_entropy_with_logits(
        x, y, normalizer=3.5, mask=y > 0, label_smoothing=0.1),
    "focal": lambda x, y: st.sigmoid_focal_loss(x, y, 0.3, 1.7, "mean"),
    "focal, none": lambda x, y: st.sigmoid_focal_loss(x, y).sum(),
    "mmcv": lambda x, y: st.mmcv_sigmoid_focal_loss(
        x, torch.arange(x.shape[0]) % (x.shape[1] + 1)),
    "module": lambda x, y: MODULE(x, y),
}
MODULE = st.BCEWithLogitsLoss(pos_weight=torch.full((5,), 3.0))


def gradient(function, x, y):
    leaf = x.clone().requires_grad_()
    loss = 3 * function(leaf * 1, y)
    loss.backward()
    return loss.detach(), leaf.grad


@pytest.mark.parametrize("name", PROGRAMS)
def test_compiled_whole(name):
    """One graph for any batch size, with the bits of the eager run."""
    torch.compiler.reset()
    graphs = []

    def backend(graph, inputs):
        graphs.append(graph)
        return graph.forward

    compiled = torch.compile(PROGRAMS[name], fullgraph=True, dynamic=True, backend="aot_eager")
    counted = torch.compile(PROGRAMS[name], fullgraph=True, dynamic=True, backend=backend)
    for rows in (4, 7, 32):
        x, y = torch.randn(rows, 5), (torch.rand(rows, 5) < 0.5).float()
        wanted = gradient(PROGRAMS[name], x, y)
        for got, expected in zip(gradient(compiled, x, y), wanted, strict=True):
            assert torch.allclose(got, expected, rtol=1e-6)
        counted(x, y)
    assert len(graphs) == 1
    assert "sigloss" in graphs[0].code


def test_compiled_gradients_of_other_tensors():
    x, y = torch.randn(4, 5), torch.rand(4, 5)
    function = lambda x, y: st.binary_cross_entropy_with_logits(x, y)
    compiled = torch.compile(function, fullgraph=True, backend="aot_eager")
    grads = []
    for run in (function, compiled):
        leaves = [t.clone().requires_grad_() for t in (x, y)]
        run(*leaves).backward()
        grads.append([leaf.grad for leaf in leaves])
    for got, wanted in zip(*grads, strict=True):
        assert torch.allclose(got, wanted, rtol=1e-5, atol=1e-7)


def test_exported():
    class Head(torch.nn.Module):
        def forward(self, x, y):
            return st.sigmoid_focal_loss(x, y, reduction="mean") + MODULE(x, y)

    x, y = torch.randn(4, 5), (torch.rand(4, 5) < 0.5).float()
    rows = torch.export.Dim("rows")
    program = torch.export.export(Head(), (x, y), dynamic_shapes=({0: rows}, {0: rows}))
    assert "sigloss.bce_with_logits" in program.graph_module.code
    for count in (4, 9):
        x, y = torch.randn(count, 5), (torch.rand(count, 5) < 0.5).float()
        assert torch.equal(program.module()(x, y), Head()(x, y))


@pytest.mark.parametrize("name", PROGRAMS)
def test_autocast(name):
    """A loss of float32 from 16-bit logits, as torch's rule for losses has it."""
    layer = torch.nn.Linear(5, 5)
    x, y = torch.randn(4, 5), (torch.rand(4, 5) < 0.5).float()
    with torch.autocast("cpu", torch.bfloat16):
        logits = layer(x)
        assert logits.dtype == torch.bfloat16
        loss = PROGRAMS[name](logits, y)
    assert loss.dtype == torch.float32
    loss.backward()
    assert layer.weight.grad.dtype == torch.float32
    assert torch.equal(loss.detach(), PROGRAMS[name](logits.detach().float(), y))


def test_autocast_compiled():
    layer = torch.nn.Linear(5, 5)
    x, y = torch.randn(4, 5), (torch.rand(4, 5) < 0.5).float()

    def step(x, y):
        with torch.autocast("cpu", torch.bfloat16):
            return st.binary_cross_entropy_with_logits(layer(x), y)

    compiled = torch.compile(step, fullgraph=True, backend="aot_eager")
    assert compiled(x, y).dtype == torch.float32
    assert torch.allclose(compiled(x, y), step(x, y))


def test_operators_under_autocast():
    arguments = bce_arguments("mean", torch.bfloat16)
    with torch.autocast("cpu", torch.bfloat16):
        assert torch.ops.sigloss.bce_with_logits(*arguments).dtype == torch.float32
