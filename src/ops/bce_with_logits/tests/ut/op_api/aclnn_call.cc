// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnn_call.h"

#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"

namespace sigloss::ops::bce_with_logits {

const Function kForward = {
    "aclnnBinaryCrossEntropyWithLogits", "out",
    [](const Handles& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
      return aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
          t.self, t.target, t.weight, t.pos_weight, reduction, t.out, size, executor);
    },
    aclnnBinaryCrossEntropyWithLogits};

const Function kBackward = {
    "aclnnBinaryCrossEntropyWithLogitsBackward", "out",
    [](const Handles& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
      return aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
          t.grad_output, t.self, t.target, t.weight, t.pos_weight, reduction, t.out, size,
          executor);
    },
    aclnnBinaryCrossEntropyWithLogitsBackward};

const Function kTargetBackward = {
    "aclnnBinaryCrossEntropyWithLogitsTargetBackward", "gradTarget",
    [](const Handles& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
      return aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
          t.grad_output, t.self, t.target, t.weight, t.pos_weight, reduction, t.out, size,
          executor);
    },
    aclnnBinaryCrossEntropyWithLogitsTargetBackward};

std::string Function::ShortName() const {
  const std::string_view rest = name.substr(kForward.name.size());
  return rest.empty() ? "Forward" : std::string(rest);
}

aclTensor* TensorArg::Create() {
  const std::vector<int64_t>& buffer = storage.empty() ? shape : storage;
  return aclCreateTensor(shape.data(), shape.size(), dtype,
                         strides.empty() ? nullptr : strides.data(), offset, format, buffer.data(),
                         buffer.size(), has_data ? data.data() : nullptr);
}

AclnnCall::~AclnnCall() { DestroyTensors(); }

void AclnnCall::SetShape(const std::vector<int64_t>& shape) {
  for (auto* arg : {&grad_output, &self, &target, &out}) (*arg)->shape = shape;
}

void AclnnCall::SetDType(aclDataType dtype) {
  for (auto* arg : {&grad_output, &self, &target, &out}) (*arg)->dtype = dtype;
}

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
  Handles handles = {Track(grad_output), Track(self),       Track(target),
                     Track(weight),      Track(pos_weight), Track(out)};
  if (alias_out_to_self_shifted) {
    handles.out =
        aclCreateTensor(out->shape.data(), out->shape.size(), out->dtype, nullptr, 0, out->format,
                        out->shape.data(), out->shape.size(), self->data.data() + 1);
    tensors_.push_back(handles.out);
  }
  if (destroy_all_first) DestroyTensors();
  return function_.prepare(handles, reduction, pass_workspace_size ? &workspace_size : nullptr,
                           pass_executor ? &executor : nullptr);
}

aclnnStatus AclnnCall::Launch(void* workspace, uint64_t size) {
  const aclnnStatus status = function_.launch(workspace, size, executor, nullptr);
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
