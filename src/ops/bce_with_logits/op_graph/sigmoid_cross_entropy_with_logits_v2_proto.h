// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef OPS_PROTO_DEF_SIGMOIDCROSSENTROPYWITHLOGITSV2
#define OPS_PROTO_DEF_SIGMOIDCROSSENTROPYWITHLOGITSV2

#include "graph/operator_reg.h"

namespace ge {

/// Binary cross entropy from logits, weighted and reduced. See
/// docs/SigmoidCrossEntropyWithLogitsV2.md.
REG_OP(SigmoidCrossEntropyWithLogitsV2)
    .INPUT(predict, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(target, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(weight, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(pos_weight, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(loss, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogitsV2)

}  // namespace ge

#endif  // OPS_PROTO_DEF_SIGMOIDCROSSENTROPYWITHLOGITSV2
