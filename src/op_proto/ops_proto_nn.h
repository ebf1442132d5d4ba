// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The prototypes of all operators of the library.
#ifndef OPS_BUILT_IN_OP_PROTO_INC_OPS_PROTO_NN_H_
#define OPS_BUILT_IN_OP_PROTO_INC_OPS_PROTO_NN_H_

#include "array_ops.h"
#include "sigmoid_cross_entropy_with_logits_grad_proto.h"
#include "sigmoid_cross_entropy_with_logits_grad_v2_proto.h"
#include "sigmoid_cross_entropy_with_logits_proto.h"
#include "sigmoid_cross_entropy_with_logits_v2_proto.h"
#include "sigmoid_focal_loss_grad_proto.h"
#include "sigmoid_focal_loss_proto.h"

#endif  // OPS_BUILT_IN_OP_PROTO_INC_OPS_PROTO_NN_H_
