// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GE_GE_API_ERROR_CODES_H_
#define INC_EXTERNAL_GE_GE_API_ERROR_CODES_H_

#include <cstdint>

#include "ge/ge_error_codes.h"
#include "graph/types.h"

namespace ge {

// Constants, not macros: programs define SUCCESS and FAILED themselves after the includes.
static const Status SUCCESS = 0;
static const Status FAILED = 0xFFFFFFFF;
static const Status END_OF_SEQUENCE = 0x50100007;

}  // namespace ge

#endif  // INC_EXTERNAL_GE_GE_API_ERROR_CODES_H_
