// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"

#include <memory>
#include <span>

#include "aclnn/two_phase.h"
#include "device/plan.h"
#include "ops/bce_with_logits/cpu/plans.h"
#include "ops/bce_with_logits/spec.h"

namespace {

using namespace sigloss;  // NOLINT(google-build-using-namespace): a front of one operator
using namespace sigloss::ops::bce_with_logits;

Status PlanOnCpu(std::span<const TensorDesc> descs, std::span<const bool> given,
                 Reduction reduction, aclnn::Planned* planned) {
  cpu::BackwardCall call;
  call.grad_output = descs[backward::kGradOutput];
  call.logits = descs[backward::kLogits];
  call.target = descs[backward::kTarget];
  if (given[backward::kWeight]) call.weight = descs[backward::kWeight];
  if (given[backward::kPosWeight]) call.pos_weight = descs[backward::kPosWeight];
  call.out = descs[backward::kOut];
  call.reduction = reduction;
  std::unique_ptr<const device::Plan> plan;
  if (Status status = cpu::PlanBackward(call, &plan); !status.ok()) return status;
  planned->compute = [plan = std::shared_ptr<const device::Plan>(std::move(plan))](
                         std::span<void* const> addresses) { return plan->Run(addresses); };
  return {};
}

}  // namespace

aclnnStatus aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weightOptional, const aclTensor* posWeightOptional, int64_t reduction,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
  const aclTensor* const tensors[] = {gradOutput,        self, target, weightOptional,
                                      posWeightOptional, out};
  const int64_t attrs[] = {reduction};
  return aclnn::Prepare({backward::kSpec, tensors, attrs, workspaceSize, executor},
                        [&](auto descs, auto given, aclnn::Planned* planned) {
                          return PlanOnCpu(descs, given, static_cast<Reduction>(reduction),
                                           planned);
                        });
}

aclnnStatus aclnnBinaryCrossEntropyWithLogitsBackward(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor,
                                                      const aclrtStream stream) {
  return aclnn::Launch(backward::kSpec.name.aclnn, workspace, workspaceSize, executor, stream);
}
