// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnn/report.h"

#include <string>

#include "acl/error_log.h"
#include "core/error_texts.h"
#include "opdev/op_errno.h"

namespace sigloss::aclnn {
namespace {

aclnnStatus CodeOf(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return ACLNN_SUCCESS;
    case StatusCode::kNullArgument:
      return ACLNN_ERR_PARAM_NULLPTR;
    case StatusCode::kInvalidArgument:
    case StatusCode::kBroadcastMismatch:
      return ACLNN_ERR_PARAM_INVALID;
    case StatusCode::kUnsupported:
      return ACLNN_ERR_INNER_FIND_KERNEL_ERROR;
    case StatusCode::kOutOfMemory:
    case StatusCode::kInternal:
      return ACLNN_ERR_INNER;
  }
  return ACLNN_ERR_INNER;
}

}  // namespace

aclnnStatus Report(const Status& status, std::string_view api) noexcept {
  const aclnnStatus code = CodeOf(status.code());
  if (code == ACLNN_SUCCESS) return code;
  try {
    std::string text = status.message();
    if (text.empty())
      text = status.code() == StatusCode::kOutOfMemory ? "Out of memory." : "Failed.";
    // CANN's own suffix for a message's origin, here the function that the caller knows.
    text += " [FUNC:" + std::string(api) + "]";
    if (status.code() == StatusCode::kBroadcastMismatch) {
      acl::ReportError("EZ1007", "Invalid_Argument_Tensor_Input_Shape",
                       core::error_texts::BroadcastRule());
    }
    if (code / 100000 == 1) {
      acl::ReportError("EZ1001", "AclNN_Parameter_Error", text);
    } else {
      acl::ReportError("EZ9999", "AclNN_Inner_Error", text);
    }
  } catch (...) {  // no memory for the text: the code says enough
  }
  return code;
}

}  // namespace sigloss::aclnn
