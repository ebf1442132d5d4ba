// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Allocation.
#include <string>

#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/context.h"
#include "acl/devices.h"
#include "acl/memory.h"
#include "acl/stream.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

aclError CheckRequest(const ApiCall& call, const char* parameter, void** out, size_t size) {
  if (out == nullptr) return call.NullPointer(parameter);
  return size == 0 ? call.InvalidValue("size", "0", "greater than 0") : ACL_SUCCESS;
}

aclError AllocateFor(const ApiCall& call, void** out, const acl::Request& request) {
  void* address = acl::Allocate(request);
  if (address == nullptr) {
    return call.Fail(
        ACL_ERROR_RT_MEMORY_ALLOCATION, acl::error_ids::kOutOfMemory,
        std::to_string(request.size) + " bytes, the value of parameter size, are not to be had.");
  }
  *out = address;
  return ACL_SUCCESS;
}

// The host has one kind of pages to offer, so every policy is served alike.
aclError AllocateDevice(const char* function, void** out, size_t size,
                        size_t past_end = acl::kRoomPastEnd, const void* cfg = nullptr) {
  return Guard(function, [&](const ApiCall& call) -> aclError {
    const aclError code = CheckRequest(call, "devPtr", out, size);
    if (code != ACL_SUCCESS) return code;
    if (cfg != nullptr) {
      return call.Rejected(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, acl::error_ids::kNotSupported, "cfg",
                           acl::ToText(cfg),
                           "attributes of an allocation are not offered, only a NULL pointer is");
    }
    const auto context = acl::CurrentContext();
    if (context == nullptr) return call.NoContext();
    return AllocateFor(call, out, {acl::MemoryKind::kDevice, size, past_end, context->device()});
  });
}

// Tasks that are queued may use the memory. Failures stay for the streams' own synchronisation.
void WaitForQueuedTasks() {
  const acl::Devices& devices = acl::Devices::Get();
  for (size_t device = 0; device < devices.chips().size(); ++device) {
    for (const auto& stream : devices.Streams(static_cast<int32_t>(device))) {
      (void)stream->Run([] { return acl::TaskResult(); });  // a closed one has nothing queued
    }
  }
}

aclError Free(const char* function, acl::MemoryKind kind, const char* parameter, void* address,
              const char* expected) {
  return Guard(function, [&](const ApiCall& call) -> aclError {
    if (address == nullptr) return call.NullPointer(parameter);
    WaitForQueuedTasks();
    if (acl::Release(kind, address)) return ACL_SUCCESS;
    return call.InvalidRuntimeValue(ACL_ERROR_RT_DRV_INTERNAL_ERROR, parameter,
                                    acl::ToText(address), expected);
  });
}

}  // namespace

extern "C" {

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy /*policy*/) {
  return AllocateDevice(__func__, devPtr, size);
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy /*policy*/) {
  return AllocateDevice(__func__, devPtr, size, 0);
}

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy /*policy*/) {
  return AllocateDevice(__func__, devPtr, size);
}

aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy /*policy*/,
                            aclrtMallocConfig* cfg) {
  return AllocateDevice(__func__, devPtr, size, acl::kRoomPastEnd, cfg);
}

aclError aclrtFree(void* devPtr) {
  return Free(__func__, acl::MemoryKind::kDevice, "devPtr", devPtr,
              "an address from aclrtMalloc or a variant of it, freed only once");
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    const aclError code = CheckRequest(call, "hostPtr", hostPtr, size);
    if (code != ACL_SUCCESS) return code;
    return AllocateFor(call, hostPtr, {.kind = acl::MemoryKind::kHost, .size = size});
  });
}

aclError aclrtFreeHost(void* hostPtr) {
  return Free(__func__, acl::MemoryKind::kHost, "hostPtr", hostPtr,
              "an address from aclrtMallocHost, freed only once");
}

}  // extern "C"
