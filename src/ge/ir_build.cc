// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The functions of ge_ir_build.h.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "ge/ge_ir_build.h"
#include "ge/graph_dump.h"
#include "ge/graph_impl.h"
#include "ge/report.h"

namespace ge {
namespace {

namespace graph = sigloss::graph;

constexpr const char* kDump = "aclgrphDumpGraph";

graphStatus Refuse(const std::string& text) {
  return graph::Fail(graph::error_ids::kInvalidArgument, kDump, text, GRAPH_PARAM_INVALID);
}

// Several dumps of one name stay apart.
std::string NextFileName(const std::string& suffix) {
  static std::atomic<unsigned> count{0};
  char number[16];
  std::snprintf(number, sizeof number, "%08u", count.fetch_add(1));
  return "ge_graph_" + std::string(number) + "_" + suffix + ".txt";
}

graphStatus Dump(const Graph& dumped, const char_t* file, size_t len) {
  if (file == nullptr) return Refuse("The file is a null pointer.");
  if (len == 0 || std::strlen(file) != len) {
    return Refuse("The path \"" + std::string(file) + "\" does not have the length " +
                  std::to_string(len) + ", or is empty.");
  }
  const graph::Access::GraphPtr& impl = graph::Access::Impl(dumped);
  if (impl == nullptr || !impl->HasInputs()) {
    return Refuse("The graph has no inputs; SetInputs must be called first.");
  }
  const std::filesystem::path path(file);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code code;
  if (!std::filesystem::is_directory(folder, code)) {
    return Refuse("There is no folder " + folder.string() + ".");
  }
  const std::string suffix = path.has_filename() ? path.filename().string() : impl->name;
  const std::filesystem::path target = folder / NextFileName(suffix);
  std::ofstream stream(target);
  stream << graph::Dump(*impl);
  stream.close();
  if (stream.good()) return GRAPH_SUCCESS;
  return graph::Fail(graph::error_ids::kInvalidArgument, kDump,
                     target.string() + " cannot be written.", GRAPH_FAILED);
}

}  // namespace

graphStatus aclgrphGetIRVersion(int32_t* major_version, int32_t* minor_version,
                                int32_t* patch_version) {
  if (major_version == nullptr || minor_version == nullptr || patch_version == nullptr) {
    return graph::Fail(graph::error_ids::kInvalidArgument, "aclgrphGetIRVersion",
                       "A place for the version is a null pointer.", GRAPH_PARAM_INVALID);
  }
  *major_version = 1;
  *minor_version = 0;
  *patch_version = 0;
  return GRAPH_SUCCESS;
}

graphStatus aclgrphDumpGraph(const Graph& graph, const char_t* file, const size_t len) {
  return graph::Guard(kDump, [&] { return Dump(graph, file, len); });
}

}  // namespace ge
