// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ge/graph_impl.h"

namespace sigloss::graph {

/// A graph for people to read: each node with its attributes and descriptions, and where its inputs
/// come from.
[[nodiscard]] std::string Dump(const Access::GraphImpl& graph);

}  // namespace sigloss::graph
