// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef OPS_PROTO_DEF_SIGMOIDFOCALLOSSGRAD
#define OPS_PROTO_DEF_SIGMOIDFOCALLOSSGRAD

#include "graph/operator_reg.h"

namespace ge {

/// Its gradient by the logits; target is 0 for positive elements. See docs/SigmoidFocalLossGrad.md.
REG_OP(SigmoidFocalLossGrad)
    .INPUT(pred, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(target, TensorType({DT_INT32}))
    .INPUT(dout, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(weight, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(grad, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(alpha, Float, 0.25)
    .ATTR(gamma, Float, 2.0)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SigmoidFocalLossGrad)

}  // namespace ge

#endif  // OPS_PROTO_DEF_SIGMOIDFOCALLOSSGRAD
