// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <string>
#include <variant>

#include "core/error_texts.h"
#include "ge/attr_value.h"
#include "ge/program.h"

namespace sigloss::graph {
namespace {

namespace texts = core::error_texts;
using core::kReductionWords;

Status Invalid(std::string text) { return {StatusCode::kInvalidArgument, std::move(text)}; }

const AnyValue* Find(const OperatorPtr::element_type& node, std::string_view name) {
  const ::ge::AttrValue* const attr = node.Attr(name);
  return attr == nullptr ? nullptr : &Access::Value(*attr)->any;
}

Status ReadWord(const core::AttrSpec& spec, const std::string& word, int64_t* value) {
  for (size_t i = 0; i < std::size(kReductionWords); ++i) {
    if (word != kReductionWords[i]) continue;
    *value = static_cast<int64_t>(i);
    return {};
  }
  return Invalid(texts::AttrNoWord(spec.name.cann, kReductionWords, word));
}

// A word, or where the operator has it so its number, whose range the checks of the spec look at.
Status ReadAttr(const core::AttrSpec& spec, const AnyValue* any, int64_t* value) {
  *value = spec.default_value;
  if (any == nullptr) return {};
  if (const auto* word = std::get_if<std::string>(any)) return ReadWord(spec, *word, value);
  const auto* const number = std::get_if<int64_t>(any);
  if (number == nullptr || !spec.graph_takes_number) {
    const std::string_view wanted = spec.graph_takes_number ? "a string or integer" : "a string";
    return Invalid(texts::AttrOfOtherType(spec.name.cann, wanted));
  }
  *value = *number;
  return {};
}

Status ReadReal(const core::RealAttrSpec& spec, const AnyValue* any, double* value) {
  *value = spec.default_value;
  if (any == nullptr) return {};
  const auto* const number = std::get_if<float>(any);
  if (number == nullptr) return Invalid(texts::AttrOfOtherType(spec.name.cann, "a float"));
  *value = *number;
  return {};
}

}  // namespace

Status ReadAttributes(const OperatorPtr::element_type& node, const core::OpSpec& spec,
                      std::vector<int64_t>* attrs, std::vector<double>* reals) {
  for (const core::AttrSpec& attr : spec.attrs) {
    Status status = ReadAttr(attr, Find(node, attr.name.cann), &attrs->emplace_back());
    if (!status.ok()) return status;
  }
  for (const core::RealAttrSpec& attr : spec.reals) {
    Status status = ReadReal(attr, Find(node, attr.name.cann), &reals->emplace_back());
    if (!status.ok()) return status;
  }
  return {};
}

}  // namespace sigloss::graph
