// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every header as C++11, which programs of the platform are compiled as.
#include <memory>

#include "acl/acl.h"
#include "acl/acl_base.h"
#include "acl/acl_base_mdl.h"
#include "acl/acl_base_rt.h"
#include "acl/acl_mdl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"
#include "acl/acl_rt_allocator.h"
#include "acl/error_codes/ge_error_codes.h"
#include "acl/error_codes/rt_error_codes.h"

using DevicePointer = std::unique_ptr<void, aclError (*)(void*)>;
DevicePointer Own(void* address) { return DevicePointer(address, aclrtFree); }

constexpr dim3 kOne;
static_assert(kOne.x == 1 && kOne.y == 1 && kOne.z == 1, "extents default to 1");
static_assert(ACL_ERROR_DRV_FAILURE == 500004, "codes are constant expressions");
static_assert(ACL_ERROR_GE_REDEPLOYING == 545602, "codes are constant expressions");
