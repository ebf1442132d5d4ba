# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Gradients of sigloss.torch: of every tensor, of gradients, and under transformations."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
st = pytest.importorskip("sigloss.torch")
F = torch.nn.functional
bce = st.binary_cross_entropy_with_logits

REDUCTIONS = ["none", "mean", "sum"]
INDEX = torch.tensor([0, 5, 2, 4])


def tensors():
    """Input, target, weight and pos_weight, float64."""
    generator = torch.Generator().manual_seed(1)
    uniform = lambda *shape: torch.rand(*shape, generator=generator, dtype=torch.float64)
    return [t.requires_grad_() for t in
            (uniform(4, 5) * 4 - 2, uniform(4, 5) * 0.8 + 0.1, uniform(5) + 0.5, uniform(5) + 0.5)]


def losses(reduction):
    """Functions of the four tensors, each of which has a gradient by those it takes."""
    return {
        "bce": lambda x, y, w, pw: bce(x, y, w, pos_weight=pw, reduction=reduction),
        "bce, hard labels": lambda x, y, w, pw: bce(x, y.detach().round(), reduction=reduction),
        "bce, smoothed": lambda x, y, w, pw: bce(
            x, y, reduction=reduction, label_smoothing=0.1, mask=INDEX.unsqueeze(1) < 5),
        "focal": lambda x, y, w, pw: st.sigmoid_focal_loss(
            x, y, 0.3, 1.7, reduction, weight=w),
        "focal, hard labels, gamma 0.5": lambda x, y, w, pw: st.sigmoid_focal_loss(
            x, y.detach().round(), -1, 0.5, reduction),
        "mmcv": lambda x, y, w, pw: st.mmcv_sigmoid_focal_loss(x, INDEX, 2.0, 0.25, w, reduction),
    }


NAMES = list(losses("none"))


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_gradcheck(name, reduction):
    function = losses(reduction)[name]
    assert torch.autograd.gradcheck(function, tensors())
    assert torch.autograd.gradgradcheck(function, tensors())


@pytest.mark.parametrize("name", NAMES)
def test_third_derivative(name):
    function = losses("sum")[name]
    x, *others = tensors()

    def second(x):
        (grad,) = torch.autograd.grad(function(x, *others), x, create_graph=True)
        return torch.autograd.grad((grad * grad).sum(), x, create_graph=True)[0]

    assert torch.autograd.gradcheck(second, (x,))


@pytest.mark.parametrize("name", NAMES)
def test_gradients_of_tensors_that_hang_together(name):
    """What one tensor owes to another is counted once."""
    function = losses("sum")[name]
    x, _, w, pw = tensors()
    related = lambda x: function(x, torch.sigmoid(x), w * x[0], pw + x[1])
    assert torch.autograd.gradcheck(related, (x,))


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_first_gradients_are_the_kernels(reduction, create_graph):
    import sigloss

    x, y = torch.tensor([20.0, 40.0]).requires_grad_(), torch.ones(2)
    loss = bce(x, y, reduction=reduction)
    (grad,) = torch.autograd.grad(loss, x, torch.full_like(loss, 3.0), create_graph=create_graph)
    with torch.no_grad():
        wanted = sigloss.bce_with_logits_backward(3.0, x, y, reduction=reduction)
    assert torch.equal(grad.detach(), wanted) and (grad < 0).all()


def test_graph_kept_and_run_again():
    x, y = torch.randn(50).requires_grad_(), torch.ones(50)
    loss = bce(x, y)
    grads = [torch.autograd.grad(loss, x, torch.tensor(scale), retain_graph=scale != 3)[0]
             for scale in (2.0, 1.0, 0.5, 3.0)]
    for grad, scale in zip(grads, (2.0, 1.0, 0.5, 3.0), strict=True):
        assert torch.allclose(grad, grads[1] * scale)
    with pytest.raises(RuntimeError, match="second time"):
        loss.backward()


def test_gradients_accumulate():
    x, y = torch.randn(50).requires_grad_(), torch.ones(50)
    bce(x, y).backward()
    once = x.grad.clone()
    (2 * bce(x, y)).backward()
    assert torch.allclose(x.grad, 3 * once)


def test_input_changed_in_between():
    x, y = torch.randn(5).requires_grad_(), torch.ones(5)
    moved = x * 1
    loss = bce(moved, y, reduction="none")
    moved.add_(1)
    with pytest.raises(RuntimeError, match="inplace"):
        loss.sum().backward()


def test_no_graph_where_none_is_wanted():
    x, y = torch.randn(5).requires_grad_(), torch.ones(5)
    with torch.no_grad():
        assert not bce(x, y).requires_grad
    with torch.inference_mode():
        assert not bce(x, y).requires_grad
    assert not bce(x.detach(), y).requires_grad


