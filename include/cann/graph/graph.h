// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GRAPH_GRAPH_H_
#define INC_EXTERNAL_GRAPH_GRAPH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/operator.h"
#include "graph/types.h"

namespace ge {

class Graph;
using GraphPtr = std::shared_ptr<Graph>;

/// Operators connected with each other. Copies are the same graph. What can't be done is told by
/// GEGetErrorMsgV2.
class GE_FUNC_VISIBILITY Graph {
 public:
  ATTRIBUTED_DEPRECATED(Graph(const char_t*)) explicit Graph(const std::string& name);
  explicit Graph(const char_t* name);
  Graph() = default;

  /// Makes the graph out of everything that is connected with these. Once only.
  Graph& SetInputs(const std::vector<Operator>& inputs);
  /// Results of a run: all outputs of these in order, or those of that name or index. An operator
  /// that is not in the graph is left out.
  Graph& SetOutputs(const std::vector<Operator>& outputs);
  Graph& SetOutputs(const std::vector<std::pair<Operator, std::vector<size_t>>>& output_indexs);
  ATTRIBUTED_DEPRECATED(SetOutputs(const std::vector<std::pair<ge::Operator, AscendString>>&))
  Graph& SetOutputs(const std::vector<std::pair<ge::Operator, std::string>>& outputs);
  Graph& SetOutputs(const std::vector<std::pair<ge::Operator, AscendString>>& outputs);
  /// Operators that run although no output needs them.
  Graph& SetTargets(const std::vector<Operator>& targets);

  bool IsValid() const;
  graphStatus SetValid();
  /// Makes an operator known to the Find functions. A second one of its name is left out.
  graphStatus AddOp(const ge::Operator& op);
  ATTRIBUTED_DEPRECATED(graphStatus FindOpByName(const char_t*, ge::Operator&) const)
  graphStatus FindOpByName(const std::string& name, ge::Operator& op) const;
  graphStatus FindOpByName(const char_t* name, ge::Operator& op) const;
  ATTRIBUTED_DEPRECATED(graphStatus FindOpByType(const char_t*, std::vector<ge::Operator>&) const)
  graphStatus FindOpByType(const std::string& type, std::vector<ge::Operator>& ops) const;
  graphStatus FindOpByType(const char_t* type, std::vector<ge::Operator>& ops) const;
  ATTRIBUTED_DEPRECATED(graphStatus GetAllOpName(std::vector<AscendString>&) const)
  graphStatus GetAllOpName(std::vector<std::string>& op_name) const;
  graphStatus GetAllOpName(std::vector<AscendString>& names) const;
  ATTRIBUTED_DEPRECATED(graphStatus GetName(AscendString&) const)
  const std::string& GetName() const;
  graphStatus GetName(AscendString& name) const;
  void SetNeedIteration(bool need_iteration);

 private:
  friend struct ::sigloss::graph::Access;
  struct Impl;

  std::shared_ptr<Impl> impl_;
};

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_GRAPH_H_
