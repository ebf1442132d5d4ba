// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnn/two_phase.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acl/stream.h"
#include "aclnn/report.h"
#include "aclnn/tensor.h"
#include "core/address_check.h"
#include "core/error_texts.h"
#include "core/shape.h"
#include "core/validator.h"
#include "opdev/op_errno.h"

namespace sigloss::aclnn {
namespace {

namespace texts = core::error_texts;

using Tensors = std::vector<std::shared_ptr<Tensor>>;

Status CheckPointers(const FirstPhase& phase) {
  if (phase.workspace_size == nullptr) {
    return {StatusCode::kNullArgument, texts::NullPointer("workspaceSize")};
  }
  if (phase.executor == nullptr) {
    return {StatusCode::kNullArgument, texts::NullPointer("executor")};
  }
  return {};
}

// The tensors behind the handles, null where none was given.
Status FindTensors(const FirstPhase& phase, Tensors* tensors) {
  for (size_t i = 0; i < phase.tensors.size(); ++i) {
    tensors->push_back(FindTensor(phase.tensors[i]));
    if (phase.tensors[i] != nullptr && tensors->back() == nullptr) {
      return {StatusCode::kInvalidArgument, texts::UnknownTensor(phase.spec.params[i].name.aclnn)};
    }
  }
  return {};
}

Status CheckLayout(const core::ParamSpec& param, const Tensor& tensor) {
  if (Status status = CheckStorage(tensor, param.name.aclnn); !status.ok()) return status;
  const bool is_output = param.presence == core::Presence::kOutput;
  if (!is_output || !core::MayOverlapItself(tensor.shape, tensor.strides)) return {};
  return {StatusCode::kInvalidArgument,
          texts::OutputOverlapsItself(param.name.aclnn, tensor.shape, tensor.strides)};
}

Status CheckTensors(const FirstPhase& phase, const Tensors& tensors) {
  std::vector<core::Argument> arguments;
  for (const auto& tensor : tensors) arguments.push_back(Describe(tensor.get()));
  Status status = core::Validate(phase.spec, core::Front::kAclnn, phase.spec.aclnn_checks,
                                 arguments, phase.attrs);
  for (size_t i = 0; status.ok() && i < tensors.size(); ++i) {
    if (tensors[i] != nullptr) status = CheckLayout(phase.spec.params[i], *tensors[i]);
  }
  return status;
}

Status Plan(const FirstPhase& phase, Tensors tensors, const Planner& planner) {
  auto executor = std::make_shared<Executor>();
  executor->spec = &phase.spec;
  const size_t count = tensors.size();
  const auto given = std::make_unique<bool[]>(count);
  for (size_t i = 0; i < count; ++i) {
    given[i] = tensors[i] != nullptr;
    executor->descs.push_back(given[i] ? DescOf(*tensors[i]) : TensorDesc());
  }
  Planned planned;
  if (Status status = planner(executor->descs, {given.get(), count}, &planned); !status.ok()) {
    return status;
  }
  executor->tensors = std::move(tensors);
  executor->compute = std::move(planned.compute);
  executor->workspace_size = planned.workspace_size;
  const uint64_t workspace_size = executor->workspace_size;
  *phase.executor = PublishExecutor(std::move(executor));
  *phase.workspace_size = workspace_size;
  return {};
}

Status FirstPhaseOf(const FirstPhase& phase, const Planner& planner) {
  Tensors tensors;
  if (Status status = CheckPointers(phase); !status.ok()) return status;
  if (Status status = FindTensors(phase, &tensors); !status.ok()) return status;
  if (Status status = CheckTensors(phase, tensors); !status.ok()) return status;
  return Plan(phase, std::move(tensors), planner);
}

Status CheckWorkspace(const void* workspace, uint64_t size, const Executor& executor) {
  if (size > 0 && workspace == nullptr) {
    return {StatusCode::kNullArgument, texts::NullPointer("workspace")};
  }
  if (size < executor.workspace_size) {
    return {StatusCode::kInvalidArgument, texts::WorkspaceTooSmall(size, executor.workspace_size)};
  }
  return {};
}

Status ReadAddresses(const Executor& executor, std::vector<void*>* addresses) {
  std::vector<std::optional<TensorView>> views;
  for (size_t i = 0; i < executor.tensors.size(); ++i) {
    const auto& tensor = executor.tensors[i];
    addresses->push_back(tensor == nullptr ? nullptr : FirstElement(*tensor));
    views.emplace_back();
    if (tensor != nullptr) views.back() = TensorView{addresses->back(), executor.descs[i]};
  }
  return core::CheckAddresses(*executor.spec, core::Front::kAclnn, views);
}

acl::Task TaskOf(Computation compute, std::vector<void*> addresses) {
  return [compute = std::move(compute), addresses = std::move(addresses)] {
    const Status status = compute(addresses);
    if (status.ok()) return acl::TaskResult{};
    return acl::TaskResult{ACL_ERROR_RT_INTERNAL_ERROR, status.message()};
  };
}

}  // namespace

aclnnStatus Prepare(const FirstPhase& phase, const Planner& planner) noexcept {
  const std::string_view api = phase.spec.name.aclnn;
  return Guard(api, [&] { return Report(FirstPhaseOf(phase, planner), api); });
}

aclnnStatus Launch(std::string_view api, void* workspace, uint64_t workspace_size,
                   aclOpExecutor* handle, aclrtStream stream_handle) noexcept {
  return Guard(api, [&]() -> aclnnStatus {
    if (handle == nullptr) {
      return Report({StatusCode::kNullArgument, texts::NullPointer("executor")}, api);
    }
    const std::shared_ptr<Executor> executor = FindExecutor(handle);
    if (executor != nullptr && executor->spec->name.aclnn != api) {
      return Report(
          {StatusCode::kInvalidArgument, texts::ExecutorOfAnother(executor->spec->name.aclnn)},
          api);
    }
    // Of several threads that bring one single-use executor, one gets to run it.
    if (executor == nullptr || (!executor->repeatable && RemoveExecutor(handle) == nullptr)) {
      return Report({StatusCode::kInvalidArgument, texts::UnknownExecutor()}, api);
    }
    std::vector<void*> addresses;
    Status status = CheckWorkspace(workspace, workspace_size, *executor);
    if (status.ok() && executor->compute) status = ReadAddresses(*executor, &addresses);
    if (!status.ok()) return Report(status, api);
    std::shared_ptr<acl::Stream> stream;
    // The text of a stream that can't be used is in the list already.
    if (acl::ResolveStream(stream_handle, &stream, api) != ACL_SUCCESS) {
      return ACLNN_ERR_RUNTIME_ERROR;
    }
    if (!executor->compute) return ACLNN_SUCCESS;
    const int32_t code = stream->Enqueue(TaskOf(executor->compute, std::move(addresses)));
    return code == ACL_SUCCESS ? ACLNN_SUCCESS : ACLNN_ERR_RUNTIME_ERROR;
  });
}

}  // namespace sigloss::aclnn
