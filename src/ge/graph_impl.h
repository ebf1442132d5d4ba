// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ge/operator_impl.h"
#include "graph/graph.h"

namespace sigloss::graph {

/// An output of a node that a run gives back.
struct GraphOutput {
  OperatorPtr node;
  size_t output = 0;
};

}  // namespace sigloss::graph

/// What copies of a graph share.
struct ge::Graph::Impl {
  std::string name;
  std::vector<sigloss::graph::OperatorPtr> nodes;  // those given to SetInputs first
  std::vector<sigloss::graph::GraphOutput> outputs;
  std::vector<sigloss::graph::OperatorPtr> targets;
  std::vector<sigloss::graph::OperatorPtr> known;  // by AddOp
  std::atomic<bool> is_added = false;              // to a session

  [[nodiscard]] bool HasInputs() const { return !nodes.empty(); }
  [[nodiscard]] bool Contains(const sigloss::graph::OperatorPtr& node) const;
  /// Nodes of the graph and those made known by AddOp, without repeats.
  [[nodiscard]] std::vector<sigloss::graph::OperatorPtr> AllKnown() const;
};
