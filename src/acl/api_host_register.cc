// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Registered host memory.
#include <string>

#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/context.h"
#include "acl/memory.h"
#include "acl/memory_checks.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

bool IsRegisterType(int type) {
  return type == ACL_HOST_REGISTER_MAPPED || type == ACL_HOST_REGISTER_IOMEMORY ||
         type == ACL_HOST_REGISTER_READONLY;
}

}  // namespace

extern "C" {

aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type, void** devPtr) {
  const int type_number = type;  // C programs may pass numbers that the enum has not
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (ptr == nullptr) return call.NullPointer("ptr");
    if (size == 0) return call.InvalidValue("size", "0", "greater than 0");
    if (!IsRegisterType(type_number)) {
      return call.InvalidValue("type", std::to_string(type_number), "0, 4 or 8");
    }
    if (devPtr == nullptr) return call.NullPointer("devPtr");
    const aclError code = acl::CheckArea(call, {"ptr", ptr, size}, {"size", size});
    if (code != ACL_SUCCESS) return code;
    const auto context = acl::CurrentContext();
    if (context == nullptr) return call.NoContext();
    if (!acl::Register(ptr, size, context->device())) {
      return call.InvalidRuntimeValue(
          ACL_ERROR_RT_PARAM_INVALID, "ptr", acl::ToText(ptr),
          "memory that is neither registered nor allocated by the runtime, not even in part");
    }
    *devPtr = ptr;
    return ACL_SUCCESS;
  });
}

aclError aclrtHostUnregister(void* ptr) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (ptr == nullptr) return call.NullPointer("ptr");
    if (acl::Unregister(ptr)) return ACL_SUCCESS;
    return call.InvalidRuntimeValue(ACL_ERROR_RT_DRV_INTERNAL_ERROR, "ptr", acl::ToText(ptr),
                                    "an address that aclrtHostRegister took");
  });
}

}  // extern "C"
