// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SIGLOSS_CANN_ACLNNOP_ACLNN_UTIL_H_
#define SIGLOSS_CANN_ACLNNOP_ACLNN_UTIL_H_

#define ACLNN_API __attribute__((visibility("default")))

#endif  // SIGLOSS_CANN_ACLNNOP_ACLNN_UTIL_H_
