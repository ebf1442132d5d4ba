// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_ACL_ACL_OP_H_
#define INC_EXTERNAL_ACL_ACL_OP_H_

// The single-operator API (aclop...) is not offered: operators are called through their aclnn pair
// or in a graph. The header exists so that programs that include it keep compiling.
#include "acl/acl_base.h"

#endif  // INC_EXTERNAL_ACL_ACL_OP_H_
