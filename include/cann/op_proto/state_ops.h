// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// None of the platform's operators of this group is here; programs include it along with others.
#ifndef OPS_BUILT_IN_OP_PROTO_INC_STATE_OPS_H_
#define OPS_BUILT_IN_OP_PROTO_INC_STATE_OPS_H_

#include "array_ops.h"

#endif  // OPS_BUILT_IN_OP_PROTO_INC_STATE_OPS_H_
