// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/export.h"
#include "sigloss/status.h"

namespace sigloss::device {

/// A validated call without its data: layouts, attributes and the chosen kernel. Immutable, so one
/// plan may run on several threads and any number of times.
class SIGLOSS_INTERNAL Plan {
 public:
  virtual ~Plan() = default;

  /// Runs on the calling thread (and those of the thread pool) and returns when the output is
  /// written. `addresses` is parallel to the parameters of the operator's spec: the first element
  /// of each tensor's view, null for an absent optional one.
  [[nodiscard]] virtual Status Run(std::span<void* const> addresses) const = 0;
};

}  // namespace sigloss::device
