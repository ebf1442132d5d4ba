// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "sigloss/dtype.h"

namespace sigloss::testing_support {

/// Which guard page the data touches.
enum class Edge { kStart, kEnd };

/// Memory between two pages that can't be accessed: a read or write past the touched end is a
/// fault at once, and a write past the other end changes bytes that SurroundingsIntact() checks.
class GuardedBuffer {
 public:
  /// `gap` bytes are left between the data and the guard page, for any alignment wanted.
  explicit GuardedBuffer(size_t bytes, Edge edge = Edge::kEnd, size_t gap = 0);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] size_t size() const { return size_; }

  /// Fills the data with PoisonBits.
  void Poison(DType dtype);

  /// True if every byte between the guard pages that isn't data is as it was made.
  [[nodiscard]] bool SurroundingsIntact() const;

 private:
  std::byte* map_ = nullptr;  // the whole mapping, guard pages included
  size_t map_size_ = 0;
  std::byte* inner_ = nullptr;  // what may be accessed
  size_t inner_size_ = 0;
  std::byte* data_ = nullptr;
  size_t size_ = 0;
};

/// Bit pattern of a NaN that no computation makes: an output element that still has it was never
/// written.
[[nodiscard]] uint64_t PoisonBits(DType dtype);

}  // namespace sigloss::testing_support
