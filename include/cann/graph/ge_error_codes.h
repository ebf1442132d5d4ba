// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The former place of ge/ge_error_codes.h, which the name alone finds when this folder is searched
// first.
#ifndef INC_EXTERNAL_GRAPH_GE_ERROR_CODES_H_
#define INC_EXTERNAL_GRAPH_GE_ERROR_CODES_H_

#include "ge/ge_error_codes.h"

#endif  // INC_EXTERNAL_GRAPH_GE_ERROR_CODES_H_
