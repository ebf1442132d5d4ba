# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""sigloss.torch's binary cross entropy beside torch's: signature, values, types, errors."""

import inspect
import itertools

import numpy as np
import pytest

import exact

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
st = pytest.importorskip("sigloss.torch")
F = torch.nn.functional
bce = st.binary_cross_entropy_with_logits

REDUCTIONS = ["none", "mean", "sum"]
# Relative to the largest value: what torch's own operations lose.
TOLERANCES = {torch.float32: 1e-6, torch.float64: 1e-14, torch.float16: 4e-3, torch.bfloat16: 2e-2}


def case(seed, shape=(6, 5), dtype=torch.float32, soft=False):
    generator = torch.Generator().manual_seed(seed)
    uniform = lambda *s: torch.rand(*s, generator=generator, dtype=torch.float64)
    target = uniform(*shape) if soft else (uniform(*shape) < 0.5).double()
    tensors = {"input": uniform(*shape) * 12 - 6, "target": target,
               "weight": uniform(shape[-1]) + 0.5, "pos_weight": uniform(shape[-1]) * 4}
    return {name: tensor.to(dtype) for name, tensor in tensors.items()}


def run(function, tensors, names, **options):
    """The loss and its gradient by the input, for a gradient of the loss that is not 1."""
    input = tensors["input"].clone().requires_grad_()
    weights = {name: tensors[name] for name in names}
    loss = function(input, tensors["target"], **weights, **options)
    scale = torch.linspace(0.5, 2, loss.numel(), dtype=loss.dtype).reshape(loss.shape)
    loss.backward(scale)
    return loss.detach(), input.grad


def assert_near(got, expected):
    assert got.dtype == expected.dtype and got.shape == expected.shape
    tolerance = TOLERANCES[got.dtype] * float(expected.abs().max())
    assert float((got.double() - expected.double()).abs().max()) <= tolerance


def test_signatures_begin_with_torchs():
    for ours, theirs in ((bce, F.binary_cross_entropy_with_logits),
                         (st.BCEWithLogitsLoss, torch.nn.BCEWithLogitsLoss)):
        own = list(inspect.signature(ours).parameters.values())
        theirs = list(inspect.signature(theirs).parameters.values())
        for parameter, wanted in zip(own, theirs, strict=False):
            assert (parameter.name, parameter.kind, parameter.default) == (
                wanted.name, wanted.kind, wanted.default)
        rest = own[len(theirs):]
        assert len(own) >= len(theirs)
        assert all(p.kind in (p.KEYWORD_ONLY, p.VAR_KEYWORD) for p in rest)


@pytest.mark.parametrize("dtype", TOLERANCES, ids=str)
@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("names", [(), ("weight",), ("pos_weight",), ("weight", "pos_weight")])
@pytest.mark.parametrize("soft", [False, True])
def test_values_within_torchs_own_error(dtype, reduction, names, soft):
    tensors = case(1, dtype=dtype, soft=soft)
    got = run(bce, tensors, names, reduction=reduction)
    expected = run(F.binary_cross_entropy_with_logits, tensors, names, reduction=reduction)
    for ours, theirs in zip(got, expected, strict=True):
        assert_near(ours, theirs)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_gradients_are_exact(reduction):
    tensors = case(2, shape=(40, 5))
    tensors["input"][0] = torch.tensor([20.0, 30, 50, 80, -80])
    tensors["target"][0] = torch.tensor([1.0, 1, 1, 1, 0])
    input = tensors["input"].clone().requires_grad_()
    bce(input, tensors["target"], pos_weight=tensors["pos_weight"], reduction=reduction).sum() \
        .backward()
    count = input.numel() if reduction == "mean" else 1
    elements = [tensor.expand(input.shape).flatten().tolist()
                for tensor in (tensors["input"], tensors["target"], tensors["pos_weight"])]
    inputs = list(zip(*elements, strict=True))
    wanted = [exact.bce_grad(x, y, pw=pw) / count for x, y, pw in inputs]
    exact.check(f"sigloss.torch, gradient of BCE, {reduction}", 0.501, "float32",
                input.grad.numpy(), wanted, inputs)


@pytest.mark.parametrize("input_dtype, target_dtype, weight_dtype", [
    row for row in itertools.product(
        [torch.float32, torch.bfloat16, torch.float64], [torch.float32, torch.bfloat16,
                                                         torch.float64],
        [None, torch.float32, torch.float64]) if len(set(row)) > 1], ids=str)
def test_types_of_results_are_torchs(input_dtype, target_dtype, weight_dtype):
    tensors = case(3)
    input = tensors["input"].to(input_dtype)
    target = tensors["target"].to(target_dtype)
    weight = None if weight_dtype is None else tensors["weight"].to(weight_dtype)
    for reduction in REDUCTIONS:
        arguments = {"weight": weight, "reduction": reduction}
        for requires_grad in (False, True):
            leaf = input.clone().requires_grad_(requires_grad)
            got = bce(leaf, target, **arguments)
            assert got.dtype == F.binary_cross_entropy_with_logits(leaf, target, **arguments).dtype
            if requires_grad:
                got.sum().backward()
                assert leaf.grad.dtype == input_dtype


