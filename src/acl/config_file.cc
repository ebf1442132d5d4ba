// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/config_file.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace sigloss::acl {
namespace {

constexpr const char* kModeKey = "err_msg_mode";

bool ReadFile(const char* path, std::string* content) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  char chunk[4096];
  while (file.read(chunk, sizeof(chunk)) || file.gcount() > 0) {
    content->append(chunk, static_cast<size_t>(file.gcount()));
  }
  return !file.bad();  // a folder opens, but cannot be read
}

}  // namespace

aclError ReadConfig(const ApiCall& call, const char* path, Config* config) {
  if (!ReadFile(path, &config->content)) {
    return call.Rejected(ACL_ERROR_INVALID_FILE, error_ids::kInvalidPath, "configPath", path,
                         "The file cannot be read");
  }
  const auto json = nlohmann::json::parse(config->content, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    return call.Rejected(ACL_ERROR_PARSE_FILE, error_ids::kInvalidFile, "configPath", path,
                         "The file does not hold a JSON object");
  }
  if (!json.contains(kModeKey)) return ACL_SUCCESS;
  const auto& mode = json[kModeKey];
  if (mode != "0" && mode != "1") {
    return call.Rejected(ACL_ERROR_INVALID_PARAM, error_ids::kInvalidSetting, kModeKey, mode.dump(),
                         "The mode is \"0\" (texts per thread) or \"1\" (per process)");
  }
  config->error_scope = mode == "1" ? ErrorScope::kProcess : ErrorScope::kThread;
  return ACL_SUCCESS;
}

}  // namespace sigloss::acl
