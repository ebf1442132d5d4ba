// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The language in which prototypes of operators are written:
//   REG_OP(Name).INPUT(x, types).OUTPUT(y, types).ATTR(a, Float, 0.5).OP_END_FACTORY_REG(Name)
// makes op::Name, a class with a setter and a getter for each port and attribute. Each clause ends
// the function that the one before it began, adds members, and begins the function that registers
// its own part; the constructors call these functions one after the other through the chain of
// "OpReg().N()". Types of ports are for the reader: what runs an operator knows and checks them.
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_REG_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_REG_H_

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {

class OpReg {
 public:
  OpReg& N() { return *this; }
};

}  // namespace ge

// The name of a port or attribute, in both kinds of strings.
#define SIGLOSS_GE_NAME(kind, x)                              \
  static const std::string name_##kind##_##x() { return #x; } \
  static void name_##kind##_##x(::ge::AscendString& name) { name = ::ge::AscendString(#x); }

// Ends a clause's function after registering what comes with this one.
#define SIGLOSS_GE_CLAUSE(kind, x) \
  N();                             \
  register_##kind##_##x();         \
  }                                \
                                   \
 public:

#define SIGLOSS_GE_BEGIN(kind, x) \
                                  \
 private:                         \
  void register_##kind##_##x() {
