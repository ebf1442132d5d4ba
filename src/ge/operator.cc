// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The class Operator: names, connections, descriptions. Attributes are in operator_attr.cc.
#include "graph/operator.h"

#include <atomic>
#include <optional>
#include <string>

#include "ge/operator_impl.h"
#include "ge/report.h"

namespace ge {
namespace {

namespace graph = sigloss::graph;
using graph::InputPort;
using graph::OperatorPtr;
using graph::OutputPort;

// Nodes without a name get one, so that messages can tell them apart.
std::string NextName(const std::string& type) {
  static std::atomic<uint64_t> count{0};
  return type + "_" + std::to_string(count.fetch_add(1));
}

const char_t* OrEmpty(const char_t* text) { return text == nullptr ? "" : text; }

void Refuse(const std::string& text) {
  (void)graph::Fail(graph::error_ids::kInvalidArgument, "Operator::SetInput", text);
}

// Runs `connect` on the port, once both ends are known to exist.
template <class Port, class Output>
void SetLink(const OperatorPtr& node, const Port& port, const std::string& port_text,
             const OperatorPtr& source, const Output& output) {
  if (node == nullptr || source == nullptr) {
    return Refuse("Input " + port_text + " cannot be connected: the " +
                  (node == nullptr ? "node" : "source") + " is an empty operator.");
  }
  InputPort* const input = node->Input(port);
  if (input == nullptr) return Refuse(node->Title() + " has no input " + port_text + ".");
  const std::optional<size_t> index = output(*source);
  if (index) graph::Connect(node, &input->link, source, *index);
}

std::optional<size_t> OnlyOutput(const OperatorPtr::element_type& source) {
  if (source.outputs.size() == 1) return 0;
  Refuse(source.Title() + " has " + std::to_string(source.outputs.size()) +
         " outputs; the connection must name one of them.");
  return std::nullopt;
}

auto OutputNamed(const char_t* name) {
  return [name](OperatorPtr::element_type& source) -> std::optional<size_t> {
    const OutputPort* const port = source.Output(std::string_view(OrEmpty(name)));
    if (port != nullptr) return port - source.outputs.data();
    Refuse(source.Title() + " has no output " + OrEmpty(name) + ".");
    return std::nullopt;
  };
}

auto OutputAt(uint32_t index) {
  return [index](const OperatorPtr::element_type& source) -> std::optional<size_t> {
    if (index < source.outputs.size()) return index;
    Refuse(source.Title() + " has no output " + std::to_string(index) + ".");
    return std::nullopt;
  };
}

template <class Port>
graphStatus Describe(Port* port, const TensorDesc& desc) {
  if (port == nullptr) return GRAPH_FAILED;
  port->desc = desc;
  port->is_described = true;
  return GRAPH_SUCCESS;
}

template <class Port>
TensorDesc DescOf(const Port* port) {
  return port == nullptr ? TensorDesc() : port->desc;
}

}  // namespace

Operator::Operator(const std::string& type) : Operator(type.c_str()) {}
Operator::Operator(const char_t* type) : Operator("", type) {}
Operator::Operator(const std::string& name, const std::string& type)
    : Operator(name.c_str(), type.c_str()) {}
Operator::Operator(const AscendString& name, const AscendString& type)
    : Operator(name.GetString(), type.GetString()) {}
Operator::Operator(const char_t* name, const char_t* type) : impl_(std::make_shared<Impl>()) {
  impl_->type = OrEmpty(type);
  impl_->name = OrEmpty(name);
  if (impl_->name.empty()) impl_->name = NextName(impl_->type);
}
Operator::~Operator() = default;

bool Operator::IsEmpty() const { return impl_ == nullptr; }

std::string Operator::GetName() const { return IsEmpty() ? "" : impl_->name; }
graphStatus Operator::GetName(AscendString& name) const {
  if (IsEmpty()) return GRAPH_FAILED;
  name = AscendString(impl_->name.c_str());
  return GRAPH_SUCCESS;
}

std::string Operator::GetOpType() const { return IsEmpty() ? "" : impl_->type; }
graphStatus Operator::GetOpType(AscendString& type) const {
  if (IsEmpty()) return GRAPH_FAILED;
  type = AscendString(impl_->type.c_str());
  return GRAPH_SUCCESS;
}

Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt) {
  return SetInput(dst_name.c_str(), src_oprt);
}
Operator& Operator::SetInput(const char_t* dst_name, const Operator& src_oprt) {
  const std::string_view port = OrEmpty(dst_name);
  SetLink(impl_, port, std::string(port), src_oprt.impl_, OnlyOutput);
  return *this;
}
Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt,
                             const std::string& name) {
  return SetInput(dst_name.c_str(), src_oprt, name.c_str());
}
Operator& Operator::SetInput(const char_t* dst_name, const Operator& src_oprt, const char_t* name) {
  const std::string_view port = OrEmpty(dst_name);
  SetLink(impl_, port, std::string(port), src_oprt.impl_, OutputNamed(name));
  return *this;
}
Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt,
                             uint32_t index) {
  return SetInput(dst_name.c_str(), src_oprt, index);
}
Operator& Operator::SetInput(const char_t* dst_name, const Operator& src_oprt, uint32_t index) {
  const std::string_view port = OrEmpty(dst_name);
  SetLink(impl_, port, std::string(port), src_oprt.impl_, OutputAt(index));
  return *this;
}
Operator& Operator::SetInput(uint32_t dst_index, const Operator& src_oprt, uint32_t src_index) {
  SetLink(impl_, size_t{dst_index}, std::to_string(dst_index), src_oprt.impl_, OutputAt(src_index));
  return *this;
}

