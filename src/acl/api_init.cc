// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// aclInit and its counterparts, error texts, versions.
#include <mutex>
#include <optional>
#include <string>

#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/config_file.h"
#include "acl/devices.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

struct InitState {
  std::mutex mutex;
  uint64_t references = 0;
  bool finalized = false;
  std::optional<std::string> first_config;  // content, "" for none
};

InitState& State() {
  static auto* state = new InitState();
  return *state;
}

aclError Start(const ApiCall& call, const char* path) {
  InitState& state = State();
  std::lock_guard lock(state.mutex);
  if (state.references > 0) {
    ++state.references;
    return ACL_ERROR_REPEAT_INITIALIZE;  // counted, so nothing that needs a text went wrong
  }
  acl::Config config;
  if (path != nullptr && *path != '\0') {
    const aclError code = acl::ReadConfig(call, path, &config);
    if (code != ACL_SUCCESS) return code;
    if (state.first_config.value_or(config.content) != config.content) {
      return call.Rejected(ACL_ERROR_INVALID_PARAM, acl::error_ids::kRejectedValue, "configPath",
                           path, "The content differs from the first configuration of the process");
    }
  }
  if (!state.first_config) state.first_config = std::move(config.content);
  acl::SetErrorScope(config.error_scope);
  state.references = 1;
  state.finalized = false;
  return ACL_SUCCESS;
}

// With the state locked.
void End(InitState& state) {
  state.references = 0;
  state.finalized = true;
  acl::SetErrorScope(acl::ErrorScope::kThread);
}

aclError RepeatFinalize(const ApiCall& call) {
  return call.Fail(ACL_ERROR_REPEAT_FINALIZE, acl::error_ids::kInvalidSetting,
                   "there is no aclInit left to take back.");
}

}  // namespace

extern "C" {

aclError aclInit(const char* configPath) {
  return Guard(__func__, [&](const ApiCall& call) { return Start(call, configPath); });
}

aclError aclFinalize(void) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    InitState& state = State();
    std::lock_guard lock(state.mutex);
    if (state.finalized) return RepeatFinalize(call);
    End(state);
    return ACL_SUCCESS;
  });
}

aclError aclFinalizeReference(uint64_t* refCount) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    InitState& state = State();
    std::lock_guard lock(state.mutex);
    const bool none = state.references == 0;
    if (state.references > 1) {
      --state.references;
    } else if (!none) {
      End(state);
    }
    if (refCount != nullptr) *refCount = state.references;
    return none ? RepeatFinalize(call) : ACL_SUCCESS;
  });
}

const char* aclGetRecentErrMsg(void) { return acl::TakeErrors(); }

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (majorVersion == nullptr) return call.NullPointer("majorVersion");
    if (minorVersion == nullptr) return call.NullPointer("minorVersion");
    if (patchVersion == nullptr) return call.NullPointer("patchVersion");
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return ACL_SUCCESS;
  });
}

// Programs take null for "no accelerator, skip its checks", which is right on a host CPU.
const char* aclrtGetSocName(void) {
  return acl::GuardValue<const char*>(__func__, nullptr, [](const ApiCall&) -> const char* {
    const auto context = acl::CurrentContext();
    if (context == nullptr) return nullptr;
    const std::string& chip = acl::Devices::Get().chips()[context->device()];
    return chip == "cpu" ? nullptr : chip.c_str();
  });
}

}  // extern "C"
