// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <new>

#include "ge/access.h"

namespace sigloss::graph {
namespace {

constexpr std::align_val_t kAlignment{64};

void Free(uint8_t* data) { ::operator delete(data, kAlignment); }

}  // namespace

Storage Storage::Allocate(size_t size) {
  if (size == 0) return {};
  return {static_cast<uint8_t*>(::operator new(size, kAlignment)), size, Free, true};
}

Storage Storage::CopyOf(const void* data, size_t size) {
  Storage copy = Allocate(size);
  if (size > 0) std::memcpy(copy.data_, data, size);
  return copy;
}

std::unique_ptr<uint8_t[], Storage::Deleter> Storage::Release() {
  // A unique_ptr calls its deleter without asking whether there is one.
  Deleter deleter = deleter_ ? std::move(deleter_) : Deleter([](uint8_t*) {});
  std::unique_ptr<uint8_t[], Deleter> released(std::exchange(data_, nullptr), std::move(deleter));
  size_ = 0;
  is_ours_ = false;
  return released;
}

}  // namespace sigloss::graph
