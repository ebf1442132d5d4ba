// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sigloss/tensor_view.h"

namespace sigloss::core {

/// True if some byte belongs to an element of both views. Exact, except that a search that grows
/// too long (strides that interleave on many axes) is taken for an overlap.
[[nodiscard]] bool Overlap(const TensorView& a, const TensorView& b);

/// True if both views name the same memory, element by element in the same order: an operator may
/// then write one while it reads the other, whatever the two types of that size.
[[nodiscard]] bool SameElements(const TensorView& a, const TensorView& b);

}  // namespace sigloss::core
