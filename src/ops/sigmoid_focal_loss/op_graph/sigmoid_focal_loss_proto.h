// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef OPS_PROTO_DEF_SIGMOIDFOCALLOSS
#define OPS_PROTO_DEF_SIGMOIDFOCALLOSS

#include "graph/operator_reg.h"

namespace ge {

/// Sigmoid focal loss; target holds labels. See docs/SigmoidFocalLoss.md.
REG_OP(SigmoidFocalLoss)
    .INPUT(pred, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(target, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(weight, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(gamma, Float, 2.0)
    .ATTR(alpha, Float, 0.25)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SigmoidFocalLoss)

}  // namespace ge

#endif  // OPS_PROTO_DEF_SIGMOIDFOCALLOSS
