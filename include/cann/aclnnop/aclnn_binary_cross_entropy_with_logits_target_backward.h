// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SIGLOSS_CANN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_
#define SIGLOSS_CANN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/// First phase of the gradient of binary cross entropy with logits by the target: checks the
/// arguments, plans the computation, says how much workspace it needs. With
/// softplus(x) = log(1 + exp(x)),
///   gradTarget = (posWeight softplus(-self) - softplus(self)) * gradOutput * weight * scale,
/// scale being 1 / (number of elements of self) for mean, else 1. The values of target do not
/// enter.
///
/// Tensors are FLOAT, FLOAT16 or BF16, of rank 0 to 8, any strides and offsets.
/// @param gradOutput  upstream gradient; broadcasts to self's shape
/// @param self  logits
/// @param target  labels, of self's shape and storage format
/// @param weightOptional  weight of each element, broadcasts to self's shape; null means 1
/// @param posWeightOptional  weight of the positive part, broadcasts to self's shape; null means 1
/// @param reduction  reduction of the loss whose gradient this is: 0 none, 1 mean, 2 sum
/// @param gradTarget  gradient, of self's shape and storage format and target's type
/// @param workspaceSize  receives the bytes of workspace that the second phase needs
/// @param executor  receives the plan for one call of the second phase
/// @return 0; 161001 for a null argument; 161002 for an invalid one. On failure neither
///     workspaceSize nor executor is written and aclGetRecentErrMsg names the argument.
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weightOptional, const aclTensor* posWeightOptional, int64_t reduction,
    aclTensor* gradTarget, uint64_t* workspaceSize, aclOpExecutor** executor);

/// Second phase: queues the computation on the stream (null: the current context's default stream)
/// and returns. The data addresses are read from the tensors now; the memory must live until the
/// stream is synchronised. The executor is consumed whatever is returned.
/// @return 0; 161001 for a null executor, null workspace of a size above 0, or null data; 161002
///     for an executor that is unknown or consumed, a workspace smaller than the first phase said,
///     or a gradTarget that overlaps an input; 361001 if the stream can't be used.
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackward(void* workspace,
                                                                      uint64_t workspaceSize,
                                                                      aclOpExecutor* executor,
                                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // SIGLOSS_CANN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_
