// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "graph/graph.h"

#include <algorithm>
#include <string>

#include "ge/graph_impl.h"
#include "ge/report.h"

namespace ge {
namespace {

namespace graph = sigloss::graph;
using graph::OperatorPtr;

void Refuse(const char* function, const std::string& text) {
  (void)graph::Fail(graph::error_ids::kInvalidArgument, function, text);
}

AscendString Ascend(const std::string& text) { return {text.c_str(), text.size()}; }

}  // namespace

bool Graph::Impl::Contains(const OperatorPtr& node) const {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

std::vector<OperatorPtr> Graph::Impl::AllKnown() const {
  std::vector<OperatorPtr> all = nodes;
  for (const OperatorPtr& node : known) {
    if (!Contains(node)) all.push_back(node);
  }
  return all;
}

Graph::Graph(const std::string& name) : Graph(name.c_str()) {}
Graph::Graph(const char_t* name) : impl_(std::make_shared<Impl>()) {
  impl_->name = name == nullptr ? "" : name;
}

Graph& Graph::SetInputs(const std::vector<Operator>& inputs) {
  if (!IsValid()) {
    Refuse("Graph::SetInputs", "The graph was made without a name and cannot be filled.");
    return *this;
  }
  if (inputs.empty()) return *this;
  if (impl_->HasInputs()) {
    Refuse("Graph::SetInputs", "Graph " + impl_->name + " has inputs already.");
    return *this;
  }
  std::vector<OperatorPtr> roots;
  for (const Operator& input : inputs) {
    if (input.IsEmpty()) {
      Refuse("Graph::SetInputs", "Input " + std::to_string(roots.size()) + " of graph " +
                                     impl_->name + " is an empty operator.");
      return *this;
    }
    roots.push_back(graph::Access::Impl(input));
  }
  impl_->nodes = graph::Component(roots);
  return *this;
}

namespace {

// The node of a graph that an operator is, or null and a text if it cannot be an output.
OperatorPtr FindOutput(const graph::Access::GraphPtr& impl, const Operator& op,
                       bool must_be_there) {
  if (impl == nullptr || !impl->HasInputs()) {
    Refuse("Graph::SetOutputs", "SetInputs must be called first.");
    return nullptr;
  }
  const OperatorPtr& node = graph::Access::Impl(op);
  if (impl->Contains(node)) return node;
  const std::string title = node == nullptr ? "An empty operator" : node->Title();
  const std::string text = title + " is not connected with the inputs of graph " + impl->name + ".";
  if (must_be_there) {
    Refuse("Graph::SetOutputs", text);
  } else {
    graph::Warn("Graph::SetOutputs", text);
  }
  return nullptr;
}

void AddOutput(const graph::Access::GraphPtr& impl, const OperatorPtr& node, size_t output) {
  if (output < node->outputs.size()) {
    impl->outputs.push_back({node, output});
  } else {
    Refuse("Graph::SetOutputs", node->Title() + " has no output " + std::to_string(output) + ".");
  }
}

void AddNamedOutput(const graph::Access::GraphPtr& impl, const Operator& op, const char_t* name) {
  const OperatorPtr node = FindOutput(impl, op, true);
  if (node == nullptr) return;
  const auto* const port = node->Output(std::string_view(name));
  if (port == nullptr) {
    Refuse("Graph::SetOutputs", node->Title() + " has no output " + name + ".");
  } else {
    AddOutput(impl, node, static_cast<size_t>(port - node->outputs.data()));
  }
}

}  // namespace

Graph& Graph::SetOutputs(const std::vector<Operator>& outputs) {
  for (const Operator& op : outputs) {
    const OperatorPtr node = FindOutput(impl_, op, false);
    for (size_t i = 0; node != nullptr && i < node->outputs.size(); ++i) AddOutput(impl_, node, i);
  }
  return *this;
}

Graph& Graph::SetOutputs(
    const std::vector<std::pair<Operator, std::vector<size_t>>>& output_indexs) {
  for (const auto& [op, indices] : output_indexs) {
    // No index means all, as in the form without them.
    if (indices.empty()) SetOutputs(std::vector<Operator>{op});
    for (const size_t index : indices) {
      if (const OperatorPtr node = FindOutput(impl_, op, false)) AddOutput(impl_, node, index);
    }
  }
  return *this;
}

Graph& Graph::SetOutputs(const std::vector<std::pair<ge::Operator, std::string>>& outputs) {
  for (const auto& [op, name] : outputs) AddNamedOutput(impl_, op, name.c_str());
  return *this;
}

Graph& Graph::SetOutputs(const std::vector<std::pair<ge::Operator, AscendString>>& outputs) {
  for (const auto& [op, name] : outputs) AddNamedOutput(impl_, op, name.GetString());
  return *this;
}

Graph& Graph::SetTargets(const std::vector<Operator>& targets) {
  for (const Operator& op : targets) {
    if (const OperatorPtr node = FindOutput(impl_, op, true)) impl_->targets.push_back(node);
  }
  return *this;
}

bool Graph::IsValid() const { return impl_ != nullptr; }
graphStatus Graph::SetValid() { return IsValid() ? GRAPH_SUCCESS : GRAPH_FAILED; }

graphStatus Graph::AddOp(const ge::Operator& op) {
  if (!IsValid() || op.IsEmpty()) return GRAPH_FAILED;
  const OperatorPtr& node = graph::Access::Impl(op);
  for (const OperatorPtr& known : impl_->known) {
    if (known->name != node->name) continue;
    graph::Warn("Graph::AddOp", "Graph " + impl_->name + " knows an operator " + node->name +
                                    " already; this one is left out.");
    return GRAPH_SUCCESS;
  }
  impl_->known.push_back(node);
  return GRAPH_SUCCESS;
}

graphStatus Graph::FindOpByName(const std::string& name, ge::Operator& op) const {
  return FindOpByName(name.c_str(), op);
}
graphStatus Graph::FindOpByName(const char_t* name, ge::Operator& op) const {
  if (!IsValid() || name == nullptr) return GRAPH_FAILED;
  for (const OperatorPtr& node : impl_->AllKnown()) {
    if (node->name != name) continue;
    op = graph::Access::Wrap(node);
    return GRAPH_SUCCESS;
  }
  return GRAPH_FAILED;
}

graphStatus Graph::FindOpByType(const std::string& type, std::vector<ge::Operator>& ops) const {
  return FindOpByType(type.c_str(), ops);
}
graphStatus Graph::FindOpByType(const char_t* type, std::vector<ge::Operator>& ops) const {
  if (!IsValid() || type == nullptr) return GRAPH_FAILED;
  for (const OperatorPtr& node : impl_->AllKnown()) {
    if (node->type == type) ops.push_back(graph::Access::Wrap(node));
  }
  return GRAPH_SUCCESS;
}

graphStatus Graph::GetAllOpName(std::vector<std::string>& op_name) const {
  if (!IsValid()) return GRAPH_FAILED;
  for (const OperatorPtr& node : impl_->AllKnown()) op_name.push_back(node->name);
  return GRAPH_SUCCESS;
}
graphStatus Graph::GetAllOpName(std::vector<AscendString>& names) const {
  if (!IsValid()) return GRAPH_FAILED;
  for (const OperatorPtr& node : impl_->AllKnown()) names.push_back(Ascend(node->name));
  return GRAPH_SUCCESS;
}

const std::string& Graph::GetName() const {
  static const auto* const kNone = new std::string();
  return IsValid() ? impl_->name : *kNone;
}
graphStatus Graph::GetName(AscendString& name) const {
  if (!IsValid()) return GRAPH_FAILED;
  name = Ascend(impl_->name);
  return GRAPH_SUCCESS;
}

// Iterations are a matter of training loops on the device, which these graphs have not.
void Graph::SetNeedIteration(bool) {}

}  // namespace ge
