// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GE_GE_IR_BUILD_H_
#define INC_EXTERNAL_GE_GE_IR_BUILD_H_

#include <cstddef>
#include <cstdint>

#include "graph/error_codes.h"
#include "graph/graph.h"
#include "graph/types.h"

namespace ge {

/// Version of the graph's language: 1.0.0. GRAPH_PARAM_INVALID for a null pointer.
GE_FUNC_VISIBILITY graphStatus aclgrphGetIRVersion(int32_t* major_version, int32_t* minor_version,
                                                   int32_t* patch_version);

/// Writes a graph as text. `file` of `len` characters is a path: its folder, which must exist,
/// receives ge_graph_<number>_<name>.txt, where <name> is the last part of the path, or the graph's
/// name if that part is empty. GRAPH_PARAM_INVALID for a null or empty path, one of another length,
/// a folder that is not there, and a graph without inputs; GRAPH_FAILED if writing fails.
GE_FUNC_VISIBILITY graphStatus aclgrphDumpGraph(const ge::Graph& graph, const char_t* file,
                                                const size_t len);

}  // namespace ge

#endif  // INC_EXTERNAL_GE_GE_IR_BUILD_H_