@pytest.mark.parametrize("dtype", [torch.bool, torch.uint8, torch.int32, torch.int64], ids=str)
def test_labels_of_whole_numbers(dtype):
    tensors = case(4)
    wanted = run(bce, tensors, ())
    got = run(bce, {**tensors, "target": tensors["target"].to(dtype)}, ())
    for ours, theirs in zip(got, wanted, strict=True):
        assert torch.equal(ours, theirs)


LAYOUTS = {
    "transposed": lambda t: t.t(),
    "sliced": lambda t: t[1:, ::2],
    "reversed view": lambda t: t.t()[::3],
    "0-d": lambda t: t[2, 3],
    "empty": lambda t: t[:0],
    "expanded": lambda t: t[:1].expand(4, -1),
    "unaligned": lambda t: t.flatten()[1:],
    "channels last": lambda t: t.reshape(1, 3, 2, 5).to(memory_format=torch.channels_last),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_layouts(layout, reduction):
    tensors = case(5)
    base = tensors["input"].clone().requires_grad_()
    other = tensors["input"].clone().requires_grad_()
    target = LAYOUTS[layout](tensors["target"])
    got = bce(LAYOUTS[layout](base), target, reduction=reduction)
    wanted = F.binary_cross_entropy_with_logits(LAYOUTS[layout](other), target,
                                                reduction=reduction)
    assert got.shape == wanted.shape and torch.allclose(got, wanted, equal_nan=True)
    if reduction == "none":
        assert got.stride() == wanted.stride() or layout == "expanded"
    got.sum().backward()
    wanted.sum().backward()
    assert torch.allclose(base.grad, other.grad, atol=1e-6, equal_nan=True)


class TestErrors:
    """What torch refuses is refused with torch's type and text."""

    ones = torch.ones(2, 3)

    @pytest.mark.parametrize("arguments, options", [
        ((ones, torch.ones(3, 2)), {}),
        ((ones, torch.ones(6)), {}),
        ((ones, ones), {"reduction": "average"}),
        ((ones, ones), {"weight": torch.ones(2)}),
        ((ones, ones), {"weight": torch.ones(4, 1, 1)}),
        ((ones, ones), {"pos_weight": torch.ones(4)}),
        ((ones.long(), ones.long()), {}),
        ((ones.to(torch.complex64), ones), {}),
        ((ones, [1, 0]), {}),
    ], ids=range(9))
    def test_like_torchs(self, arguments, options):
        with pytest.raises(Exception) as wanted:
            F.binary_cross_entropy_with_logits(*arguments, **options)
        with pytest.raises(type(wanted.value)) as got:
            bce(*arguments, **options)
        assert str(got.value) == str(wanted.value)

    @pytest.mark.parametrize("options, text", [
        ({"normalizer": 0}, "normalizer"),
        ({"normalizer": "batch"}, "normalizer"),
        ({"label_smoothing": 1.5}, "label_smoothing"),
        ({"mask": torch.ones(3)}, "mask"),
        ({"precision": "half"}, "precision"),
    ])
    def test_of_options_name_them(self, options, text):
        with pytest.raises((ValueError, TypeError), match=text):
            bce(self.ones, self.ones, **options)


def test_legacy_reductions_warn_like_torchs():
    tensors = case(6)
    for old in ({"size_average": False}, {"reduce": False}, {"reduce": True}):
        with pytest.warns(UserWarning, match="deprecated"):
            got = bce(tensors["input"], tensors["target"], **old)
        with pytest.warns(UserWarning):
            wanted = F.binary_cross_entropy_with_logits(tensors["input"], tensors["target"], **old)
        assert torch.allclose(got, wanted, atol=1e-6)


def test_module():
    tensors = case(8)
    ours = st.BCEWithLogitsLoss(tensors["weight"], pos_weight=tensors["pos_weight"],
                                reduction="sum")
    theirs = torch.nn.BCEWithLogitsLoss(tensors["weight"], pos_weight=tensors["pos_weight"],
                                        reduction="sum")
    assert list(ours.state_dict()) == list(theirs.state_dict())
    assert torch.allclose(ours(tensors["input"], tensors["target"]),
                          theirs(tensors["input"], tensors["target"]))


@pytest.mark.parametrize("options", [
    {"normalizer": "rows"}, {"normalizer": "positives"}, {"normalizer": 7.5},
    {"label_smoothing": 0.1}, {"mask": torch.rand(6, 5) < 0.7},
    {"mask": torch.rand(6, 1) < 0.7, "reduction": "none"}, {"precision": "fast"},
], ids=str)
def test_options_agree_with_their_formula(options):
    """The kernels against the operations that serve where kernels don't, and against NumPy's."""
    tensors = {name: tensor.double() for name, tensor in case(9).items()}
    got, got_grad = run(bce, tensors, ("weight", "pos_weight"), **options)
    with torch.autograd.forward_ad.dual_level():  # makes torch's operations compute
        wanted, wanted_grad = run(bce, tensors, ("weight", "pos_weight"), **options)
    np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-16)
    np.testing.assert_allclose(got_grad, wanted_grad, rtol=1e-12, atol=1e-16)


def test_process_follows_torchs_threads():
    import sigloss

    tensors = case(10)
    before = torch.get_num_threads()
    try:
        for threads in (2, 1):
            torch.set_num_threads(threads)
            bce(tensors["input"], tensors["target"])
        assert sigloss.info()["num_threads"] == 1
    finally:
        torch.set_num_threads(before)
        bce(tensors["input"], tensors["target"])
