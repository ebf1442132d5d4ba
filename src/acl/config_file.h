// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "acl/api_call.h"

namespace sigloss::acl {

/// What aclInit takes from its configuration.
struct Config {
  std::string content;  // of the file, as read
  ErrorScope error_scope = ErrorScope::kThread;
};

/// Reads a configuration file, a JSON object. Returns 0, or reports why not and returns
/// ACL_ERROR_INVALID_FILE (unreadable), ACL_ERROR_PARSE_FILE (not JSON) or ACL_ERROR_INVALID_PARAM.
[[nodiscard]] aclError ReadConfig(const ApiCall& call, const char* path, Config* config);

}  // namespace sigloss::acl
