// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnn/executor.h"

#include <utility>

#include "aclnn/report.h"
#include "core/error_texts.h"
#include "core/handle_table.h"
#include "opdev/op_errno.h"

namespace sigloss::aclnn {
namespace {

core::HandleTable<Executor>& Executors() {
  // Never destroyed: calls from other threads may come late in the life of the process.
  static auto* table = new core::HandleTable<Executor>;
  return *table;
}

}  // namespace

aclOpExecutor* PublishExecutor(std::shared_ptr<Executor> executor) {
  return static_cast<aclOpExecutor*>(Executors().Insert(std::move(executor)));
}

std::shared_ptr<Executor> ConsumeExecutor(const aclOpExecutor* handle) {
  return Executors().Remove(handle);
}

size_t LiveExecutors() { return Executors().size(); }

}  // namespace sigloss::aclnn

using sigloss::Status;
using sigloss::StatusCode;
namespace aclnn = sigloss::aclnn;

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  constexpr const char* kApi = "aclDestroyAclOpExecutor";
  return aclnn::Guard(kApi, [&]() -> aclnnStatus {
    if (executor == nullptr) {
      (void)aclnn::Report(
          {StatusCode::kInternal, sigloss::core::error_texts::NullPointer("executor")}, kApi);
      return ACLNN_ERR_INNER_NULLPTR;
    }
    if (aclnn::ConsumeExecutor(executor) != nullptr) return ACLNN_SUCCESS;
    return aclnn::Report(
        {StatusCode::kInvalidArgument, sigloss::core::error_texts::UnknownExecutor()}, kApi);
  });
}
