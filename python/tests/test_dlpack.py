# SPDX-FileCopyrightText: the sigloss authors
# SPDX-License-Identifier: Apache-2.0
"""DLPack by itself: capsules of both kinds, devices, flags, and when they are given back."""

import ctypes

import numpy as np
import pytest

import sigloss
from sigloss._core import _describe

CPU, CUDA, CUDA_HOST = 1, 2, 3
READ_ONLY = 1
FLOAT = 2


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32),
                ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p),
                ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64)]


Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", Deleter)]


class ManagedVersioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32),
                ("context", ctypes.c_void_p), ("deleter", Deleter), ("flags", ctypes.c_uint64),
                ("tensor", Tensor)]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Producer:
    """Shows a NumPy array of float32 through DLPack, in whatever way a test asks for."""

    def __init__(self, array, versioned=True, major=1, flags=0, strides=True, offset=0, lanes=1,
                 **device):
        self.array = array
        self.versioned = versioned
        self.given_back = 0
        self.shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        steps = [step // array.itemsize for step in array.strides]
        self.strides = (ctypes.c_int64 * array.ndim)(*steps)
        self.tensor = Tensor(array.ctypes.data - offset, device.get("device", CPU), 0, array.ndim,
                             FLOAT, 32, lanes, ctypes.addressof(self.shape),
                             ctypes.addressof(self.strides) if strides else None, offset)
        self.deleter = Deleter(self.count)
        self.major, self.flags = major, flags
        self.managed = None

    def count(self, _):
        self.given_back += 1

    def __dlpack__(self, **arguments):
        if self.versioned:
            assert arguments["max_version"] == (1, 0)
            self.managed = ManagedVersioned(self.major, 0, None, self.deleter, self.flags,
                                            self.tensor)
        elif arguments:
            raise TypeError("unexpected keyword argument 'max_version'")
        else:
            self.managed = Managed(self.tensor, None, self.deleter)
        name = b"dltensor_versioned" if self.versioned else b"dltensor"
        return new_capsule(ctypes.addressof(self.managed), name, None)


X = np.arange(6, dtype=np.float32).reshape(2, 3)


@pytest.mark.parametrize("options", [{}, {"versioned": False}, {"strides": False}, {"offset": 4},
                                     {"device": CUDA_HOST}], ids=str)
def test_capsules(options):
    producer = Producer(X, **options)
    assert _describe(producer) == (X.ctypes.data, "float32", (2, 3), (3, 1))
    assert producer.given_back == 1
    loss = sigloss.bce_with_logits(producer, X, reduction="none")
    assert type(loss) is np.ndarray
    assert loss.tobytes() == sigloss.bce_with_logits(X, X, reduction="none").tobytes()
    assert producer.given_back == 2


def test_strides_of_capsules():
    assert _describe(Producer(X.T))[3] == (1, 3)
    assert _describe(Producer(X[:, ::-1]))[3] == (3, -1)


@pytest.mark.parametrize("versioned", [True, False])
def test_out_through_a_capsule(versioned):
    place = np.full((2, 3), np.nan, np.float32)
    producer = Producer(place, versioned=versioned)
    assert sigloss.bce_with_logits_backward(1.0, X, X, out=producer) is producer
    assert place.tobytes() == sigloss.bce_with_logits_backward(1.0, X, X).tobytes()
    assert producer.given_back == 1


@pytest.mark.parametrize(("options", "kind", "text"), [
    ({"device": CUDA}, ValueError, "out is not in the memory of the CPU"),
    ({"flags": READ_ONLY}, ValueError, "out is read-only"),
    ({"major": 2}, TypeError, "out should be an array"),
    ({"lanes": 4}, TypeError, "out has dtype unknown"),
], ids=str)
def test_refusals_give_back(options, kind, text):
    producer = Producer(X.copy(), **options)
    with pytest.raises(kind, match=f"^bce_with_logits_backward: {text}"):
        sigloss.bce_with_logits_backward(1.0, X, X, out=producer)
    assert producer.given_back == 1
    assert (producer.array == X).all()


def test_what_is_no_capsule():
    class Wrong:
        def __dlpack__(self, **_):
            return X

    with pytest.raises(TypeError, match="^bce_with_logits: logits should be an array"):
        sigloss.bce_with_logits(Wrong(), X)
