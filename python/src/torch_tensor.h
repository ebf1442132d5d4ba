// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What is particular to tensors of PyTorch.
#pragma once

#include <nanobind/nanobind.h>

#include "errors.h"

namespace sigloss::python {

/// The tensor as plain memory: itself, or a detached view of it. ValueError where that would lose a
/// gradient without a word, or where the memory holds the negated values.
[[nodiscard]] nanobind::object PlainTensor(nanobind::handle tensor, const Where& where);

/// Tells PyTorch that the memory of a tensor was written, so that a backward pass that needs the
/// former values is refused, as after an operation in place of its own.
void MarkWritten(nanobind::handle tensor);

}  // namespace sigloss::python
