// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnn_call.h"

namespace sigloss::ops::bce_with_logits {

aclTensor* TensorArg::Create() {
  const std::vector<int64_t>& buffer = storage.empty() ? shape : storage;
  return aclCreateTensor(shape.data(), shape.size(), dtype,
                         strides.empty() ? nullptr : strides.data(), offset, format, buffer.data(),
                         buffer.size(), has_data ? data.data() : nullptr);
}

AclnnCall::~AclnnCall() { DestroyTensors(); }

void AclnnCall::DestroyTensors() {
  for (aclTensor* tensor : tensors_) aclDestroyTensor(tensor);
  tensors_.clear();
}

aclTensor* AclnnCall::Track(std::optional<TensorArg>& arg) {
  if (!arg) return nullptr;
  tensors_.push_back(arg->Create());
  return tensors_.back();
}

aclnnStatus AclnnCall::Prepare() {
  aclTensor* const grad_tensor = Track(grad_output);
  aclTensor* const self_tensor = Track(self);
  aclTensor* const target_tensor = Track(target);
  aclTensor* const weight_tensor = Track(weight);
  aclTensor* const pos_tensor = Track(pos_weight);
  aclTensor* out_tensor = Track(out);
  if (alias_out_to_self_shifted) {
    out_tensor =
        aclCreateTensor(out->shape.data(), out->shape.size(), out->dtype, nullptr, 0, out->format,
                        out->shape.data(), out->shape.size(), self->data.data() + 1);
    tensors_.push_back(out_tensor);
  }
  if (destroy_all_first) DestroyTensors();
  return aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
      grad_tensor, self_tensor, target_tensor, weight_tensor, pos_tensor, reduction, out_tensor,
      pass_workspace_size ? &workspace_size : nullptr, pass_executor ? &executor : nullptr);
}

aclnnStatus AclnnCall::Launch(void* workspace, uint64_t size) {
  const aclnnStatus status =
      aclnnBinaryCrossEntropyWithLogitsBackward(workspace, size, executor, nullptr);
  const aclError synchronized = aclrtSynchronizeStream(nullptr);
  return status != 0 ? status : synchronized;
}

aclnnStatus AclnnCall::Run() {
  const aclnnStatus status = Prepare();
  return status != 0 ? status : Launch();
}

std::string TakeMessage() {
  const char* text = aclGetRecentErrMsg();
  return text == nullptr ? "" : text;
}

}  // namespace sigloss::ops::bce_with_logits
