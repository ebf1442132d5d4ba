// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What is known about memory.
#include <sys/sysinfo.h>
#include <unistd.h>

#include <string>

#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/context.h"
#include "acl/memory.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

aclrtPtrAttributes Describe(const std::optional<acl::Block>& block) {
  aclrtPtrAttributes attributes = {};
  attributes.location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
  if (!block) return attributes;
  attributes.location.type = block->kind == acl::MemoryKind::kDevice ? ACL_MEM_LOCATION_TYPE_DEVICE
                                                                     : ACL_MEM_LOCATION_TYPE_HOST;
  attributes.location.id = static_cast<uint32_t>(block->device);
  attributes.pageSize = static_cast<uint32_t>(sysconf(_SC_PAGESIZE));
  return attributes;
}

}  // namespace

extern "C" {

aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (ptr == nullptr) return call.NullPointer("ptr");
    if (attributes == nullptr) return call.NullPointer("attributes");
    *attributes = Describe(acl::FindBlock(ptr));
    return ACL_SUCCESS;
  });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
  const int attr_number = attr;  // C programs may pass numbers that the enum has not
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (free == nullptr) return call.NullPointer("free");
    if (total == nullptr) return call.NullPointer("total");
    if (attr_number < ACL_DDR_MEM || attr_number > ACL_MEM_P2P_HUGE1G) {
      return call.InvalidValue("attr", std::to_string(attr_number), "[0, 17]");
    }
    if (acl::CurrentContext() == nullptr) return call.NoContext();
    struct sysinfo host = {};
    if (sysinfo(&host) != 0) return call.Unexpected("the host does not tell its memory");
    *free = static_cast<size_t>(host.freeram) * host.mem_unit;
    *total = static_cast<size_t>(host.totalram) * host.mem_unit;
    return ACL_SUCCESS;
  });
}

}  // extern "C"
