# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Tensors of PyTorch in the functions of sigloss itself (sigloss.torch has tests of its own)."""

import sys

import numpy as np
import pytest

import sigloss
from calls import FUNCTIONS, make_arrays
from sigloss._core import _describe

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
functional = torch.nn.functional

FAMILY = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
FLOATS = [torch.float32, torch.float16, torch.bfloat16, torch.float64]


def tensors(rng, dtype=torch.float32):
    arrays = {name: torch.from_numpy(array) for name, array in make_arrays(rng).items()}
    return {name: t.to(dtype) if t.is_floating_point() else t for name, t in arrays.items()}


def parts(result):
    return result if isinstance(result, tuple) else (result,)


@pytest.mark.parametrize("dtype", [*FLOATS, torch.bool, torch.uint8, torch.int32, torch.int64],
                         ids=str)
def test_seen_in_place(dtype):
    tensor = torch.zeros((5, 6), dtype=dtype)
    for view in (tensor, tensor[1:, ::2], tensor.t(), tensor[:1].expand(5, 6), tensor[2, 3]):
        address, name, shape, strides = _describe(view)
        assert address == view.data_ptr() and f"torch.{name}" == str(dtype)
        assert shape == tuple(view.shape)
        assert all(a == b for a, b, n in zip(strides, view.stride(), shape, strict=True) if n > 1)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@FAMILY
def test_results_are_those_of_numpy(rng, function, dtype):
    given = tensors(rng, dtype)
    if dtype == torch.bfloat16:
        ml_dtypes = pytest.importorskip("ml_dtypes")
        arrays = {name: t.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
                  if t.dtype == dtype else t.numpy() for name, t in given.items()}
    else:
        arrays = {name: tensor.numpy() for name, tensor in given.items()}
    for reduction in ("none", "mean"):
        got = parts(function.run(given, reduction=reduction))
        expected = parts(function.run(arrays, reduction=reduction))
        for tensor, array in zip(got, expected, strict=True):
            assert type(tensor) is torch.Tensor and tensor.dtype == dtype
            assert not tensor.requires_grad and tuple(tensor.shape) == array.shape
            assert tensor.double().numpy().tobytes() == array.astype(float).tobytes()


def test_results_keep_the_memory_format(rng):
    x = torch.from_numpy(rng.normal(0, 2, (2, 3, 4, 5)).astype(np.float32))
    x = x.to(memory_format=torch.channels_last)
    grad = sigloss.bce_with_logits_backward(1.0, x, torch.ones_like(x))
    assert grad.stride() == x.stride()


def torch_loss_and_grad(x, y, given, reduction, dtype):
    leaf = x.to(dtype, copy=True).requires_grad_()
    given = {name: tensor.to(dtype) for name, tensor in given.items()}
    loss = functional.binary_cross_entropy_with_logits(leaf, y.to(dtype), reduction=reduction,
                                                       **given)
    loss.sum().backward()
    return loss.detach().double(), leaf.grad.double()


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("options", [(), ("weight",), ("pos_weight",), ("weight", "pos_weight")],
                         ids=str)
def test_values_are_those_of_torch_within_its_error(rng, reduction, options):
    """No further from torch in float64 than torch in float32 is, but for one rounding."""
    x = torch.from_numpy(rng.normal(0, 6, 20_000).astype(np.float32))
    y = torch.from_numpy((rng.random(20_000) < 0.5).astype(np.float32))
    given = {"weight": torch.from_numpy(rng.uniform(0.5, 2, 20_000).astype(np.float32)),
             "pos_weight": torch.tensor([2.5])}
    given = {name: given[name] for name in options}
    single = torch_loss_and_grad(x, y, given, reduction, torch.float32)
    double = torch_loss_and_grad(x, y, given, reduction, torch.float64)
    ours = sigloss.bce_with_logits_loss_and_grad(x, y, reduction=reduction, **given)
    for got, theirs, reference in zip(ours, single, double, strict=True):
        rounding = torch.as_tensor(np.spacing(np.abs(got.numpy()))).double() + 1e-16
        assert ((got.double() - reference).abs() <= (theirs - reference).abs() + rounding).all()
        assert (got.double() - reference).abs().sum() < (theirs - reference).abs().sum() + 1e-9


