// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The element types of others as ours.
#pragma once

#include <cstddef>

#include "dlpack.h"
#include "sigloss/dtype.h"

namespace sigloss::python {

/// Of a format of Python's buffer protocol (null means bytes); kUndefined for what no DType names.
[[nodiscard]] DType FromBufferFormat(const char* format, size_t item_size);

/// Of a DLPack type; kUndefined for what no DType names.
[[nodiscard]] DType FromDlpack(dlpack::DataType dtype);

/// The other way round, of a type that a result has.
[[nodiscard]] dlpack::DataType ToDlpack(DType dtype);

}  // namespace sigloss::python