@pytest.mark.parametrize("name", NAMES)
def test_transformations(name):
    """vmap, per-example gradients and forward mode."""
    function = losses("none")[name]
    x, *others = (t.detach() for t in tensors())
    batch = torch.stack([x, x + 1, -x])
    mapped = torch.func.vmap(lambda t: function(t, *others))(batch)
    for got, one in zip(mapped, batch, strict=True):
        assert torch.allclose(got, function(one, *others))
    grads = torch.func.vmap(torch.func.grad(lambda t: function(t, *others).sum()))(batch)
    for got, one in zip(grads, batch, strict=True):
        leaf = one.clone().requires_grad_()
        function(leaf, *others).sum().backward()
        assert torch.allclose(got, leaf.grad)
    _, tangent = torch.func.jvp(lambda t: function(t, *others), (x,), (torch.ones_like(x),))
    leaf = x.clone().requires_grad_()
    function(leaf, *others).sum().backward()
    assert torch.allclose(tangent, leaf.grad)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.float64],
                         ids=str)
@pytest.mark.parametrize("label", [0, 0.3, 1])
def test_second_derivatives_far_out_are_finite(dtype, label):
    x = torch.tensor([-800.0, -89, -11.5, 0, 11.5, 89, 800], dtype=dtype, requires_grad=True)
    y = torch.full_like(x, label)
    for gamma in (0, 0.5, 2):
        for loss in (bce(x, y, reduction="sum"), st.sigmoid_focal_loss(x, y, 0.25, gamma, "sum")):
            (grad,) = torch.autograd.grad(loss, x, create_graph=True)
            assert torch.isfinite(torch.autograd.grad(grad.sum(), x)[0]).all()


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_batches_of_grad_output(name, reduction):
    function = losses(reduction)[name]
    x, *others = tensors()
    loss = function(x, *others)
    batch = torch.stack([torch.ones_like(loss), torch.full_like(loss, 3.0)])
    (got,) = torch.autograd.grad(loss, x, batch, is_grads_batched=True, retain_graph=True)
    (wanted,) = torch.autograd.grad(loss, x, batch[0])
    assert torch.allclose(got, torch.stack([wanted, 3 * wanted]))


def test_hessian_by_a_batch():
    x, y, *_ = tensors()
    function = lambda x: st.sigmoid_focal_loss(x, y.detach().round(), reduction="sum")
    hessian = torch.autograd.functional.hessian(function, x.detach(), vectorize=True)
    (grad,) = torch.autograd.grad(function(x), x, create_graph=True)
    (diagonal,) = torch.autograd.grad(grad.sum(), x)
    assert torch.allclose(hessian.reshape(20, 20).diag().reshape(4, 5), diagonal)


def test_what_is_masked_reaches_no_gradient():
    nan, mask = float("nan"), torch.tensor([False, True, False])
    for loss in (lambda x, y, w: bce(x, y, w, pos_weight=w, mask=mask),
                 lambda x, y, w: st.sigmoid_focal_loss(x, y, weight=w, mask=mask, reduction="sum")):
        leaves = [torch.tensor(t, requires_grad=True) for t in
                  ([nan, 1.0, float("inf")], [nan, 0.5, 1.0], [nan, 2.0, nan])]
        grads = torch.autograd.grad(loss(*leaves), leaves, create_graph=True)
        seconds = torch.autograd.grad(sum(grad.sum() for grad in grads), leaves)
        for grad in (*grads, *seconds):
            assert torch.isfinite(grad).all() and (grad[~mask] == 0).all()


@pytest.mark.parametrize("options", [
    {"gamma": float("nan")}, {"gamma": 1e7}, {"precision": "half"}, {"normalizer": "rows"},
    {"reduction": "mean", "normalizer": "batch"}, {"reduction": "mean", "normalizer": 0}], ids=str)
def test_transformed_calls_are_checked_too(options):
    options = {"reduction": "sum", **options}
    loss = lambda x: st.sigmoid_focal_loss(x, torch.ones(3), **options)
    name = next(key for key in options if key != "reduction")
    for call in (loss, torch.func.grad(loss)):
        with pytest.raises(ValueError, match=name):
            call(torch.zeros(3))


def test_formulas_keep_easy_examples():
    """Where torch's operations serve, they don't subtract either."""
    x, y = torch.tensor(-20.0), torch.tensor(0.0)
    grad = torch.func.grad(lambda x: st.sigmoid_focal_loss(x, y))(x)
    assert grad.item() == pytest.approx(1.9702228e-26, rel=1e-5)
    grad = torch.func.grad(lambda x: bce(x, 1 - y))(-x)
    assert grad.item() == pytest.approx(-2.0611537e-09, rel=1e-5)
