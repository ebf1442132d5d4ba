# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of JAX: eager ones in and out, and words for traced ones."""

import numpy as np
import pytest

import sigloss
from calls import FUNCTIONS, make_arrays
from sigloss._core import _describe

jax = pytest.importorskip("jax", reason="JAX is not installed")
jnp = jax.numpy

FAMILY = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)


def parts(result):
    return result if isinstance(result, tuple) else (result,)


def test_seen_in_place():
    for dtype in (jnp.float32, jnp.float16, jnp.bfloat16, jnp.bool_, jnp.uint8, jnp.int32):
        array = jnp.zeros((5, 6), dtype)
        address, name, shape, _ = _describe(array)
        assert address == array.unsafe_buffer_pointer() and name == array.dtype.name
        assert shape == (5, 6)


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@FAMILY
def test_results_are_those_of_numpy(rng, function, dtype):
    arrays = {name: array.astype(dtype) if array.dtype == np.float32 else array
              for name, array in make_arrays(rng).items()}
    given = {name: jnp.asarray(array) for name, array in arrays.items()}
    for reduction in ("none", "mean"):
        got = parts(function.run(given, reduction=reduction))
        expected = parts(function.run(arrays, reduction=reduction))
        for array, other in zip(got, expected, strict=True):
            assert isinstance(array, jax.Array) and array.dtype == other.dtype
            assert array.shape == other.shape
            assert np.asarray(array).tobytes() == other.tobytes()


def test_results_are_made_in_place(rng):
    x = jnp.asarray(rng.normal(0, 2, (300, 400)), jnp.float32)
    grad = sigloss.bce_with_logits_backward(1.0, x, x > 0)
    assert grad.unsafe_buffer_pointer() % 64 == 0
    assert (grad + 1).shape == x.shape  # JAX goes on with it


def test_results_of_async_inputs(rng):
    x = jnp.asarray(rng.normal(0, 2, (500, 500)), jnp.float32)
    product = x @ x / 500  # not done when it is handed over
    got = sigloss.bce_with_logits_backward(1.0, product, x > 0)
    assert np.asarray(got).tobytes() == sigloss.bce_with_logits_backward(
        1.0, np.asarray(product), np.asarray(x > 0)).tobytes()


def test_float64_where_jax_has_it():
    with jax.enable_x64(True):
        x = jnp.asarray([0.5, -1.0], jnp.float64)
        loss, grad = sigloss.bce_with_logits_loss_and_grad(x, x > 0)
        assert loss.dtype == grad.dtype == jnp.float64


def test_out_cannot_be_an_array_of_jax():
    x = jnp.zeros(3)
    with pytest.raises(TypeError, match="^bce_with_logits_backward: out cannot be an array of JAX"):
        sigloss.bce_with_logits_backward(1.0, x, x, out=jnp.zeros(3))
    out = np.full(3, np.nan, np.float32)
    assert sigloss.bce_with_logits_backward(1.0, x, x, out=out) is out and (out == 0.5 / 3).all()


TRANSFORMS = {"jit": lambda f: jax.jit(f), "grad": lambda f: jax.grad(f),
              "vmap": lambda f: jax.vmap(f), "linearize": lambda f: lambda x: jax.linearize(f, x),
              "make_jaxpr": lambda f: jax.make_jaxpr(f)}


@pytest.mark.parametrize("transform", TRANSFORMS)
@FAMILY
def test_tracers_are_refused_in_words(rng, function, transform):
    given = {name: jnp.asarray(array) for name, array in make_arrays(rng).items()}

    def traced(x):
        return function.run(given | {"logits": x})

    with pytest.raises(TypeError, match=rf"^{function.name}: logits is a JAX tracer.*jax.jit.*"
                                        r"pure_callback.*loss_and_grad"):
        TRANSFORMS[transform](traced)(given["logits"])


def test_the_way_that_the_words_name(rng):
    x = jnp.asarray(rng.normal(0, 2, 10), jnp.float32)

    @jax.jit
    def loss(x, y):
        shape = jax.ShapeDtypeStruct((), jnp.float32)
        return jax.pure_callback(sigloss.bce_with_logits, shape, x, y)

    assert loss(x, x > 0) == sigloss.bce_with_logits(x, x > 0)


def test_memory_of_results(rng):
    from test_memory import grown_by

    x = jnp.asarray(rng.normal(0, 2, (512, 512)), jnp.float32)
    y = x > 0
    assert grown_by(lambda: sigloss.bce_with_logits_loss_and_grad(x, y, reduction="none"),
                    100) < 20 << 20
