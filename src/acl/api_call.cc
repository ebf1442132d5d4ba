// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/api_call.h"

#include <cstdio>
#include <initializer_list>

namespace sigloss::acl {
namespace {

std::string Join(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (std::string_view part : parts) text += part;
  return text;
}

std::string InvalidText(std::string_view function, std::string_view parameter,
                        std::string_view value, std::string_view why, std::string_view detail) {
  return Join({function, " failed because value ", value, " for parameter ", parameter,
               " is invalid. ", why, ": ", detail, "."});
}

aclError Report(aclError code, const ErrorId& id, std::string_view text, Advice advice = {}) {
  ReportError(id.code, id.title, text, advice);
  return code;
}

}  // namespace

aclError ApiCall::NullPointer(std::string_view parameter) const {
  return Report(ACL_ERROR_INVALID_PARAM, error_ids::kNullPointer,
                Join({function_, " failed because ", parameter, " cannot be a NULL pointer."}));
}

aclError ApiCall::InvalidValue(std::string_view parameter, std::string_view value,
                               std::string_view expected) const {
  return Report(ACL_ERROR_INVALID_PARAM, error_ids::kInvalidValue,
                InvalidText(function_, parameter, value, "Expected value", expected));
}

aclError ApiCall::InvalidRuntimeValue(aclError code, std::string_view parameter,
                                      std::string_view value, std::string_view expected) const {
  return Report(code, error_ids::kInvalidRuntimeValue,
                InvalidText(function_, parameter, value, "Expected value", expected));
}

aclError ApiCall::Rejected(aclError code, const ErrorId& id, std::string_view parameter,
                           std::string_view value, std::string_view reason) const {
  return Report(code, id, InvalidText(function_, parameter, value, "Reason", reason));
}

aclError ApiCall::Fail(aclError code, const ErrorId& id, std::string_view reason,
                       Advice advice) const {
  return Report(code, id, Join({function_, " failed because ", reason}), advice);
}

aclError ApiCall::NoContext() const {
  return Fail(ACL_ERROR_RT_CONTEXT_NULL, error_ids::kInvalidState,
              "this thread has no current context.",
              {.possible_cause = "No context was set in this thread, or it has been destroyed.",
               .solution = "Call aclrtSetDevice or aclrtSetCurrentContext in this thread first."});
}

aclError ApiCall::TaskFailed(aclError code, std::string_view text) const {
  if (code == ACL_SUCCESS) return code;
  ReportInnerError(error_ids::kRuntimeInner, function_,
                   Join({"A task of the stream failed with ", std::to_string(code), ". ", text}));
  return code;
}

aclError ApiCall::OutOfMemory() const noexcept {
  try {
    return Fail(ACL_ERROR_RT_MEMORY_ALLOCATION, error_ids::kOutOfMemory,
                "host memory is exhausted.");
  } catch (const std::exception&) {
    return ACL_ERROR_RT_MEMORY_ALLOCATION;
  }
}

aclError ApiCall::Unexpected(const char* what) const noexcept {
  ReportInnerError(error_ids::kInner, function_, what);
  return ACL_ERROR_INTERNAL_ERROR;
}

std::string ToText(const void* address) {
  char text[2 + 2 * sizeof(address) + 1];
  std::snprintf(text, sizeof(text), "0x%zx", reinterpret_cast<size_t>(address));
  return text;
}

}  // namespace sigloss::acl
