# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""The families' recorded cases, which the C++ tests read, too, through Python."""

import json
from pathlib import Path

import mpmath
import numpy as np
import pytest

import exact
import sigloss
from exact import DTYPES

OPS = Path(__file__).resolve().parents[2] / "src/ops"
FAMILIES = ("bce_with_logits", "sigmoid_focal_loss")
ROWS = [json.loads(line) for family in FAMILIES
        for line in (OPS / family / "tests/data/numeric_cases.jsonl").read_text().splitlines()]


def dtype_of(row, key):
    name = row.get("dtypes", {}).get(key, row["dtype"])
    return DTYPES.get(name, np.dtype(name) if name == "int64" else None)


def array_of(row, key):
    if row[key] is None or isinstance(row[key], (int, float)):
        return row[key]
    shape = row.get(f"{key}_shape", row["shape"])
    if layout := row.get(f"{key}_layout"):
        storage = np.array(layout["storage"], dtype_of(row, key))
        strides = [step * storage.itemsize for step in layout["strides"]]
        return np.lib.stride_tricks.as_strided(storage[layout["offset"]:], shape, strides)
    array = np.array([float(value) for value in row[key]]).astype(dtype_of(row, key))
    array = array.reshape(shape)
    if key in ("x", "y", "selector") and "tile" in row:
        array = np.broadcast_to(array, (row["tile"], *shape))
    return array


def run(row):
    x = array_of(row, "x")
    given = {"reduction": row["reduction"], "weight": array_of(row, "weight")}
    if row["op"].startswith("bce"):
        name, tensors = "bce_with_logits", (x, array_of(row, "y"))
        given["pos_weight"] = array_of(row, "pos_weight")
    else:
        name, tensors = "sigmoid_focal_loss", (x,)
        kind = "selector" if "selector" in row else "labels"
        given[kind] = array_of(row, "selector" if kind == "selector" else "y")
        given |= {"alpha": row["alpha"], "gamma": row["gamma"]}
    if "out_dtype" in row:
        given["out"] = np.full(x.shape, 7, DTYPES[row["out_dtype"]])
    if row["op"].endswith("grad"):
        return getattr(sigloss, f"{name}_backward")(array_of(row, "dout"), *tensors, **given)
    return getattr(sigloss, name)(*tensors, **given)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_row(row):
    got = run(row)
    dtype = got.dtype.name
    if "tile" in row and got.ndim > 0:
        assert (got == got[0]).all()
        got = got[0]
    expected = row["expected"] if isinstance(row["expected"], list) else [row["expected"]]
    assert got.size == len(expected) > 0
    for value, text in zip(got.ravel(), expected, strict=True):
        wanted = mpmath.mpf(text)
        if mpmath.isfinite(wanted):
            exact.check(f"recorded cases {dtype}", 0.51, dtype, [value], [wanted], [row["id"]])
        else:
            np.testing.assert_equal(float(value), float(wanted))
