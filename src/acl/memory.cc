// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/memory.h"

#include <cstdint>
#include <mutex>
#include <new>
#include <unordered_map>

namespace sigloss::acl {
namespace {

constexpr std::align_val_t kAlignment{64};
constexpr size_t kBlock = 32;

struct Registry {
  std::mutex mutex;
  std::unordered_map<void*, MemoryKind> live;
};

Registry& TheRegistry() {
  static auto* registry = new Registry();
  return *registry;
}

}  // namespace

void* Allocate(MemoryKind kind, size_t size) {
  if (size > PTRDIFF_MAX - 2 * kBlock) return nullptr;
  const size_t bytes = (size + kBlock - 1) / kBlock * kBlock + kBlock;
  void* address = ::operator new(bytes, kAlignment, std::nothrow);
  if (address == nullptr) return nullptr;
  try {
    std::lock_guard lock(TheRegistry().mutex);
    TheRegistry().live.emplace(address, kind);
  } catch (const std::bad_alloc&) {
    ::operator delete(address, kAlignment);
    return nullptr;
  }
  return address;
}

bool Release(MemoryKind kind, void* address) {
  {
    std::lock_guard lock(TheRegistry().mutex);
    const auto found = TheRegistry().live.find(address);
    if (found == TheRegistry().live.end() || found->second != kind) return false;
    TheRegistry().live.erase(found);
  }
  ::operator delete(address, kAlignment);
  return true;
}

}  // namespace sigloss::acl
