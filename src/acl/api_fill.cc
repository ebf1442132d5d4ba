// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Sets.
#include <cstdint>
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/memory_checks.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

// What to fill: a number of units at an address, the names being those of the parameters.
struct Target {
  const char* pointer;
  void* address;
  acl::Argument count;
  acl::Argument room;  // in units
};

void FillWith(void* address, uint8_t value, size_t count) { std::memset(address, value, count); }

// The address may be odd.
void FillWith(void* address, uint32_t value, size_t count) {
  auto* bytes = static_cast<unsigned char*>(address);
  for (size_t i = 0; i < count; ++i) std::memcpy(bytes + i * sizeof(value), &value, sizeof(value));
}

template <class Unit>
aclError Fill(const char* function, const Target& target, Unit value,
              const acl::Schedule& schedule) {
  return Guard(function, [&](const ApiCall& call) -> aclError {
    const size_t count = target.count.value;
    if (count == 0) return ACL_SUCCESS;
    if (target.address == nullptr) return call.NullPointer(target.pointer);
    aclError code = acl::CheckLimit(call, target.count, target.room);
    if (code != ACL_SUCCESS) return code;
    const acl::Area area = {target.pointer, target.address, count * sizeof(Unit)};
    code = acl::CheckArea(call, area, target.count);
    if (code != ACL_SUCCESS) return code;
    return acl::DoWork(call, schedule, {area}, [address = target.address, value, count] {
      FillWith(address, value, count);
    });
  });
}

Target Bytes(void* address, size_t room, size_t count) {
  return {"devPtr", address, {"count", count}, {"maxCount", room}};
}

Target Words(void* address, size_t bytes, size_t count) {
  return {"ptr", address, {"N", count}, {"memSize divided by 4", bytes / sizeof(uint32_t)}};
}

}  // namespace

extern "C" {

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
  return Fill(__func__, Bytes(devPtr, maxCount, count), static_cast<uint8_t>(value), acl::kAtOnce);
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                          aclrtStream stream) {
  return Fill(__func__, Bytes(devPtr, maxCount, count), static_cast<uint8_t>(value),
              acl::InOrderOf(stream));
}

aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N) {
  return Fill(__func__, Words(ptr, memSize, N), value, acl::kAtOnce);
}

aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value, size_t N,
                             aclrtStream stream) {
  return Fill(__func__, Words(ptr, memSize, N), value, acl::InOrderOf(stream));
}

}  // extern "C"
