// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GE_GE_ERROR_CODES_H_
#define INC_EXTERNAL_GE_GE_ERROR_CODES_H_

#include "acl/error_codes/ge_error_codes.h"

#endif  // INC_EXTERNAL_GE_GE_ERROR_CODES_H_
