// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "exec/job.h"

namespace sigloss::exec {

/// The elements of a source that are larger than a number.
struct Above {
  size_t source;
  double bound;
};

/// How many elements of the job meet both conditions. Sources may broadcast.
[[nodiscard]] double CountWhere(const Job& job, const Addresses& at, const Above& condition,
                                const std::optional<Above>& other = {});

}  // namespace sigloss::exec
