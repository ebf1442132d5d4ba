// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/error_texts.h"
#include "ge/attr_value.h"
#include "ge/program.h"

namespace sigloss::graph {
namespace {

using Node = OperatorPtr::element_type;

Status Invalid(std::string text) { return {StatusCode::kInvalidArgument, std::move(text)}; }

bool IsData(const Node& node) { return node.type == "Data"; }
bool IsConst(const Node& node) { return node.type == "Const" || node.type == "Constant"; }

const InputPort* FindInput(const Node& node, std::string_view name) {
  const auto found = std::find_if(node.inputs.begin(), node.inputs.end(),
                                  [&](const InputPort& port) { return port.name == name; });
  return found == node.inputs.end() ? nullptr : &*found;
}

bool IsUnknownRank(const ::ge::TensorDesc& desc) {
  return Access::Dims(desc) == ::ge::UNKNOWN_RANK;
}

class Compiler {
 public:
  Compiler(const Access::GraphImpl& graph, Program* program) : graph_(graph), program_(program) {}

  [[nodiscard]] Status Run() {
    std::vector<OperatorPtr> roots;
    for (const GraphOutput& output : graph_.outputs) roots.push_back(output.node);
    roots.insert(roots.end(), graph_.targets.begin(), graph_.targets.end());
    std::vector<OperatorPtr> order;
    Status status = Order(roots, &order);
    if (status.ok()) status = AddInputs();
    for (size_t i = 0; status.ok() && i < order.size(); ++i) status = Add(*order[i]);
    if (!status.ok()) return status;
    for (const auto& [node, output] : graph_.outputs) {
      program_->outputs.push_back(ValueOf(*node, output));
    }
    return {};
  }

 private:
  // Data nodes that nothing reads have their places, too.
  [[nodiscard]] Status AddInputs() {
    std::vector<const Node*> data;
    for (const OperatorPtr& node : graph_.nodes) {
      if (IsData(*node)) data.push_back(node.get());
    }
    program_->inputs.resize(data.size());
    const std::vector<size_t> places = Places(data);
    for (size_t i = 0; i < data.size(); ++i) {
      const Node& node = *data[i];
      if (node.outputs.size() != 1) return Invalid(node.Title() + " must have one output.");
      ProgramInput& input = program_->inputs[places[i]];
      input.name = node.name;
      input.value = Define(node, 0);
      if (const ::ge::TensorDesc* desc = Declared(node)) {
        input.is_described = true;
        input.dims = Access::Dims(*desc);
      }
      if (input.HasUnknownRank()) unranked_.insert(input.value);
    }
    return {};
  }

  // The index attributes, or the order of the nodes if these are not 0, 1, ... in some order.
  static std::vector<size_t> Places(const std::vector<const Node*>& data) {
    std::vector<size_t> places;
    std::unordered_set<size_t> taken;
    for (const Node* node : data) {
      int64_t index = 0;
      const ::ge::AttrValue* const attr = node->Attr("index");
      if (attr != nullptr) (void)attr->GetAttrValue(index);
      const auto place = static_cast<size_t>(index);
      if (place < data.size() && taken.insert(place).second) places.push_back(place);
    }
    if (places.size() == data.size()) return places;
    places.resize(data.size());
    for (size_t i = 0; i < places.size(); ++i) places[i] = i;
    return places;
  }

  static const ::ge::TensorDesc* Declared(const Node& node) {
    if (node.outputs[0].is_described) return &node.outputs[0].desc;
    if (!node.inputs.empty() && node.inputs[0].is_described) return &node.inputs[0].desc;
    return nullptr;
  }

  [[nodiscard]] Status Add(const Node& node) {
    if (IsData(node)) {
      if (values_.contains(&node)) return {};
      return Invalid(node.Title() + " is not connected with the inputs of graph " + graph_.name +
                     ".");
    }
    if (IsConst(node)) return AddConstant(node);
    const Definition* const definition = FindOperator(node.type);
    if (definition == nullptr) {
      return Invalid(node.Title() + ": there is no operator of that type; there are " +
                     ListOperators() + ", Data and Const.");
    }
    Status status = AddNode(node, *definition);
    if (status.ok()) return status;
    return {status.code(), node.Title() + ": " + status.message()};
  }

