// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/memory.h"

#include <mutex>
#include <new>

namespace sigloss::acl {
namespace {

constexpr std::align_val_t kAlignment{64};
constexpr size_t kUnit = 32;

struct Registry {
  std::mutex mutex;
  BlockMap allocated;
  BlockMap registered;
};

Registry& TheRegistry() {
  static auto* registry = new Registry();
  return *registry;
}

uintptr_t ToNumber(const void* address) { return reinterpret_cast<uintptr_t>(address); }

}  // namespace

void* Allocate(const Request& request) {
  if (request.size > PTRDIFF_MAX - kUnit - request.past_end) return nullptr;
  const size_t bytes = (request.size + kUnit - 1) / kUnit * kUnit + request.past_end;
  void* address = ::operator new(bytes, kAlignment, std::nothrow);
  if (address == nullptr) return nullptr;
  try {
    std::lock_guard lock(TheRegistry().mutex);
    TheRegistry().allocated.Insert({request.kind, ToNumber(address), bytes, request.device});
  } catch (const std::bad_alloc&) {
    ::operator delete(address, kAlignment);
    return nullptr;
  }
  return address;
}

bool Release(MemoryKind kind, void* address) {
  {
    std::lock_guard lock(TheRegistry().mutex);
    if (!TheRegistry().allocated.Remove(kind, ToNumber(address))) return false;
  }
  ::operator delete(address, kAlignment);
  return true;
}

bool Register(void* address, size_t size, int32_t device) {
  const Block block{MemoryKind::kRegistered, ToNumber(address), size, device};
  std::lock_guard lock(TheRegistry().mutex);
  if (TheRegistry().allocated.Overlaps(block.begin, size)) return false;
  return TheRegistry().registered.Insert(block);
}

bool Unregister(void* address) {
  std::lock_guard lock(TheRegistry().mutex);
  return TheRegistry().registered.Remove(MemoryKind::kRegistered, ToNumber(address));
}

std::optional<Block> FindBlock(const void* address) {
  std::lock_guard lock(TheRegistry().mutex);
  auto block = TheRegistry().allocated.Find(ToNumber(address));
  return block ? block : TheRegistry().registered.Find(ToNumber(address));
}

}  // namespace sigloss::acl
