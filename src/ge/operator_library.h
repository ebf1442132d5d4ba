// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sigloss::graph {

/// Loads the shared library that registers the operators, from where this one lies, unless it is
/// loaded already. A program that names no symbol of it may have been linked without it: linkers
/// leave such libraries out, and build files for CANN do not know it. Does nothing in static
/// builds.
void LoadOperatorLibrary();

}  // namespace sigloss::graph
