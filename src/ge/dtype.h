// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/dtype_table.h"
#include "graph/types.h"

namespace sigloss::graph {

/// The numbers are the same but for that of no type; others than those of the platform have none.
inline DType ToDType(::ge::DataType dtype) {
  const auto number = static_cast<unsigned>(dtype);
  if (dtype == ::ge::DT_UNDEFINED || number >= ::ge::DT_MAX) return DType::kUndefined;
  return static_cast<DType>(number);
}

/// "DT_FLOAT"; a number where it is no type.
inline std::string NameOf(::ge::DataType dtype) {
  const core::DTypeInfo& info = core::FindDType(ToDType(dtype));
  if (info.dtype == DType::kUndefined) return std::to_string(dtype);
  return std::string(info.cann_name);
}

}  // namespace sigloss::graph
