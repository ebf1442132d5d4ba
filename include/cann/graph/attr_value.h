// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GRAPH_ATTR_VALUE_H_
#define INC_EXTERNAL_GRAPH_ATTR_VALUE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {

class NamedAttrs;

// SIGLOSS_GE_EACH_ATTR_TYPE(M): M(T) for the types that an attribute can be given and read as.
#define SIGLOSS_GE_EACH_ATTR_TYPE(M) \
  M(int64_t)                         \
  M(int32_t)                         \
  M(uint32_t)                        \
  M(float32_t)                       \
  M(bool)                            \
  M(std::string)                     \
  M(AscendString)                    \
  M(DataType)                        \
  M(Tensor)                          \
  M(NamedAttrs)                      \
  M(std::vector<int64_t>)            \
  M(std::vector<int32_t>)            \
  M(std::vector<uint32_t>)           \
  M(std::vector<float32_t>)          \
  M(std::vector<bool>)               \
  M(std::vector<std::string>)        \
  M(std::vector<AscendString>)       \
  M(std::vector<DataType>)           \
  M(std::vector<Tensor>)             \
  M(std::vector<NamedAttrs>)         \
  M(std::vector<uint8_t>)            \
  M(std::vector<std::vector<int64_t>>)

/// The value of an attribute, or none. Integers of any width are one type, as are the two kinds of
/// strings. Copies share the value, which never changes.
class GE_FUNC_VISIBILITY AttrValue {
 public:
#define SIGLOSS_GE_DECLARE(T)                  \
  graphStatus SetAttrValue(const T& value);    \
  /* GRAPH_FAILED if it is of another type. */ \
  graphStatus GetAttrValue(T& value) const;
  SIGLOSS_GE_EACH_ATTR_TYPE(SIGLOSS_GE_DECLARE)
#undef SIGLOSS_GE_DECLARE

  bool IsEmpty() const { return value_ == nullptr; }

 private:
  friend struct ::sigloss::graph::Access;
  struct Value;

  std::shared_ptr<const Value> value_;
};

/// A name and attributes under names.
class GE_FUNC_VISIBILITY NamedAttrs {
 public:
  void SetName(const AscendString& name) { name_ = name; }
  AscendString GetName() const { return name_; }
  graphStatus SetAttr(const AscendString& name, const AttrValue& value);
  /// GRAPH_FAILED if there is none of that name.
  graphStatus GetAttr(const AscendString& name, AttrValue& value) const;

 private:
  struct Item {
    AscendString name;
    AttrValue value;
  };

  AscendString name_;
  std::vector<Item> items_;
};

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_ATTR_VALUE_H_