  [[nodiscard]] Status AddConstant(const Node& node) {
    Constant constant = {node.name, kNoValue, {}};
    const ::ge::AttrValue* const value = node.Attr("value");
    if (node.outputs.size() != 1 || value == nullptr ||
        value->GetAttrValue(constant.tensor) != ::ge::GRAPH_SUCCESS) {
      return Invalid(node.Title() + ": " + core::error_texts::AttrOfOtherType("value", "a tensor"));
    }
    constant.value = Define(node, 0);
    program_->constants.push_back(std::move(constant));
    return {};
  }

  [[nodiscard]] Status AddNode(const Node& node, const Definition& definition) {
    const core::OpSpec& spec = *definition.spec;
    ProgramNode added = {node.Title(), &definition, {}, {}, {}};
    Status status = ReadAttributes(node, spec, &added.attrs, &added.reals);
    if (status.ok()) status = CheckPorts(node, spec);
    bool is_unranked = false;
    for (const core::ParamSpec& param : spec.params) {
      if (!status.ok()) return status;
      added.values.push_back(kNoValue);
      if (param.name.cann.empty()) continue;
      status = param.presence == core::Presence::kOutput
                   ? DefineOutput(node, param, &added.values.back())
                   : FindValue(node, param, spec, &added.values.back(), &is_unranked);
    }
    if (!status.ok()) return status;
    for (const core::ResultSpec& result : spec.results) {
      if (is_unranked) unranked_.insert(added.values[result.output]);
    }
    program_->nodes.push_back(std::move(added));
    return {};
  }

  // What a program's own prototype has and the operator has not would be left unread or unwritten.
  [[nodiscard]] static Status CheckPorts(const Node& node, const core::OpSpec& spec) {
    const auto is_known = [&](const auto& port) {
      return std::any_of(spec.params.begin(), spec.params.end(), [&](const core::ParamSpec& param) {
        return param.name.cann == port.name;
      });
    };
    for (const InputPort& port : node.inputs) {
      if (port.link.Producer() == nullptr || is_known(port)) continue;
      return Invalid("The operator has no input " + port.name + ".");
    }
    for (const OutputPort& port : node.outputs) {
      if (!is_known(port)) return Invalid("The operator has no output " + port.name + ".");
    }
    return {};
  }

  [[nodiscard]] Status DefineOutput(const Node& node, const core::ParamSpec& param,
                                    ValueId* value) {
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      if (node.outputs[i].name != param.name.cann) continue;
      *value = Define(node, i);
      return {};
    }
    return Invalid("The node has no output " + std::string(param.name.cann) + ".");
  }

  // Absent inputs are left to the checks of the spec.
  [[nodiscard]] Status FindValue(const Node& node, const core::ParamSpec& param,
                                 const core::OpSpec& spec, ValueId* value, bool* is_unranked) {
    const InputPort* const port = FindInput(node, param.name.cann);
    if (port == nullptr) return {};
    const OperatorPtr producer = port->link.Producer();
    if (producer == nullptr) return {};
    *value = ValueOf(*producer, port->link.output);
    const bool declared = port->is_described && IsUnknownRank(port->desc);
    if (!declared && !unranked_.contains(*value)) return {};
    *is_unranked = true;
    if (spec.dynamic_rank) return {};
    return Invalid(core::error_texts::RankUnknown(param.name.cann));
  }

  ValueId Define(const Node& node, size_t output) {
    std::vector<ValueId>& values = values_[&node];
    values.resize(std::max(values.size(), node.outputs.size()), kNoValue);
    values[output] = program_->num_values++;
    return values[output];
  }

  [[nodiscard]] ValueId ValueOf(const Node& node, size_t output) const {
    return values_.at(&node).at(output);
  }

  const Access::GraphImpl& graph_;
  Program* program_;
  std::unordered_map<const Node*, std::vector<ValueId>> values_;
  std::unordered_set<ValueId> unranked_;
};

}  // namespace

bool ProgramInput::IsDynamic() const {
  if (!is_described) return false;
  return HasUnknownRank() || std::find(dims.begin(), dims.end(), ::ge::UNKNOWN_DIM) != dims.end();
}

bool ProgramInput::Allows(const std::vector<int64_t>& shape) const {
  if (HasUnknownRank()) return true;
  return std::equal(dims.begin(), dims.end(), shape.begin(), shape.end(),
                    [](int64_t declared, int64_t extent) {
                      return declared == ::ge::UNKNOWN_DIM || declared == extent;
                    });
}

Status Compile(const Access::GraphImpl& graph, std::shared_ptr<const Program>* program) {
  auto compiled = std::make_shared<Program>();
  Status status = Compiler(graph, compiled.get()).Run();
  if (status.ok()) *program = std::move(compiled);
  return status;
}

}  // namespace sigloss::graph
