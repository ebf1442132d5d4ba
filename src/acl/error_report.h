// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace sigloss::acl {

/// One reported error.
struct ErrorItem {
  std::string code;
  std::string title;
  std::string message;
  std::string possible_cause;  // these two may be empty
  std::string solution;
  std::chrono::system_clock::time_point time;
};

/// Whether the code is of an inner error, one that the catalogue doesn't explain.
[[nodiscard]] bool IsInnerCode(std::string_view code);

/// The text that programs read: the root cause, which is the first item whose code is catalogued
/// (else the first), then the messages of the other items, oldest first. `items` is not empty.
[[nodiscard]] std::string RenderErrors(std::vector<ErrorItem> items);

}  // namespace sigloss::acl