Operator& Operator::AddControlInput(const Operator& src_oprt) {
  if (IsEmpty() || src_oprt.IsEmpty()) {
    (void)graph::Fail(graph::error_ids::kInvalidArgument, "Operator::AddControlInput",
                      "One of the two operators is empty.");
    return *this;
  }
  impl_->controls.emplace_back();
  graph::Connect(impl_, &impl_->controls.back(), src_oprt.impl_, 0);
  return *this;
}

TensorDesc Operator::GetInputDesc(const std::string& name) const {
  return GetInputDescByName(name.c_str());
}
TensorDesc Operator::GetInputDesc(uint32_t index) const {
  return IsEmpty() ? TensorDesc() : DescOf(impl_->Input(size_t{index}));
}
TensorDesc Operator::GetInputDescByName(const char_t* name) const {
  return IsEmpty() ? TensorDesc() : DescOf(impl_->Input(std::string_view(OrEmpty(name))));
}
TensorDesc Operator::GetOutputDesc(const std::string& name) const {
  return GetOutputDescByName(name.c_str());
}
TensorDesc Operator::GetOutputDesc(uint32_t index) const {
  return IsEmpty() ? TensorDesc() : DescOf(impl_->Output(size_t{index}));
}
TensorDesc Operator::GetOutputDescByName(const char_t* name) const {
  return IsEmpty() ? TensorDesc() : DescOf(impl_->Output(std::string_view(OrEmpty(name))));
}

graphStatus Operator::UpdateInputDesc(const std::string& name, const TensorDesc& tensor_desc) {
  return UpdateInputDesc(name.c_str(), tensor_desc);
}
graphStatus Operator::UpdateInputDesc(const char_t* name, const TensorDesc& tensor_desc) {
  if (IsEmpty()) return GRAPH_FAILED;
  return Describe(impl_->Input(std::string_view(OrEmpty(name))), tensor_desc);
}
graphStatus Operator::UpdateInputDesc(const uint32_t index, const TensorDesc& tensor_desc) {
  return IsEmpty() ? GRAPH_FAILED : Describe(impl_->Input(size_t{index}), tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(const std::string& name, const TensorDesc& tensor_desc) {
  return UpdateOutputDesc(name.c_str(), tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(const char_t* name, const TensorDesc& tensor_desc) {
  if (IsEmpty()) return GRAPH_FAILED;
  return Describe(impl_->Output(std::string_view(OrEmpty(name))), tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(const uint32_t index, const TensorDesc& tensor_desc) {
  return IsEmpty() ? GRAPH_FAILED : Describe(impl_->Output(size_t{index}), tensor_desc);
}

size_t Operator::GetInputsSize() const { return IsEmpty() ? 0 : impl_->inputs.size(); }
size_t Operator::GetOutputsSize() const { return IsEmpty() ? 0 : impl_->outputs.size(); }

void Operator::BreakConnect() const {
  if (!IsEmpty()) graph::Disconnect(impl_);
}

}  // namespace ge
