// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "graph/attr_value.h"

namespace sigloss::graph {

using AnyValue =
    std::variant<int64_t, float, bool, std::string, ::ge::DataType, ::ge::Tensor, ::ge::NamedAttrs,
                 std::vector<int64_t>, std::vector<float>, std::vector<bool>,
                 std::vector<std::string>, std::vector<::ge::DataType>, std::vector<::ge::Tensor>,
                 std::vector<::ge::NamedAttrs>, std::vector<uint8_t>,
                 std::vector<std::vector<int64_t>>>;

/// A value as a reader of a dump wants it; vectors in brackets, tensors by their shapes.
[[nodiscard]] std::string ToText(const AnyValue& value);

}  // namespace sigloss::graph

struct ge::AttrValue::Value {
  sigloss::graph::AnyValue any;
};
