// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SIGLOSS_CANN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H_
#define SIGLOSS_CANN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/// First phase of binary cross entropy with logits: checks the arguments, plans the computation,
/// says how much workspace it needs. With softplus(x) = log(1 + exp(x)), the loss of an element is
///   ((1 - target) softplus(self) + posWeight target softplus(-self)) * weight,
/// and out is these losses, or their mean or sum.
///
/// Tensors are FLOAT, FLOAT16 or BF16, of rank 0 to 8, any strides and offsets. Of an empty self
/// the mean is NaN and the sum 0.
/// @param self  logits
/// @param target  labels, of self's shape
/// @param weightOptional  weight of each element, broadcasts to self's shape; null means 1
/// @param posWeightOptional  weight of the positive part, broadcasts to self's shape; null means 1
/// @param reduction  0 none, 1 mean, 2 sum
/// @param out  loss, of target's type; for none of self's shape, else one element of any rank
/// @param workspaceSize  receives the bytes of workspace that the second phase needs
/// @param executor  receives the plan for one call of the second phase
/// @return 0; 161001 for a null argument; 161002 for an invalid one. On failure neither
///     workspaceSize nor executor is written and aclGetRecentErrMsg names the argument.
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
    const aclTensor* self, const aclTensor* target, const aclTensor* weightOptional,
    const aclTensor* posWeightOptional, int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/// Second phase: queues the computation on the stream (null: the current context's default stream)
/// and returns. The data addresses are read from the tensors now; the memory must live until the
/// stream is synchronised. The executor is consumed whatever is returned.
/// @return 0; 161001 for a null executor, null workspace of a size above 0, or null data; 161002
///     for an executor that is unknown or consumed, a workspace smaller than the first phase said,
///     or an out that overlaps an input; 361001 if the stream can't be used.
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogits(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // SIGLOSS_CANN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H_
