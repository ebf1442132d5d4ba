// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef OPS_PROTO_DEF_SIGMOIDCROSSENTROPYWITHLOGITS
#define OPS_PROTO_DEF_SIGMOIDCROSSENTROPYWITHLOGITS

#include "graph/operator_reg.h"

namespace ge {

/// Binary cross entropy of each element, from logits. See docs/SigmoidCrossEntropyWithLogits.md.
REG_OP(SigmoidCrossEntropyWithLogits)
    .INPUT(predict, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(target, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(loss, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogits)

}  // namespace ge

#endif  // OPS_PROTO_DEF_SIGMOIDCROSSENTROPYWITHLOGITS
