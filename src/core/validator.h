// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The one validator: walks the checks an OpSpec lists for a front.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/export.h"
#include "core/op_spec.h"
#include "core/shape.h"
#include "sigloss/status.h"

namespace sigloss::core {

/// What a front was handed for one parameter. Spans may exceed kMaxRank: ranks are checked here.
struct Argument {
  bool given = false;
  DType dtype = DType::kUndefined;
  Extents shape;
  Extents strides;
  std::string_view format = "ND";  // storage format
};

/// First check of the list that fails, as a Status in the words of that front; ok if none does.
/// `args`, `attrs` and `reals` are parallel to spec.params, spec.attrs and spec.reals.
[[nodiscard]] SIGLOSS_INTERNAL Status Validate(const OpSpec& spec, Front front,
                                               std::span<const Check> checks,
                                               std::span<const Argument> args,
                                               std::span<const int64_t> attrs,
                                               std::span<const double> reals = {});

}  // namespace sigloss::core