#define REG_OP(x)                                                                                \
  namespace op {                                                                                 \
  class x : public ::ge::Operator {                                                              \
    typedef x _THIS_TYPE;                                                                        \
                                                                                                 \
   public:                                                                                       \
    explicit x(const std::string& name) : ::ge::Operator(name.c_str(), #x) { register_ports(); } \
    explicit x(const char* name) : ::ge::Operator(name, #x) { register_ports(); }                \
    explicit x(const ::ge::AscendString& name) : ::ge::Operator(name.GetString(), #x) {          \
      register_ports();                                                                          \
    }                                                                                            \
    x() : ::ge::Operator(#x) { register_ports(); }                                               \
                                                                                                 \
   private:                                                                                      \
    void register_ports() {                                                                      \
      (void)::ge::OpReg()

#define SIGLOSS_GE_ATTR_MEMBERS(x, Type)                                       \
  SIGLOSS_GE_NAME(attr, x)                                                     \
  Op##Type get_attr_##x() const {                                              \
    Op##Type value = Op##Type();                                               \
    (void)::ge::Operator::GetAttr(#x, value);                                  \
    return value;                                                              \
  }                                                                            \
  _THIS_TYPE& set_attr_##x(const Op##Type& value) {                            \
    ::ge::Operator::SetAttr(#x, value);                                        \
    return *this;                                                              \
  }                                                                            \
  _THIS_TYPE& set_attr_##x(const std::function<Op##Type()>&) { return *this; } \
  SIGLOSS_GE_TEXT_##Type(x)

// Attributes that are strings have forms in the other kind of string.
#define SIGLOSS_GE_TEXT_Int(x)
#define SIGLOSS_GE_TEXT_Float(x)
#define SIGLOSS_GE_TEXT_Bool(x)
#define SIGLOSS_GE_TEXT_Tensor(x)
#define SIGLOSS_GE_TEXT_Type(x)
#define SIGLOSS_GE_TEXT_NamedAttrs(x)
#define SIGLOSS_GE_TEXT_AscendString(x)
#define SIGLOSS_GE_TEXT_ListInt(x)
#define SIGLOSS_GE_TEXT_ListFloat(x)
#define SIGLOSS_GE_TEXT_ListBool(x)
#define SIGLOSS_GE_TEXT_ListTensor(x)
#define SIGLOSS_GE_TEXT_ListType(x)
#define SIGLOSS_GE_TEXT_ListNamedAttrs(x)
#define SIGLOSS_GE_TEXT_ListAscendString(x)
#define SIGLOSS_GE_TEXT_ListListInt(x)
#define SIGLOSS_GE_TEXT_Bytes(x)
#define SIGLOSS_GE_TEXT_String(x)                                   \
  ::ge::graphStatus get_attr_##x(::ge::AscendString& value) const { \
    return ::ge::Operator::GetAttr(#x, value);                      \
  }                                                                 \
  _THIS_TYPE& set_attr_##x(const char* value) {                     \
    ::ge::Operator::SetAttr(#x, value);                             \
    return *this;                                                   \
  }                                                                 \
  _THIS_TYPE& set_attr_##x(const std::function<::ge::AscendString()>&) { return *this; }
#define SIGLOSS_GE_TEXT_ListString(x)                                                 \
  ::ge::graphStatus get_attr_##x(std::vector<::ge::AscendString>& value) const {      \
    return ::ge::Operator::GetAttr(#x, value);                                        \
  }                                                                                   \
  _THIS_TYPE& set_attr_##x(const std::vector<::ge::AscendString>& value) {            \
    ::ge::Operator::SetAttr(#x, value);                                               \
    return *this;                                                                     \
  }                                                                                   \
  _THIS_TYPE& set_attr_##x(const std::function<std::vector<::ge::AscendString>()>&) { \
    return *this;                                                                     \
  }

#define ATTR(x, Type, ...)                                 \
  SIGLOSS_GE_CLAUSE(attr, x)                               \
  SIGLOSS_GE_ATTR_MEMBERS(x, Type)                         \
  SIGLOSS_GE_BEGIN(attr, x)                                \
  ::ge::Operator::AttrRegister(#x, Op##Type(__VA_ARGS__)); \
  (void)::ge::OpReg()

#define REQUIRED_ATTR(x, Type)                             \
  SIGLOSS_GE_CLAUSE(attr, x)                               \
  SIGLOSS_GE_ATTR_MEMBERS(x, Type)                         \
  SIGLOSS_GE_BEGIN(attr, x)                                \
  ::ge::Operator::RequiredAttrWithTypeRegister(#x, #Type); \
  (void)::ge::OpReg()

// A symbol for types of ports, which are not looked at here.
#define DATATYPE(x, t) N()

#define SIGLOSS_GE_INPUT_MEMBERS(x)                                                              \
  SIGLOSS_GE_NAME(in, x)                                                                         \
  _THIS_TYPE& set_input_##x(::ge::Operator& v) {                                                 \
    ::ge::Operator::SetInput(#x, v);                                                             \
    return *this;                                                                                \
  }                                                                                              \
  _THIS_TYPE& set_input_##x(::ge::Operator& v, const std::string& srcName) {                     \
    ::ge::Operator::SetInput(#x, v, srcName.c_str());                                            \
    return *this;                                                                                \
  }                                                                                              \
  _THIS_TYPE& set_input_##x(::ge::Operator& v, uint32_t index) {                                 \
    ::ge::Operator::SetInput(#x, v, index);                                                      \
    return *this;                                                                                \
  }                                                                                              \
  _THIS_TYPE& set_input_##x##_by_name(::ge::Operator& v, const char* srcName) {                  \
    ::ge::Operator::SetInput(#x, v, srcName);                                                    \
    return *this;                                                                                \
  }                                                                                              \
  ::ge::TensorDesc get_input_desc_##x() const { return ::ge::Operator::GetInputDescByName(#x); } \
  ::ge::graphStatus update_input_desc_##x(const ::ge::TensorDesc& tensorDesc) {                  \
    return ::ge::Operator::UpdateInputDesc(#x, tensorDesc);                                      \
  }

#define INPUT(x, t)                  \
  SIGLOSS_GE_CLAUSE(input, x)        \
  SIGLOSS_GE_INPUT_MEMBERS(x)        \
  SIGLOSS_GE_BEGIN(input, x)         \
  ::ge::Operator::InputRegister(#x); \
  (void)::ge::OpReg()

#define OPTIONAL_INPUT(x, t)                 \
  SIGLOSS_GE_CLAUSE(input, x)                \
  SIGLOSS_GE_INPUT_MEMBERS(x)                \
  SIGLOSS_GE_BEGIN(input, x)                 \
  ::ge::Operator::OptionalInputRegister(#x); \
  (void)::ge::OpReg()

#define OUTPUT(x, t)                                                                               \
  SIGLOSS_GE_CLAUSE(output, x)                                                                     \
  SIGLOSS_GE_NAME(out, x)                                                                          \
  ::ge::TensorDesc get_output_desc_##x() const { return ::ge::Operator::GetOutputDescByName(#x); } \
  ::ge::graphStatus update_output_desc_##x(const ::ge::TensorDesc& tensorDesc) {                   \
    return ::ge::Operator::UpdateOutputDesc(#x, tensorDesc);                                       \
  }                                                                                                \
  SIGLOSS_GE_BEGIN(output, x)                                                                      \
  ::ge::Operator::OutputRegister(#x);                                                              \
  (void)::ge::OpReg()

// Name of a port of a dynamic input or output: x0, x1, ...
#define SIGLOSS_GE_PORT(x, index) (std::string(#x) + std::to_string(index)).c_str()

#define DYNAMIC_INPUT(x, t)                                                                      \
  SIGLOSS_GE_CLAUSE(dynamic_input, x)                                                            \
  _THIS_TYPE& create_dynamic_input_##x(uint32_t num, bool isPushBack = true) {                   \
    ::ge::Operator::DynamicInputRegister(#x, num, isPushBack);                                   \
    return *this;                                                                                \
  }                                                                                              \
  _THIS_TYPE& create_dynamic_input_byindex_##x(uint32_t num, size_t index) {                     \
    ::ge::Operator::DynamicInputRegisterByIndex(#x, num, index);                                 \
    return *this;                                                                                \
  }                                                                                              \
  ::ge::TensorDesc get_dynamic_input_desc_##x(uint32_t index) const {                            \
    return ::ge::Operator::GetInputDescByName(SIGLOSS_GE_PORT(x, index));                        \
  }                                                                                              \
  ::ge::graphStatus update_dynamic_input_desc_##x(uint32_t index,                                \
                                                  const ::ge::TensorDesc& tensorDesc) {          \
    return ::ge::Operator::UpdateInputDesc(SIGLOSS_GE_PORT(x, index), tensorDesc);               \
  }                                                                                              \
  _THIS_TYPE& set_dynamic_input_##x(uint32_t dstIndex, ::ge::Operator& v) {                      \
    ::ge::Operator::SetInput(SIGLOSS_GE_PORT(x, dstIndex), v);                                   \
    return *this;                                                                                \
  }                                                                                              \
  _THIS_TYPE& set_dynamic_input_##x(uint32_t dstIndex, ::ge::Operator& v,                        \
                                    const std::string& srcName) {                                \
    ::ge::Operator::SetInput(SIGLOSS_GE_PORT(x, dstIndex), v, srcName.c_str());                  \
    return *this;                                                                                \
  }                                                                                              \
  _THIS_TYPE& set_dynamic_input_##x(uint32_t dstIndex, ::ge::Operator& v, const char* srcName) { \
    ::ge::Operator::SetInput(SIGLOSS_GE_PORT(x, dstIndex), v, srcName);                          \
    return *this;                                                                                \
  }                                                                                              \
  SIGLOSS_GE_BEGIN(dynamic_input, x)                                                             \
  (void)::ge::OpReg()

#define DYNAMIC_OUTPUT(x, t)                                                             \
  SIGLOSS_GE_CLAUSE(dynamic_output, x)                                                   \
  _THIS_TYPE& create_dynamic_output_##x(uint32_t num, bool isPushBack = true) {          \
    ::ge::Operator::DynamicOutputRegister(#x, num, isPushBack);                          \
    return *this;                                                                        \
  }                                                                                      \
  ::ge::TensorDesc get_dynamic_output_desc_##x(uint32_t index) const {                   \
    return ::ge::Operator::GetOutputDescByName(SIGLOSS_GE_PORT(x, index));               \
  }                                                                                      \
  ::ge::graphStatus update_dynamic_output_desc_##x(uint32_t index,                       \
                                                   const ::ge::TensorDesc& tensorDesc) { \
    return ::ge::Operator::UpdateOutputDesc(SIGLOSS_GE_PORT(x, index), tensorDesc);      \
  }                                                                                      \
  SIGLOSS_GE_BEGIN(dynamic_output, x)                                                    \
  (void)::ge::OpReg()

#define SIGLOSS_GE_END(x)                                                 \
  N();                                                                    \
  }                                                                       \
  static_assert(std::is_same<x, _THIS_TYPE>::value,                       \
                "OP_END_FACTORY_REG names another operator than REG_OP"); \
  }                                                                       \
  ;

#ifdef DISABLE_COMPILE_V1
#define OP_END_FACTORY_REG(x) \
  SIGLOSS_GE_END(x)           \
  }
#else
#define OP_END_FACTORY_REG(x)                                                        \
  SIGLOSS_GE_END(x)                                                                  \
  static const ::ge::OperatorCreatorRegister g_register_##x(                         \
      #x, [](const ::ge::AscendString& name) -> ::ge::Operator { return x(name); }); \
  }
#endif

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_REG_H_
