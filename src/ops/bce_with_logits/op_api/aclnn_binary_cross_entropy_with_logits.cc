// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"

#include "aclnn/two_phase.h"
#include "ops/bce_with_logits/op_api/prepare.h"
#include "ops/bce_with_logits/spec.h"

namespace bce = sigloss::ops::bce_with_logits;

aclnnStatus aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
    const aclTensor* self, const aclTensor* target, const aclTensor* weightOptional,
    const aclTensor* posWeightOptional, int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  const aclTensor* const tensors[] = {self, target, weightOptional, posWeightOptional, out};
  return bce::op_api::PrepareForward({tensors, reduction, workspaceSize, executor});
}

aclnnStatus aclnnBinaryCrossEntropyWithLogits(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, const aclrtStream stream) {
  return sigloss::aclnn::Launch(bce::forward::kSpec.name.aclnn, workspace, workspaceSize, executor,
                                stream);
}
