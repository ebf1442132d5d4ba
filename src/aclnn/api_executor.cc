// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The C functions of aclOpExecutor.
#include <algorithm>
#include <memory>
#include <string>

#include "aclnn/acl_meta.h"
#include "aclnn/executor.h"
#include "aclnn/report.h"
#include "aclnn/tensor.h"
#include "core/error_texts.h"
#include "opdev/op_errno.h"

namespace {

using sigloss::Status;
using sigloss::StatusCode;
namespace aclnn = sigloss::aclnn;
namespace texts = sigloss::core::error_texts;

// These functions have codes of their own for a bad handle.
aclnnStatus Refuse(aclnnStatus code, const char* api, std::string text) {
  (void)aclnn::Report({StatusCode::kInternal, std::move(text)}, api);
  return code;
}

Status CheckOwner(const aclOpExecutor* handle, const std::shared_ptr<aclnn::Tensor>& tensor) {
  if (tensor == nullptr) return {StatusCode::kInvalidArgument, texts::UnknownTensor("tensor")};
  const auto executor = aclnn::FindExecutor(handle);
  if (executor == nullptr) return {StatusCode::kInvalidArgument, texts::UnknownExecutor()};
  const auto& tensors = executor->tensors;
  if (std::find(tensors.begin(), tensors.end(), tensor) != tensors.end()) return {};
  return {StatusCode::kInvalidArgument, texts::TensorOfAnotherExecutor("tensor")};
}

// Executors read addresses from their tensors when they run, so the tensor is all there is to set.
// The index says nothing new for an operator without tensor lists; CANN does not look at it either.
aclnnStatus SetAddress(const char* api, const aclOpExecutor* executor, const aclTensor* handle,
                       void* addr) {
  return aclnn::Guard(api, [&]() -> aclnnStatus {
    if (handle == nullptr) {
      return Refuse(ACLNN_ERR_INNER_NULLPTR, api, texts::NullPointer("tensor"));
    }
    if (executor == nullptr) {
      return Refuse(ACLNN_ERR_INNER_NULLPTR, api, texts::NullPointer("executor"));
    }
    const auto tensor = aclnn::FindTensor(handle);
    const Status status = CheckOwner(executor, tensor);
    if (status.ok()) tensor->data = addr;
    return aclnn::Report(status, api);
  });
}

}  // namespace

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  constexpr const char* kApi = "aclDestroyAclOpExecutor";
  return aclnn::Guard(kApi, [&]() -> aclnnStatus {
    if (executor == nullptr) {
      return Refuse(ACLNN_ERR_INNER_NULLPTR, kApi, texts::NullPointer("executor"));
    }
    if (aclnn::RemoveExecutor(executor) != nullptr) return ACLNN_SUCCESS;
    return aclnn::Report({StatusCode::kInvalidArgument, texts::UnknownExecutor()}, kApi);
  });
}

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  constexpr const char* kApi = "aclSetAclOpExecutorRepeatable";
  return aclnn::Guard(kApi, [&]() -> aclnnStatus {
    if (executor == nullptr) {
      return Refuse(ACLNN_ERR_INNER_NULLPTR, kApi, texts::NullPointer("executor"));
    }
    const auto found = aclnn::FindExecutor(executor);
    if (found == nullptr) return Refuse(ACLNN_ERR_INNER, kApi, texts::UnknownExecutor());
    found->repeatable = true;
    return ACLNN_SUCCESS;
  });
}

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t /*index*/,
                                  aclTensor* tensor, void* addr) {
  return SetAddress("aclSetInputTensorAddr", executor, tensor, addr);
}

aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t /*index*/,
                                   aclTensor* tensor, void* addr) {
  return SetAddress("aclSetOutputTensorAddr", executor, tensor, addr);
}

aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t /*index*/, aclTensor* tensor,
                             void* addr) {
  return SetAddress("aclSetTensorAddr", executor, tensor, addr);
}

aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t /*index*/,
                                  aclTensor* tensor, void* addr) {
  return SetAddress("AclSetInputTensorAddr", executor, tensor, addr);
}

aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t /*index*/,
                                   aclTensor* tensor, void* addr) {
  return SetAddress("AclSetOutputTensorAddr", executor, tensor, addr);
}

aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t /*index*/, aclTensor* tensor,
                             void* addr) {
  return SetAddress("AclSetTensorAddr", executor, tensor, addr);
}