def test_tensors_that_require_gradients(rng):
    given = tensors(rng)
    for function in FUNCTIONS:
        for name in set(function.takes) - {"mask", "class_index"}:
            changed = given | {name: given[name].clone().requires_grad_()}
            argument = "(target|labels)" if name == "target" else name
            with pytest.raises(ValueError, match=rf"^{function.name}: {argument} .*sigloss.torch"):
                function.run(changed)
            with torch.no_grad():
                got = parts(function.run(changed))
            for one, other in zip(got, parts(function.run(given)), strict=True):
                assert torch.equal(one, other) and not one.requires_grad
    parameter = torch.nn.Parameter(given["logits"])
    with torch.no_grad():
        assert type(sigloss.bce_with_logits(parameter, given["target"])) is torch.Tensor


def test_forward_mode_gradients_are_refused(rng):
    x, y = tensors(rng)["logits"], tensors(rng)["target"]
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(x, torch.ones_like(x))
        with pytest.raises(ValueError, match="logits requires a gradient"):
            sigloss.bce_with_logits(dual, y)
        assert sigloss.bce_with_logits(x, y).isfinite()


def test_writing_is_known_to_autograd(rng):
    x, y = tensors(rng)["logits"], tensors(rng)["target"]
    weight = torch.ones_like(x, requires_grad=True)
    product = (weight * x).sum()  # keeps x for the gradient
    sigloss.bce_with_logits_backward(1.0, x, y, out=x)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.backward()
    with torch.inference_mode():
        out = torch.empty_like(x)
        assert sigloss.bce_with_logits_backward(1.0, x, y, out=out) is out


def test_out_of_another_framework(rng):
    given = tensors(rng)
    out = np.full((6, 4), np.nan, np.float32)
    assert sigloss.bce_with_logits_backward(1.0, given["logits"], given["target"], out=out) is out
    tensor = torch.full((6, 4), torch.nan)
    got = sigloss.bce_with_logits_backward(1.0, given["logits"].numpy(), given["target"],
                                           out=tensor)
    assert got is tensor and tensor.numpy().tobytes() == out.tobytes()


def test_default_device_does_not_matter(rng):
    given = tensors(rng)
    with torch.device("meta"):
        assert sigloss.bce_with_logits(given["logits"], given["target"]).device.type == "cpu"


def make_fake():
    from torch._subclasses import FakeTensorMode

    with FakeTensorMode():
        return torch.zeros(3)


@pytest.mark.parametrize(("make", "kind", "text"), [
    (lambda: torch.zeros(3, device="meta"), TypeError, "be an array"),
    (lambda: torch.zeros(3).to_sparse(), TypeError, "be an array"),
    (make_fake, TypeError, "a fake tensor"),
    (lambda: torch._neg_view(torch.ones(3)), ValueError, "a negated view"),
    (lambda: torch.zeros(3, dtype=torch.complex64), TypeError, "dtype complex64"),
    (lambda: torch.zeros(3, dtype=torch.float8_e4m3fn), TypeError, "dtype torch.float8_e4m3fn"),
    (lambda: torch.zeros((1,) * 9), ValueError, "8 dimensions, but it has 9"),
], ids=["meta", "sparse", "fake", "negated", "complex", "float8", "rank 9"])
def test_tensors_that_are_refused(make, kind, text):
    with pytest.raises(kind, match=f"^bce_with_logits: logits .*{text}"):
        sigloss.bce_with_logits(make(), torch.zeros(3))
    with pytest.raises(kind, match=f"^bce_with_logits: target .*{text}"):
        sigloss.bce_with_logits(torch.zeros(3), make())


def test_vmap_is_refused():
    x = torch.zeros(4, 3)
    with pytest.raises(TypeError, match="^bce_with_logits: logits should be an array"):
        torch.func.vmap(sigloss.bce_with_logits)(x, x)


@FAMILY
def test_references(rng, function):
    given = tensors(rng)
    with torch.no_grad():
        given["logits"].requires_grad_()
        counts = {name: sys.getrefcount(tensor) for name, tensor in given.items()}
        for _ in range(100):
            function.run(given)
        assert {name: sys.getrefcount(tensor) for name, tensor in given.items()} == counts
