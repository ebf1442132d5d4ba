// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The class Operator: attributes, and what the expansion of a prototype registers.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "ge/attr_value.h"
#include "ge/operator_impl.h"
#include "graph/operator.h"

namespace ge {
namespace {

using Node = sigloss::graph::OperatorPtr::element_type;

template <class T>
AttrValue Wrap(const T& value) {
  AttrValue attr;
  (void)attr.SetAttrValue(value);
  return attr;
}
AttrValue Wrap(const AttrValue& value) { return value; }

template <class T>
void Set(Node* node, const char_t* name, const T& value) {
  if (node != nullptr && name != nullptr) node->SetAttr(name, Wrap(value));
}

template <class T>
graphStatus Get(const Node* node, const char_t* name, T& value) {
  if (node == nullptr || name == nullptr) return GRAPH_FAILED;
  const AttrValue* const attr = node->Attr(name);
  return attr == nullptr ? GRAPH_FAILED : attr->GetAttrValue(value);
}

graphStatus Get(const Node* node, const char_t* name, AttrValue& value) {
  const AttrValue* const attr = node == nullptr || name == nullptr ? nullptr : node->Attr(name);
  if (attr == nullptr) return GRAPH_FAILED;
  value = *attr;
  return GRAPH_SUCCESS;
}

template <class Port>
void AddPorts(std::vector<Port>* ports, size_t at, std::string_view name, uint32_t num) {
  std::vector<Port> added(num);
  for (uint32_t i = 0; i < num; ++i) added[i].name = std::string(name) + std::to_string(i);
  at = std::min(at, ports->size());
  ports->insert(ports->begin() + static_cast<ptrdiff_t>(at), added.begin(), added.end());
}

}  // namespace

#define SIGLOSS_GE_DEFINE(T)                                               \
  Operator& Operator::SetAttr(const std::string& name, const T& value) {   \
    Set(impl_.get(), name.c_str(), value);                                 \
    return *this;                                                          \
  }                                                                        \
  Operator& Operator::SetAttr(const char_t* name, const T& value) {        \
    Set(impl_.get(), name, value);                                         \
    return *this;                                                          \
  }                                                                        \
  graphStatus Operator::GetAttr(const std::string& name, T& value) const { \
    return Get(impl_.get(), name.c_str(), value);                          \
  }                                                                        \
  graphStatus Operator::GetAttr(const char_t* name, T& value) const {      \
    return Get(impl_.get(), name, value);                                  \
  }
SIGLOSS_GE_EACH_ATTR_TYPE(SIGLOSS_GE_DEFINE)
SIGLOSS_GE_DEFINE(AttrValue)
#undef SIGLOSS_GE_DEFINE

Operator& Operator::SetAttr(const std::string& name, const char_t* value) {
  return SetAttr(name.c_str(), AscendString(value));
}
Operator& Operator::SetAttr(const char_t* name, const char_t* value) {
  return SetAttr(name, AscendString(value));
}

void Operator::InputRegister(const char_t* name) { impl_->inputs.push_back({name}); }
void Operator::OptionalInputRegister(const char_t* name) { impl_->inputs.push_back({name, true}); }
void Operator::OutputRegister(const char_t* name) { impl_->outputs.push_back({name}); }

void Operator::DynamicInputRegister(const char_t* name, const uint32_t num, bool is_push_back) {
  AddPorts(&impl_->inputs, is_push_back ? impl_->inputs.size() : 0, name, num);
}
void Operator::DynamicInputRegisterByIndex(const char_t* name, const uint32_t num, size_t index) {
  AddPorts(&impl_->inputs, index, name, num);
}
void Operator::DynamicOutputRegister(const char_t* name, const uint32_t num, bool is_push_back) {
  AddPorts(&impl_->outputs, is_push_back ? impl_->outputs.size() : 0, name, num);
}

// Without a value until the program gives one.
void Operator::RequiredAttrWithTypeRegister(const char_t* name, const char_t*) {
  impl_->attrs.push_back({name, {}});
}

#define SIGLOSS_GE_DEFINE(T) \
  void Operator::AttrRegister(const char_t* name, const T& value) { Set(impl_.get(), name, value); }
SIGLOSS_GE_EACH_ATTR_TYPE(SIGLOSS_GE_DEFINE)
#undef SIGLOSS_GE_DEFINE

}  // namespace ge
