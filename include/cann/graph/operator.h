// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {

/// A node of a graph: ports by name, attributes, connections. Copies are the same node. A node
/// keeps the nodes that it reads from.
class GE_FUNC_VISIBILITY Operator {
 public:
  using OpInt = int64_t;
  using OpFloat = float32_t;
  using OpString = std::string;
  using OpAscendString = AscendString;
  using OpBool = bool;
  using OpTensor = Tensor;
  using OpType = ge::DataType;
  using OpNamedAttrs = ge::NamedAttrs;
  using OpListInt = std::vector<int64_t>;
  using OpListFloat = std::vector<float32_t>;
  using OpListString = std::vector<std::string>;
  using OpListAscendString = std::vector<AscendString>;
  using OpListBool = std::vector<bool>;
  using OpListTensor = std::vector<Tensor>;
  using OpListType = std::vector<ge::DataType>;
  using OpListNamedAttrs = std::vector<ge::NamedAttrs>;
  using OpBytes = std::vector<uint8_t>;
  using OpListListInt = std::vector<std::vector<int64_t>>;

  /// No node.
  Operator() = default;
  ATTRIBUTED_DEPRECATED(Operator(const char_t*)) explicit Operator(const std::string& type);
  explicit Operator(const char_t* type);
  ATTRIBUTED_DEPRECATED(Operator(const char_t*, const char_t*))
  Operator(const std::string& name, const std::string& type);
  Operator(const AscendString& name, const AscendString& type);
  Operator(const char_t* name, const char_t* type);
  virtual ~Operator();
  Operator(const Operator& other) = default;
  Operator& operator=(const Operator& other) = default;

  bool IsEmpty() const;
  ATTRIBUTED_DEPRECATED(graphStatus GetName(AscendString&)) std::string GetName() const;
  graphStatus GetName(AscendString& name) const;
  ATTRIBUTED_DEPRECATED(graphStatus GetOpType(AscendString&)) std::string GetOpType() const;
  graphStatus GetOpType(AscendString& type) const;

  /// Connects an input with an output of another node: its only one, or the one of that name or
  /// index. What can't be connected is told by GEGetErrorMsgV2 and changes nothing.
  ATTRIBUTED_DEPRECATED(Operator& SetInput(const char_t*, const Operator&))
  Operator& SetInput(const std::string& dst_name, const Operator& src_oprt);
  Operator& SetInput(const char_t* dst_name, const Operator& src_oprt);
  ATTRIBUTED_DEPRECATED(Operator& SetInput(const char_t*, const Operator&, const char_t*))
  Operator& SetInput(const std::string& dst_name, const Operator& src_oprt,
                     const std::string& name);
  Operator& SetInput(const char_t* dst_name, const Operator& src_oprt, const char_t* name);
  ATTRIBUTED_DEPRECATED(Operator& SetInput(const char_t*, const Operator&, uint32_t))
  Operator& SetInput(const std::string& dst_name, const Operator& src_oprt, uint32_t index);
  Operator& SetInput(const char_t* dst_name, const Operator& src_oprt, uint32_t index);
  Operator& SetInput(uint32_t dst_index, const Operator& src_oprt, uint32_t src_index);
  /// This node runs after that one.
  Operator& AddControlInput(const Operator& src_oprt);

  ATTRIBUTED_DEPRECATED(TensorDesc GetInputDescByName(const char_t*) const)
  TensorDesc GetInputDesc(const std::string& name) const;
  TensorDesc GetInputDesc(uint32_t index) const;
  TensorDesc GetInputDescByName(const char_t* name) const;
  ATTRIBUTED_DEPRECATED(TensorDesc GetOutputDescByName(const char_t*) const)
  TensorDesc GetOutputDesc(const std::string& name) const;
  TensorDesc GetOutputDesc(uint32_t index) const;
  TensorDesc GetOutputDescByName(const char_t* name) const;
  /// GRAPH_FAILED if there is no such port.
  ATTRIBUTED_DEPRECATED(graphStatus UpdateInputDesc(const char_t*, const TensorDesc&))
  graphStatus UpdateInputDesc(const std::string& name, const TensorDesc& tensor_desc);
  graphStatus UpdateInputDesc(const char_t* name, const TensorDesc& tensor_desc);
  graphStatus UpdateInputDesc(const uint32_t index, const TensorDesc& tensor_desc);
  ATTRIBUTED_DEPRECATED(graphStatus UpdateOutputDesc(const char_t*, const TensorDesc&))
  graphStatus UpdateOutputDesc(const std::string& name, const TensorDesc& tensor_desc);
  graphStatus UpdateOutputDesc(const char_t* name, const TensorDesc& tensor_desc);
  graphStatus UpdateOutputDesc(const uint32_t index, const TensorDesc& tensor_desc);
  size_t GetInputsSize() const;
  size_t GetOutputsSize() const;
  /// Takes the connections to other nodes back.
  void BreakConnect() const;

  /// GRAPH_FAILED from GetAttr if the attribute has no value, or one of another type.
#define SIGLOSS_GE_DECLARE(T)                                   \
  Operator& SetAttr(const std::string& name, const T& value);   \
  Operator& SetAttr(const char_t* name, const T& value);        \
  graphStatus GetAttr(const std::string& name, T& value) const; \
  graphStatus GetAttr(const char_t* name, T& value) const;
  SIGLOSS_GE_EACH_ATTR_TYPE(SIGLOSS_GE_DECLARE)
  SIGLOSS_GE_DECLARE(AttrValue)
#undef SIGLOSS_GE_DECLARE
  Operator& SetAttr(const std::string& name, const char_t* value);
  Operator& SetAttr(const char_t* name, const char_t* value);

 protected:
  // What the expansion of an operator's prototype calls.
  void InputRegister(const char_t* name);
  void OptionalInputRegister(const char_t* name);
  void OutputRegister(const char_t* name);
  void DynamicInputRegister(const char_t* name, const uint32_t num, bool is_push_back = true);
  void DynamicInputRegisterByIndex(const char_t* name, const uint32_t num, size_t index);
  void DynamicOutputRegister(const char_t* name, const uint32_t num, bool is_push_back = true);
  void RequiredAttrWithTypeRegister(const char_t* name, const char_t* type);
#define SIGLOSS_GE_DECLARE(T) void AttrRegister(const char_t* name, const T& value);
  SIGLOSS_GE_EACH_ATTR_TYPE(SIGLOSS_GE_DECLARE)
#undef SIGLOSS_GE_DECLARE

 private:
  friend struct ::sigloss::graph::Access;
  struct Impl;

  std::shared_ptr<Impl> impl_;
};

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_H_
