// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Memory.
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/context.h"
#include "acl/memory.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

aclError AllocateFor(const ApiCall& call, acl::MemoryKind kind, void** out, size_t size) {
  void* address = acl::Allocate(kind, size);
  if (address == nullptr) {
    return call.Fail(
        ACL_ERROR_RT_MEMORY_ALLOCATION, acl::error_ids::kOutOfMemory,
        std::to_string(size) + " bytes, the value of parameter size, are not to be had.");
  }
  *out = address;
  return ACL_SUCCESS;
}

aclError NotAllocated(const ApiCall& call, const char* parameter, const void* address,
                      const char* expected) {
  return call.InvalidRuntimeValue(ACL_ERROR_RT_DRV_INTERNAL_ERROR, parameter, acl::ToText(address),
                                  expected);
}

// The bytes to write must fit the room that the caller states.
aclError CheckRoom(const ApiCall& call, size_t count, const char* room_name, size_t room) {
  if (count <= room) return ACL_SUCCESS;
  return call.InvalidRuntimeValue(
      ACL_ERROR_RT_PARAM_INVALID, "count", std::to_string(count),
      "at most " + std::to_string(room) + ", the value of parameter " + room_name);
}

bool IsKind(int kind) {
  return kind >= ACL_MEMCPY_HOST_TO_HOST && kind <= ACL_MEMCPY_INTER_DEVICE_TO_DEVICE;
}

}  // namespace

extern "C" {

// The host has one kind of pages to offer, so every policy is served alike.
aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy /*policy*/) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (devPtr == nullptr) return call.NullPointer("devPtr");
    if (size == 0) return call.InvalidValue("size", "0", "greater than 0");
    if (acl::CurrentContext() == nullptr) return call.NoContext();
    return AllocateFor(call, acl::MemoryKind::kDevice, devPtr, size);
  });
}

aclError aclrtFree(void* devPtr) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (devPtr == nullptr) return call.NullPointer("devPtr");
    if (acl::Release(acl::MemoryKind::kDevice, devPtr)) return ACL_SUCCESS;
    return NotAllocated(call, "devPtr", devPtr, "an address from aclrtMalloc, freed only once");
  });
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (hostPtr == nullptr) return call.NullPointer("hostPtr");
    if (size == 0) return call.InvalidValue("size", "0", "greater than 0");
    return AllocateFor(call, acl::MemoryKind::kHost, hostPtr, size);
  });
}

aclError aclrtFreeHost(void* hostPtr) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (hostPtr == nullptr) return call.NullPointer("hostPtr");
    if (acl::Release(acl::MemoryKind::kHost, hostPtr)) return ACL_SUCCESS;
    return NotAllocated(call, "hostPtr", hostPtr,
                        "an address from aclrtMallocHost, freed only once");
  });
}

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) {
  const int kind_number = kind;  // C programs may pass numbers that the enum has not
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (count == 0) return ACL_SUCCESS;
    if (dst == nullptr) return call.NullPointer("dst");
    if (src == nullptr) return call.NullPointer("src");
    if (!IsKind(kind_number))
      return call.InvalidValue("kind", std::to_string(kind_number), "[0, 7]");
    const aclError code = CheckRoom(call, count, "destMax", destMax);
    if (code == ACL_SUCCESS) std::memmove(dst, src, count);
    return code;
  });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (count == 0) return ACL_SUCCESS;
    if (devPtr == nullptr) return call.NullPointer("devPtr");
    const aclError code = CheckRoom(call, count, "maxCount", maxCount);
    if (code == ACL_SUCCESS) std::memset(devPtr, value, count);
    return code;
  });
}

}  // extern "C"
