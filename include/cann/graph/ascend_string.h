// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GRAPH_ASCEND_STRING_H_
#define INC_EXTERNAL_GRAPH_ASCEND_STRING_H_

#include <cstddef>
#include <functional>
#include <string>

#include "graph/types.h"

namespace ge {

/// A string. Copies are independent.
class AscendString {
 public:
  AscendString() = default;
  /// Null is the empty string.
  AscendString(const char_t* const name) : text_(name == nullptr ? "" : name) {}
  AscendString(const char_t* const name, size_t length)
      : text_(name == nullptr ? std::string() : std::string(name, length)) {}

  /// Never null.
  const char_t* GetString() const { return text_.c_str(); }
  size_t GetLength() const { return text_.size(); }
  size_t Find(const AscendString& other) const { return text_.find(other.text_); }
  size_t Hash() const { return std::hash<std::string>()(text_); }

  bool operator<(const AscendString& other) const { return text_ < other.text_; }
  bool operator>(const AscendString& other) const { return text_ > other.text_; }
  bool operator<=(const AscendString& other) const { return text_ <= other.text_; }
  bool operator>=(const AscendString& other) const { return text_ >= other.text_; }
  bool operator==(const AscendString& other) const { return text_ == other.text_; }
  bool operator!=(const AscendString& other) const { return text_ != other.text_; }
  bool operator==(const char_t* const other) const { return *this == AscendString(other); }
  bool operator!=(const char_t* const other) const { return *this != AscendString(other); }

 private:
  std::string text_;
};

}  // namespace ge

namespace std {
template <>
struct hash<ge::AscendString> {
  size_t operator()(const ge::AscendString& name) const { return name.Hash(); }
};
}  // namespace std

#endif  // INC_EXTERNAL_GRAPH_ASCEND_STRING_H_
