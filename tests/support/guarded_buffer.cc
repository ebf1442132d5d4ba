// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/guarded_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace sigloss::testing_support {
namespace {

constexpr std::byte kSurroundings{0xA5};

}  // namespace

uint64_t PoisonBits(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return 0x7EAD;
    case DType::kBFloat16:
      return 0x7FED;
    case DType::kFloat64:
      return 0x7FFDBEEF7FEDBEEF;
    default:
      return 0x7FEDBEEF;
  }
}

GuardedBuffer::GuardedBuffer(size_t bytes, Edge edge, size_t gap) : size_(bytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  inner_size_ = std::max<size_t>(1, (bytes + gap + page - 1) / page) * page;
  map_size_ = inner_size_ + 2 * page;
  void* map = mmap(nullptr, map_size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  map_ = static_cast<std::byte*>(map);
  inner_ = map_ + page;
  if (map == MAP_FAILED || mprotect(inner_, inner_size_, PROT_READ | PROT_WRITE) != 0) {
    std::perror("GuardedBuffer");
    std::abort();
  }
  data_ = edge == Edge::kStart ? inner_ + gap : inner_ + inner_size_ - gap - bytes;
  std::fill(inner_, inner_ + inner_size_, kSurroundings);
}

GuardedBuffer::~GuardedBuffer() { munmap(map_, map_size_); }

void GuardedBuffer::Poison(DType dtype) {
  const size_t element = DTypeSize(dtype);
  const uint64_t bits = PoisonBits(dtype);  // little endian: its low bytes are the short pattern
  for (size_t at = 0; at + element <= size_; at += element) {
    std::memcpy(data_ + at, &bits, element);
  }
}

bool GuardedBuffer::SurroundingsIntact() const {
  const auto intact = [](std::byte b) { return b == kSurroundings; };
  return std::all_of(inner_, data_, intact) &&
         std::all_of(data_ + size_, inner_ + inner_size_, intact);
}

}  // namespace sigloss::testing_support
