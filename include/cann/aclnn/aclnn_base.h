// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SIGLOSS_CANN_ACLNN_ACLNN_BASE_H_
#define SIGLOSS_CANN_ACLNN_ACLNN_BASE_H_

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Prepares the operator functions; they work without it. `configPath` is not read. Returns 0.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInit(const char* configPath);
/// Counterpart of aclnnInit. Returns 0.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize();

#ifdef __cplusplus
}
#endif

#endif  // SIGLOSS_CANN_ACLNN_ACLNN_BASE_H_
