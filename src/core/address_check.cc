// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/address_check.h"

#include "core/error_texts.h"
#include "core/overlap.h"

namespace sigloss::core {

Status CheckAddresses(const OpSpec& spec, Front front,
                      std::span<const std::optional<TensorView>> views) {
  const auto name = [&](size_t i) { return spec.params[i].name.In(front); };
  for (size_t i = 0; i < views.size(); ++i) {
    if (views[i] && views[i]->data == nullptr && !IsEmpty(views[i]->desc.shape)) {
      return {StatusCode::kNullArgument, error_texts::NullData(name(i))};
    }
  }
  for (size_t out = 0; out < views.size(); ++out) {
    if (spec.params[out].presence != Presence::kOutput) continue;
    for (size_t in = 0; in < views.size(); ++in) {
      if (in == out || !views[in] || SameElements(*views[out], *views[in])) continue;
      if (Overlap(*views[out], *views[in])) {
        return {StatusCode::kInvalidArgument,
                error_texts::OutputOverlapsInput(name(out), name(in))};
      }
    }
  }
  return {};
}

}  // namespace sigloss::core
