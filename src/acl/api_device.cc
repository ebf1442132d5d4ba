// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Devices and contexts.
#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/devices.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

aclError CheckList(const ApiCall& call) {
  const auto& status = acl::Devices::Get().status();
  if (status.ok()) return ACL_SUCCESS;
  return call.Fail(ACL_ERROR_RT_NO_DEVICE, acl::error_ids::kInvalidSetting,
                   "there is no list of devices: " + status.message());
}

aclError CheckDevice(const ApiCall& call, int32_t device) {
  const aclError code = CheckList(call);
  if (code != ACL_SUCCESS || acl::Devices::Get().Contains(device)) return code;
  return call.InvalidRuntimeValue(
      ACL_ERROR_RT_INVALID_DEVICEID, "deviceId", std::to_string(device),
      "[0, " + std::to_string(acl::Devices::Get().chips().size()) + ")");
}

aclError InvalidContext(const ApiCall& call, aclrtContext context, std::string_view expected) {
  return call.InvalidRuntimeValue(ACL_ERROR_RT_CONTEXT_NULL, "context", acl::ToText(context),
                                  expected);
}

}  // namespace

extern "C" {

aclError aclrtSetDevice(int32_t deviceId) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (const aclError code = CheckDevice(call, deviceId); code != ACL_SUCCESS) return code;
    acl::SetCurrentContextHandle(acl::Devices::Get().Retain(deviceId));
    return ACL_SUCCESS;
  });
}

aclError aclrtResetDevice(int32_t deviceId) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (const aclError code = CheckDevice(call, deviceId); code != ACL_SUCCESS) return code;
    if (acl::Devices::Get().Release(deviceId)) return ACL_SUCCESS;
    return call.InvalidRuntimeValue(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "deviceId",
                                    std::to_string(deviceId),
                                    "a device that an earlier aclrtSetDevice took");
  });
}

aclError aclrtGetDevice(int32_t* deviceId) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (deviceId == nullptr) return call.NullPointer("deviceId");
    const auto context = acl::CurrentContext();
    if (context == nullptr) return call.NoContext();
    *deviceId = context->device();
    return ACL_SUCCESS;
  });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (count == nullptr) return call.NullPointer("count");
    if (const aclError code = CheckList(call); code != ACL_SUCCESS) return code;
    *count = static_cast<uint32_t>(acl::Devices::Get().chips().size());
    return ACL_SUCCESS;
  });
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (runMode == nullptr) return call.NullPointer("runMode");
    *runMode = ACL_HOST;
    return ACL_SUCCESS;
  });
}

aclError aclrtSynchronizeDevice(void) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    const auto context = acl::CurrentContext();
    if (context == nullptr) return call.NoContext();
    aclError first = ACL_SUCCESS;
    for (const auto& stream : acl::Devices::Get().Streams(context->device())) {
      const acl::TaskResult result = stream->Synchronize();
      const aclError code = call.TaskFailed(result.code, result.text);
      if (first == ACL_SUCCESS) first = code;
    }
    return first;
  });
}

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (context == nullptr) return call.NullPointer("context");
    if (const aclError code = CheckDevice(call, deviceId); code != ACL_SUCCESS) return code;
    *context = acl::Devices::Get().OpenContext(deviceId);
    acl::SetCurrentContextHandle(*context);
    return ACL_SUCCESS;
  });
}

aclError aclrtDestroyContext(aclrtContext context) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (context == nullptr) return call.NullPointer("context");
    if (acl::Devices::Get().CloseContext(context)) return ACL_SUCCESS;
    return InvalidContext(call, context, "a live context that aclrtCreateContext made");
  });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (context == nullptr) return call.NullPointer("context");
    if (acl::Find<acl::Context>(context) == nullptr)
      return InvalidContext(call, context, "a live context");
    acl::SetCurrentContextHandle(context);
    return ACL_SUCCESS;
  });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (context == nullptr) return call.NullPointer("context");
    if (acl::CurrentContext() == nullptr) return call.NoContext();
    *context = acl::CurrentContextHandle();
    return ACL_SUCCESS;
  });
}

}  // extern "C"
