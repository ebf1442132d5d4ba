// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef OPS_PROTO_DEF_SIGMOIDCROSSENTROPYWITHLOGITSGRAD
#define OPS_PROTO_DEF_SIGMOIDCROSSENTROPYWITHLOGITSGRAD

#include "graph/operator_reg.h"

namespace ge {

/// Its gradient by the logits. See docs/SigmoidCrossEntropyWithLogitsGrad.md.
REG_OP(SigmoidCrossEntropyWithLogitsGrad)
    .INPUT(predict, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(target, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(dout, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(gradient, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogitsGrad)

}  // namespace ge

#endif  // OPS_PROTO_DEF_SIGMOIDCROSSENTROPYWITHLOGITSGRAD
