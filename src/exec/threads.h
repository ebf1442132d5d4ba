// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sigloss::exec {

/// What a call asks for, or the setting of the process where it asks for nothing (0). 0: all.
[[nodiscard]] int ThreadsOrSetting(int max_threads);

}  // namespace sigloss::exec
