// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A graph in the form in which it runs: what does not depend on the tensors of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "ge/graph_impl.h"
#include "ge/registry.h"
#include "graph/tensor.h"
#include "sigloss/status.h"

namespace sigloss::graph {

/// Number of a value: an output of a node, counted through the whole program.
using ValueId = size_t;
inline constexpr ValueId kNoValue = std::numeric_limits<ValueId>::max();

/// A Data node, as it was declared.
struct ProgramInput {
  std::string name;
  ValueId value = kNoValue;
  bool is_described = false;
  std::vector<int64_t> dims = {};  // -1: any; {-2}: any rank

  [[nodiscard]] bool HasUnknownRank() const { return is_described && dims == ::ge::UNKNOWN_RANK; }
  /// Whether the runs may differ in shape.
  [[nodiscard]] bool IsDynamic() const;
  /// Whether the declaration allows the shape, if it is dynamic.
  [[nodiscard]] bool Allows(const std::vector<int64_t>& shape) const;
};

/// A Const node.
struct Constant {
  std::string name;
  ValueId value;
  ::ge::Tensor tensor;
};

struct ProgramNode {
  std::string title;
  const Definition* definition;
  std::vector<ValueId> values;  // parallel to the spec's parameters; kNoValue where absent
  std::vector<int64_t> attrs;   // parallel to those of the spec
  std::vector<double> reals;
};

struct Program {
  std::vector<ProgramInput> inputs;  // by place among the inputs of a run
  std::vector<Constant> constants;
  std::vector<ProgramNode> nodes;  // in the order in which they run
  std::vector<ValueId> outputs;    // in the order of the graph's
  size_t num_values = 0;
};

/// Orders the nodes that the outputs and targets need, reads their attributes, finds the places of
/// the inputs. Errors (kInvalidArgument) name the node: circles, types of operator that are not
/// there, attributes of another type or word, tensors of unknown rank where that is not allowed.
[[nodiscard]] Status Compile(const Access::GraphImpl& graph,
                             std::shared_ptr<const Program>* program);

/// Nodes in an order in which each comes after all that it reads, what comes first being what the
/// first roots need. kInvalidArgument, naming its nodes, if there is a circle.
[[nodiscard]] Status Order(const std::vector<OperatorPtr>& roots, std::vector<OperatorPtr>* order);

/// Values of the attributes in the order of the spec.
[[nodiscard]] Status ReadAttributes(const OperatorPtr::element_type& node, const core::OpSpec& spec,
                                    std::vector<int64_t>* attrs, std::vector<double>* reals);

}  // namespace sigloss::graph
