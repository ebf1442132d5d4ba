// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Caches of device memory. Those of the host are coherent, so only the arguments are looked at.
#include <string>

#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/memory_checks.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

aclError CheckOnly(const char* function, const void* address, size_t size) {
  return Guard(function, [&](const ApiCall& call) -> aclError {
    if (address == nullptr) return call.NullPointer("devPtr");
    if (size == 0) return call.InvalidValue("size", "0", "greater than 0");
    return acl::CheckArea(call, {"devPtr", address, size}, {"size", size});
  });
}

}  // namespace

extern "C" {

aclError aclrtMemFlush(void* devPtr, size_t size) { return CheckOnly(__func__, devPtr, size); }

aclError aclrtMemInvalidate(void* devPtr, size_t size) { return CheckOnly(__func__, devPtr, size); }

}  // extern "C"
