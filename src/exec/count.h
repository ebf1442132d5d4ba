// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "exec/job.h"

namespace sigloss::exec {

/// How many of the job's elements are above 0 in that source, which may broadcast. Exact up to
/// 2^53.
[[nodiscard]] double CountPositive(const Job& job, size_t source, const Addresses& at);

}  // namespace sigloss::exec
