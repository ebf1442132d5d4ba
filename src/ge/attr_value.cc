// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/attr_value.h"

#include <charconv>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/shape.h"
#include "ge/access.h"
#include "ge/dtype.h"

namespace ge {
namespace {

using sigloss::graph::AnyValue;

// How a value is kept: integers of one width, strings of one kind.
template <class T>
struct Kept {
  using Type = T;
};
template <>
struct Kept<int32_t> {
  using Type = int64_t;
};
template <>
struct Kept<uint32_t> {
  using Type = int64_t;
};
template <>
struct Kept<AscendString> {
  using Type = std::string;
};
template <class T>
struct Kept<std::vector<T>> {
  using Type = std::vector<typename Kept<T>::Type>;
};
template <>  // bytes, not numbers
struct Kept<std::vector<uint8_t>> {
  using Type = std::vector<uint8_t>;
};

template <class To, class From>
bool Convert(const From& from, To* to) {
  if constexpr (std::is_same_v<To, From>) {
    *to = from;
  } else if constexpr (std::is_same_v<From, std::string>) {
    *to = AscendString(from.data(), from.size());
  } else if constexpr (std::is_same_v<From, AscendString>) {
    *to = std::string(from.GetString(), from.GetLength());
  } else if constexpr (std::is_arithmetic_v<From>) {
    using Limits = std::numeric_limits<To>;
    if (from < static_cast<int64_t>(Limits::min()) ||
        static_cast<int64_t>(from) > static_cast<int64_t>(Limits::max())) {
      return false;
    }
    *to = static_cast<To>(from);
  } else {
    To all(from.size());
    for (size_t i = 0; i < from.size(); ++i) {
      if (!Convert(from[i], &all[i])) return false;
    }
    *to = std::move(all);
  }
  return true;
}

template <class T>
AnyValue Keep(const T& value) {
  typename Kept<T>::Type kept{};
  (void)Convert(value, &kept);  // to a type that holds every value of the other
  return kept;
}

template <class T>
graphStatus Read(const AnyValue& any, T* value) {
  const auto* kept = std::get_if<typename Kept<T>::Type>(&any);
  return kept != nullptr && Convert(*kept, value) ? GRAPH_SUCCESS : GRAPH_FAILED;
}

}  // namespace

#define SIGLOSS_GE_DEFINE(T)                                             \
  graphStatus AttrValue::SetAttrValue(const T& value) {                  \
    value_ = std::make_shared<const Value>(Value{Keep(value)});          \
    return GRAPH_SUCCESS;                                                \
  }                                                                      \
  graphStatus AttrValue::GetAttrValue(T& value) const {                  \
    return value_ == nullptr ? GRAPH_FAILED : Read(value_->any, &value); \
  }
SIGLOSS_GE_EACH_ATTR_TYPE(SIGLOSS_GE_DEFINE)
#undef SIGLOSS_GE_DEFINE

graphStatus NamedAttrs::SetAttr(const AscendString& name, const AttrValue& value) {
  for (Item& item : items_) {
    if (item.name != name) continue;
    item.value = value;
    return GRAPH_SUCCESS;
  }
  items_.push_back({name, value});
  return GRAPH_SUCCESS;
}

graphStatus NamedAttrs::GetAttr(const AscendString& name, AttrValue& value) const {
  for (const Item& item : items_) {
    if (item.name != name) continue;
    value = item.value;
    return GRAPH_SUCCESS;
  }
  return GRAPH_FAILED;
}

}  // namespace ge

namespace sigloss::graph {
namespace {

std::string TextOf(int64_t value) { return std::to_string(value); }
std::string TextOf(uint8_t value) { return std::to_string(value); }
std::string TextOf(float value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}
std::string TextOf(bool value) { return value ? "true" : "false"; }
std::string TextOf(const std::string& value) { return "\"" + value + "\""; }
std::string TextOf(::ge::DataType value) { return NameOf(value); }
std::string TextOf(const ::ge::Tensor& value) {
  return "tensor " + core::ToString(Access::Dims(Access::Desc(value)));
}
std::string TextOf(const ::ge::NamedAttrs& value) {
  return "attributes \"" + std::string(value.GetName().GetString()) + "\"";
}

template <class T>
std::string TextOf(const std::vector<T>& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    text += TextOf(static_cast<T>(values[i]));
  }
  return text + "]";
}

}  // namespace

std::string ToText(const AnyValue& value) {
  return std::visit([](const auto& v) { return TextOf(v); }, value);
}

}  // namespace sigloss::graph
