// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Whether the graph engine of the process is initialised, and its options.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "graph/types.h"

namespace sigloss::graph {

using Options = std::map<std::string, std::string>;

/// GEInitialize and GEFinalize.
::ge::Status Initialize(const Options& options);
::ge::Status Finalize();

/// Number of the initialisation that is in force, 0 if there is none. A session belongs to one.
[[nodiscard]] uint64_t CurrentGeneration();

/// Checks options and reports what is wrong in the name of a function: empty names and devices that
/// there are not are refused, unknown names are warned of.
[[nodiscard]] ::ge::Status CheckOptions(const char* function, const Options& options);

}  // namespace sigloss::graph
