// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/api_call.h"
#include "acl/context.h"
#include "acl/stream.h"

namespace sigloss::acl {
namespace {

// Says why a handle isn't a stream of the current context.
int32_t ReportForeignStream(const ApiCall& call, aclrtStream handle) {
  if (CurrentContext() == nullptr) return call.NoContext();
  const bool other_kind = Find<Object>(handle) != nullptr && Find<Stream>(handle) == nullptr;
  return call.InvalidRuntimeValue(
      other_kind ? ACL_ERROR_RT_INVALID_HANDLE : ACL_ERROR_RT_STREAM_CONTEXT, "stream",
      ToText(handle), "a live stream that was created in the current context");
}

}  // namespace

int32_t ResolveStream(aclrtStream handle, std::shared_ptr<Stream>* out, std::string_view function) {
  if (handle != nullptr) {
    auto stream = Find<Stream>(handle);
    if (stream == nullptr || stream->owner() != CurrentContextHandle()) {
      return ReportForeignStream(ApiCall(function), handle);
    }
    *out = std::move(stream);
    return ACL_SUCCESS;
  }
  const auto context = CurrentContext();
  if (context == nullptr) return ApiCall(function).NoContext();
  *out = context->default_stream();
  return ACL_SUCCESS;
}

}  // namespace sigloss::acl
