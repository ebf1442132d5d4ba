# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""Every refusal: its class, the function and the argument in its text, and nothing written."""

import re
from array import array

import ml_dtypes
import numpy as np
import pytest

import sigloss
from calls import FUNCTIONS, make_arrays

X = np.zeros((2, 3), np.float32)
Y = np.zeros((2, 3), np.float32)
INT8 = np.zeros((2, 3), np.int8)
PACKED = np.zeros((2, 3), np.dtype([("byte", "u1"), ("x", "f4")]))["x"]
bce = sigloss.bce_with_logits
backward = sigloss.bce_with_logits_backward
both = sigloss.bce_with_logits_loss_and_grad
focal = sigloss.sigmoid_focal_loss
focal_backward = sigloss.sigmoid_focal_loss_backward
focal_both = sigloss.sigmoid_focal_loss_loss_and_grad

# Call, class, argument, and a part of the text after it.
ROWS = [
    (lambda: bce([0.0], Y), TypeError, "logits", "but it is list"),
    (lambda: bce(None, Y), TypeError, "logits", "but it is NoneType"),
    (lambda: bce(0.5, Y), TypeError, "logits", "but it is float"),
    (lambda: bce("0", Y), TypeError, "logits", "but it is str"),
    (lambda: bce(X, 1.0), TypeError, "target", "but it is float"),
    (lambda: bce(X, None), TypeError, "target", "but it is NoneType"),
    (lambda: bce(X, Y, weight=[1]), TypeError, "weight", "but it is list"),
    (lambda: bce(X, Y, pos_weight="3"), TypeError, "pos_weight", "but it is str"),
    (lambda: bce(X, Y, mask=True), TypeError, "mask", "but it is bool"),
    (lambda: bce(X, Y, mask=[True]), TypeError, "mask", "but it is list"),
    (lambda: bce(X, Y, out=[0]), TypeError, "out", "but it is list"),
    (lambda: both(X, Y, out=X.copy()), TypeError, "out", "tuple of two"),
    (lambda: both(X, Y, out=(None,)), TypeError, "out", "tuple of two"),
    (lambda: backward(None, X, Y), TypeError, "grad_output", "an array or a number"),
    (lambda: bce(INT8, Y), TypeError, "logits", "dtype int8; expected one of float32, float16"),
    (lambda: bce(X.astype(complex), Y), TypeError, "logits", "dtype complex128"),
    (lambda: bce(X.astype(">f4"), Y), TypeError, "logits", "dtype >f4"),
    (lambda: bce(X.astype(object), Y), TypeError, "logits", "dtype object"),
    (lambda: bce(X.astype(np.longdouble), Y), TypeError, "logits", "dtype float"),
    (lambda: bce(X.astype(ml_dtypes.float8_e4m3fn), Y), TypeError, "logits", "float8_e4m3fn"),
    (lambda: bce(X.astype("M8[s]"), Y), TypeError, "logits", "datetime64"),
    (lambda: bce(array("u", "abc"), Y), TypeError, "logits", "dtype unknown"),
    (lambda: bce(X, INT8), TypeError, "target", "dtype int8; expected one of float32"),
    (lambda: bce(X, Y, weight=INT8), TypeError, "weight", "dtype int8"),
    (lambda: bce(X, Y, pos_weight=Y > 0), TypeError, "pos_weight", "dtype bool"),
    (lambda: bce(X, Y, mask=Y), TypeError, "mask", "dtype float32; expected one of bool"),
    (lambda: bce(X, Y, out=np.zeros((), np.int32)), TypeError, "out", "dtype int32"),
    (lambda: backward(INT8, X, Y), TypeError, "grad_output", "dtype int8"),
    (lambda: focal(X, labels=INT8), TypeError, "labels", "dtype int8"),
    (lambda: focal(X, selector=INT8), TypeError, "selector", "dtype int8"),
    (lambda: focal(X, class_index=np.zeros(2)), TypeError, "class_index",
     "dtype float64; expected one of int32, int64"),
    (lambda: focal(X, labels=Y, alpha=INT8), TypeError, "alpha", "dtype int8"),
    (lambda: focal(X, labels=Y, alpha="auto"), TypeError, "alpha", "but it is str"),
    (lambda: focal(X), TypeError, "labels", "is missing"),
    (lambda: focal(X, labels=Y, selector=Y), TypeError, "selector", "beside another"),
    (lambda: focal(X, labels=Y, class_index=Y), TypeError, "class_index", "beside another"),
    (lambda: focal(X, labels=Y, gamma="2"), TypeError, "gamma", "a number"),
    (lambda: focal(X, labels=Y, gamma=None), TypeError, "gamma", "a number"),
    (lambda: bce(X, Y, label_smoothing="0"), TypeError, "label_smoothing", "a number"),
    (lambda: bce(X, Y, reduction=1), TypeError, "reduction", "a word, one of none, mean, sum"),
    (lambda: bce(X, Y, reduction=None), TypeError, "reduction", "a word"),
    (lambda: bce(X, Y, normalizer=[]), TypeError, "normalizer", "a number"),
    (lambda: bce(X, Y, precision=1), TypeError, "precision", "a word, one of exact, fast"),
    (lambda: bce(X, Y, reduction="average"), ValueError, "reduction", "but it is average"),
    (lambda: bce(X, Y, normalizer="columns"), ValueError, "normalizer", "but it is columns"),
    (lambda: bce(X, Y, normalizer=0), ValueError, "normalizer", "not 0"),
    (lambda: bce(X, Y, normalizer=np.inf), ValueError, "normalizer", "finite"),
    (lambda: bce(X, Y, normalizer="rows", reduction="sum"), ValueError, "normalizer", "mean"),
    (lambda: bce(X, Y, precision="double"), ValueError, "precision", "but it is double"),
    (lambda: bce(X, Y, label_smoothing=1.5), ValueError, "label_smoothing", r"\[0, 1\]"),
    (lambda: bce(X, Y, label_smoothing=np.nan), ValueError, "label_smoothing", r"\[0, 1\]"),
    (lambda: focal(X, labels=Y, gamma=2e6), ValueError, "gamma", "1e6"),
    (lambda: focal(X, labels=Y, alpha=np.inf), ValueError, "alpha", "finite"),
    (lambda: bce(X, Y, weight=1e39), ValueError, "weight", "outside the range of float32"),
    (lambda: backward(-1e39, X, Y), ValueError, "grad_output", "outside the range of float32"),
    (lambda: bce(X, Y, weight=10**400), ValueError, "weight", "outside the range of float64"),
    (lambda: focal(X, labels=Y, gamma=10**400), ValueError, "gamma", "outside the range"),
    (lambda: bce(X, Y[:1]), ValueError, "target", r"\[1,3\]|\[1, 3\]"),
    (lambda: bce(X, Y.T), ValueError, "target", "same size"),
    (lambda: bce(X, Y, weight=Y[0, :2]), ValueError, "weight", "must match"),
    (lambda: bce(X, Y, pos_weight=np.ones((5, 2, 3))), ValueError, "pos_weight", "must match"),
    (lambda: bce(X, Y, mask=np.ones(4, bool)), ValueError, "mask", "must match"),
    (lambda: backward(Y[0, :2], X, Y), ValueError, "grad_output", "must match"),
    (lambda: focal(X, labels=Y[0]), ValueError, "labels", "same size"),
    (lambda: focal(X, selector=Y[0]), ValueError, "selector", "same size"),
    (lambda: focal(X, class_index=np.zeros(3, int)), ValueError, "class_index", "last axis"),
    (lambda: focal(X, class_index=np.array([0, 4])), ValueError, "class_index", "in row 1"),
    (lambda: focal(X, class_index=np.array([-2, 0])), ValueError, "class_index", "in row 0"),
    (lambda: focal(X, labels=Y, alpha=Y[0, :2]), ValueError, "alpha", "must match"),
    (lambda: bce(X, Y, out=np.zeros(3, "f")), ValueError, "out", "same size"),
    (lambda: bce(X, Y, out=X[0], reduction="none"), ValueError, "out", "same size"),
    (lambda: backward(1, X, Y, out=X[0]), ValueError, "out", "same size"),
    (lambda: both(X, Y, out=(X[0], None)), ValueError, r"out\[0\]", "same size"),
    (lambda: both(X, Y, out=(None, X[0])), ValueError, r"out\[1\]", "same size"),
    (lambda: backward(1, X, Y, out=X[::-1]), ValueError, "out", "overlaps tensor logits"),
    (lambda: backward(1, X, Y, out=Y), ValueError, "out", "overlaps tensor target"),
    (lambda: focal_backward(1, X, labels=Y, out=Y), ValueError, "out", "overlaps tensor labels"),
    (lambda: both(X, Y, reduction="none", out=(X, X)), ValueError, r"out\[[01]\]", "overlaps"),
    (lambda: bce(X, Y, reduction="none", out=np.broadcast_to(np.float32(0), (2, 3))), ValueError,
     "out", "read-only"),
    (lambda: bce(X, Y, reduction="none",
                 out=np.lib.stride_tricks.as_strided(np.zeros(3, "f"), (2, 3), (0, 4))),
     ValueError, "out", "overlaps itself|share|same memory"),
    (lambda: bce(np.zeros((1,) * 9), Y), ValueError, "logits", "8 dimensions, but it has 9"),
    (lambda: bce(X, np.zeros((1,) * 12)), ValueError, "target", "8 dimensions, but it has 12"),
    (lambda: bce(PACKED, Y), ValueError, "logits", "stride of 15 bytes"),
    (lambda: sigloss.set_precision("half"), ValueError, "precision", "exact, fast"),
    (lambda: sigloss.set_precision(None), TypeError, "precision", "a word"),
    (lambda: sigloss.set_num_threads(-1), ValueError, "num_threads", "at least 0"),
    (lambda: sigloss.set_num_threads(2**70), ValueError, "num_threads", "32 bits"),
    (lambda: sigloss.set_num_threads(1.5), TypeError, "num_threads", "an int"),
]


