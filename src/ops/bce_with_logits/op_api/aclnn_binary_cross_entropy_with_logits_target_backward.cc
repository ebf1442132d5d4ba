// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"

#include "aclnn/two_phase.h"
#include "ops/bce_with_logits/cpu/plans.h"
#include "ops/bce_with_logits/op_api/prepare.h"
#include "ops/bce_with_logits/spec.h"

namespace bce = sigloss::ops::bce_with_logits;

aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weightOptional, const aclTensor* posWeightOptional, int64_t reduction,
    aclTensor* gradTarget, uint64_t* workspaceSize, aclOpExecutor** executor) {
  const aclTensor* const tensors[] = {gradOutput,        self,      target, weightOptional,
                                      posWeightOptional, gradTarget};
  return bce::op_api::PrepareGradient(bce::target_backward::kSpec, bce::cpu::PlanTargetBackward,
                                      {tensors, reduction, workspaceSize, executor});
}

aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackward(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            aclrtStream stream) {
  return sigloss::aclnn::Launch(bce::target_backward::kSpec.name.aclnn, workspace, workspaceSize,
                                executor, stream);
}
