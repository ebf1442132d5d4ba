// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sigloss/tensor_view.h"
#include "tests/support/guarded_buffer.h"
#include "tests/support/operand.h"

namespace sigloss::testing_support {

/// The guarded memory of one tensor of a call; `gap` elements lie between it and the guard page.
class TensorMemory {
 public:
  /// An input, with its values.
  explicit TensorMemory(const Operand& operand, Edge edge = Edge::kEnd, size_t gap = 0);
  /// An output of that layout, poisoned.
  explicit TensorMemory(const TensorDesc& desc, int64_t origin = 0, Edge edge = Edge::kEnd,
                        size_t gap = 0);

  /// Address of the view's first element.
  [[nodiscard]] void* first() const { return At(origin_); }

  /// An output's bits in logical order. Checks with EXPECT that every element is written and that
  /// nothing between them is.
  [[nodiscard]] std::vector<uint64_t> Collect() const;
  /// Whether every element of an output is as it was made.
  [[nodiscard]] bool IsUnwritten() const;
  [[nodiscard]] bool SurroundingsIntact() const { return buffer_.SurroundingsIntact(); }

 private:
  [[nodiscard]] std::byte* At(int64_t index) const;
  [[nodiscard]] uint64_t Bits(int64_t index) const;

  TensorDesc desc_;
  int64_t origin_;
  size_t elements_;
  GuardedBuffer buffer_;
};

}  // namespace sigloss::testing_support
