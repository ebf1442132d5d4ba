// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/graph_dump.h"

#include "core/shape.h"
#include "ge/attr_value.h"
#include "ge/dtype.h"

namespace sigloss::graph {
namespace {

std::string Text(const ::ge::TensorDesc& desc) {
  return core::ToString(Access::Dims(desc)) + " " + NameOf(desc.GetDataType()) + " " +
         ::ge::GetFormatName(desc.GetFormat());
}

std::string Source(const Link& link) {
  const OperatorPtr producer = link.Producer();
  if (producer == nullptr) return "nothing";
  const auto& outputs = producer->outputs;
  return producer->name + (link.output < outputs.size() ? "." + outputs[link.output].name : "");
}

template <class Port>
std::string Description(const Port& port) {
  return port.is_described ? " declared " + Text(port.desc) : "";
}

std::string DumpNode(const OperatorPtr::element_type& node) {
  std::string text = node.type + " \"" + node.name + "\" {\n";
  for (const Attribute& attr : node.attrs) {
    const auto* const value = Access::Value(attr.value);
    text += "  attribute " + attr.name + " = " + (value == nullptr ? "none" : ToText(value->any)) +
            "\n";
  }
  for (const InputPort& input : node.inputs) {
    text += "  input " + input.name + (input.is_optional ? " (optional)" : "") + " from " +
            Source(input.link) + Description(input) + "\n";
  }
  for (const Link& control : node.controls) {
    const OperatorPtr before = control.Producer();
    if (before != nullptr) text += "  after " + before->name + "\n";
  }
  for (const OutputPort& output : node.outputs) {
    text += "  output " + output.name + Description(output) + "\n";
  }
  return text + "}\n";
}

}  // namespace

std::string Dump(const Access::GraphImpl& graph) {
  std::string text = "graph \"" + graph.name + "\"\n";
  for (const OperatorPtr& node : graph.nodes) text += DumpNode(*node);
  for (const auto& [node, output] : graph.outputs) {
    text += "result " + node->name + "." + node->outputs[output].name + "\n";
  }
  return text;
}

}  // namespace sigloss::graph
