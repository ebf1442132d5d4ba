// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GRAPH_ERROR_CODES_H_
#define INC_EXTERNAL_GRAPH_ERROR_CODES_H_

#include <cstdint>

namespace ge {

using graphStatus = uint32_t;

// Constants, not macros: programs define SUCCESS and FAILED themselves after the includes.
static const graphStatus GRAPH_SUCCESS = 0;
static const graphStatus GRAPH_FAILED = 0xFFFFFFFF;
static const graphStatus GRAPH_NOT_CHANGED = 1343242304;
static const graphStatus GRAPH_PARAM_INVALID = 50331649;
static const graphStatus GRAPH_NODE_WITHOUT_CONST_INPUT = 50331648;
static const graphStatus GRAPH_NODE_NEED_REPASS = 50331647;
static const graphStatus GRAPH_INVALID_IR_DEF = 50331646;
static const graphStatus OP_WITHOUT_IR_DATATYPE_INFER_RULE = 50331645;
static const graphStatus GRAPH_PARAM_OUT_OF_RANGE = 50331644;
static const graphStatus GRAPH_MEM_OPERATE_FAILED = 50331539;
static const graphStatus GRAPH_NULL_PTR = 50331538;
static const graphStatus GRAPH_MEMCPY_FAILED = 50331537;
static const graphStatus GRAPH_MEMSET_FAILED = 50331536;
static const graphStatus GRAPH_MATH_CAL_FAILED = 50331429;
static const graphStatus GRAPH_ADD_OVERFLOW = 50331428;
static const graphStatus GRAPH_MUL_OVERFLOW = 50331427;
static const graphStatus GRAPH_RoundUp_Overflow = 50331426;

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_ERROR_CODES_H_