@pytest.mark.parametrize(("call", "kind", "argument", "text"), ROWS,
                         ids=[f"{i}-{row[2]}" for i, row in enumerate(ROWS)])
def test_row(call, kind, argument, text):
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind
    pattern = rf"^(bce_with_logits|sigmoid_focal_loss|set_)\w*: .*(?<!\w){argument}(?!\w).*{text}"
    assert re.search(pattern, str(caught.value)), str(caught.value)
    assert not X.any() and not Y.any()


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_nothing_is_written_after_an_error(rng, function):
    arrays = make_arrays(rng)
    outs = tuple(np.full((6, 4), 42, np.float32) for _ in range(function.results))
    arrays["weight"] = np.ones(5, np.float32)
    with pytest.raises(ValueError, match=rf"^{function.name}: .*weight"):
        function.run(arrays, reduction="none", out=outs if len(outs) == 2 else outs[0])
    assert all((out == 42).all() for out in outs)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_only_tensors_are_positional(function):
    tensors = [X] * (len(function.positional) + 1)
    with pytest.raises(TypeError, match=function.name):
        function.call(*tensors)
    with pytest.raises(TypeError, match="wieght"):
        function.call(*tensors[1:], wieght=1.0)


def test_what_a_protocol_said_is_the_cause():
    class Broken:
        def __dlpack__(self, **_):
            raise BufferError("on holiday")

    with pytest.raises(TypeError, match="^bce_with_logits: target .*Broken") as caught:
        bce(X, Broken())
    assert "on holiday" in str(caught.value.__cause__)
