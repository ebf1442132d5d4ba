// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Streams.
#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/context.h"
#include "acl/stream.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

}  // namespace

extern "C" {

aclError aclrtCreateStream(aclrtStream* stream) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (stream == nullptr) return call.NullPointer("stream");
    const auto context = acl::CurrentContext();
    const aclrtStream created = context == nullptr ? nullptr : context->CreateStream();
    if (created == nullptr) return call.NoContext();
    *stream = created;
    return ACL_SUCCESS;
  });
}

aclError aclrtDestroyStream(aclrtStream stream) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (stream == nullptr) return call.NullPointer("stream");
    const auto context = acl::CurrentContext();
    auto taken = context == nullptr ? nullptr : context->TakeStream(stream);
    if (taken == nullptr) return acl::ResolveStream(stream, &taken, call.function());
    // The stream is gone, so this succeeds; the text of a failure nobody asked for isn't lost.
    const acl::TaskResult result = taken->Close();
    (void)call.TaskFailed(result.code, result.text);
    return ACL_SUCCESS;
  });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    std::shared_ptr<acl::Stream> found;
    const aclError code = acl::ResolveStream(stream, &found, call.function());
    if (code != ACL_SUCCESS) return code;
    const acl::TaskResult result = found->Synchronize();
    return call.TaskFailed(result.code, result.text);
  });
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (timeout < -1) {
      return call.InvalidRuntimeValue(ACL_ERROR_RT_PARAM_INVALID, "timeout",
                                      std::to_string(timeout), "-1 or a number of milliseconds");
    }
    std::shared_ptr<acl::Stream> found;
    const aclError code = acl::ResolveStream(stream, &found, call.function());
    if (code != ACL_SUCCESS) return code;
    const auto result = timeout == -1 ? found->Synchronize()
                                      : found->SynchronizeFor(std::chrono::milliseconds(timeout));
    if (result) return call.TaskFailed(result->code, result->text);
    return call.Fail(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, acl::error_ids::kStreamTimeout,
                     "the stream is not done after " + std::to_string(timeout) +
                         " milliseconds, the value of parameter timeout.");
  });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    if (status == nullptr) return call.NullPointer("status");
    std::shared_ptr<acl::Stream> found;
    const aclError code = acl::ResolveStream(stream, &found, call.function());
    if (code != ACL_SUCCESS) return code;
    *status = found->IsIdle() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    return ACL_SUCCESS;
  });
}

}  // extern "C"
