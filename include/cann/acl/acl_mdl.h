// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_ACL_ACL_MDL_H_
#define INC_EXTERNAL_ACL_ACL_MDL_H_

// The offline-model API (aclmdl...) is not offered: graphs are built and run through the graph API.
// The header exists so that programs that include it keep compiling.
#include "acl/acl_base.h"

#endif  // INC_EXTERNAL_ACL_ACL_MDL_H_
