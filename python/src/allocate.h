// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// New arrays, uninitialised, made by the frameworks themselves.
#pragma once

#include <nanobind/nanobind.h>

#include "sigloss/tensor_view.h"

namespace sigloss::python {

/// NumPy array of that shape.
[[nodiscard]] nanobind::object NumpyArray(const Dims& shape, DType dtype);

/// NumPy array of the shape of another, and its order in memory.
[[nodiscard]] nanobind::object NumpyArrayLike(nanobind::handle array, DType dtype);

/// Tensor of rank 0.
[[nodiscard]] nanobind::object TorchScalar(DType dtype);

/// Tensor of the shape of another, and its order in memory.
[[nodiscard]] nanobind::object TorchTensorLike(nanobind::handle tensor, DType dtype);

/// Memory for an array of JAX, which keeps without a copy what is aligned as its own is.
[[nodiscard]] nanobind::capsule JaxMemory(const Dims& shape, DType dtype);

/// The array of JAX in that memory, which must not be written any more.
[[nodiscard]] nanobind::object JaxArray(const nanobind::capsule& memory, const Dims& shape,
                                        DType dtype);

}  // namespace sigloss::python
