// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_

#include <functional>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/operator.h"
#include "graph/types.h"

namespace ge {

using OpCreatorV2 = std::function<Operator(const AscendString&)>;

/// Nodes by the name of their type. Thread-safe.
class GE_FUNC_VISIBILITY OperatorFactory {
 public:
  /// An empty operator if no prototype of that type was compiled into the program.
  ATTRIBUTED_DEPRECATED(Operator CreateOperator(const char_t*, const char_t*))
  static Operator CreateOperator(const std::string& operator_name,
                                 const std::string& operator_type);
  static Operator CreateOperator(const char_t* operator_name, const char_t* operator_type);
  static graphStatus GetOpsTypeList(std::vector<AscendString>& all_ops);
  static bool IsExistOp(const char_t* operator_type);
};

/// Registers a prototype; of several of one type the first counts.
class GE_FUNC_VISIBILITY OperatorCreatorRegister {
 public:
  OperatorCreatorRegister(const char_t* operator_type, const OpCreatorV2& op_creator);
};

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_
