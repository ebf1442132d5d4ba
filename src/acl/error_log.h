// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The list of error texts behind aclGetRecentErrMsg.
#pragma once

#include <string_view>

namespace sigloss::acl {

/// Code and title of a catalogued error.
struct ErrorId {
  std::string_view code;
  std::string_view title;
};

/// The catalogued errors that the runtime itself reports.
namespace error_ids {
inline constexpr ErrorId kInvalidSetting = {"EH0001", "Invalid_Argument"};
inline constexpr ErrorId kInvalidPath = {"EH0003", "File_Operation_Error_Invalid_Path"};
inline constexpr ErrorId kInvalidFile = {"EH0004", "File_Operation_Error"};
inline constexpr ErrorId kNotSupported = {"EH0006", "Not_Supported"};
inline constexpr ErrorId kInvalidValue = {"EH0007", "Invalid_Argument"};
inline constexpr ErrorId kNullPointer = {"EH0008", "Invalid_Argument_Null_Pointer"};
inline constexpr ErrorId kRejectedValue = {"EH0009", "Invalid_Argument"};
inline constexpr ErrorId kOutOfMemory = {"EH0010", "Resource_Error_Insufficient_Host_Memory"};
inline constexpr ErrorId kInvalidState = {"EE1001", "Invalid_Argument"};
inline constexpr ErrorId kStreamTimeout = {"EE1002", "Stream_Synchronize_Timeout"};
inline constexpr ErrorId kInvalidRuntimeValue = {"EE1003", "Invalid_Argument"};
inline constexpr ErrorId kInner = {"EH9999", ""};
inline constexpr ErrorId kRuntimeInner = {"EE9999", ""};
}  // namespace error_ids

/// Lines that may follow a text.
struct Advice {
  std::string_view possible_cause;
  std::string_view solution;
};

/// Adds a text to this thread's list. Codes that end in 9999 or 8888 are inner errors: they head
/// the report only if no other code is in the list.
void ReportError(std::string_view code, std::string_view title, std::string_view message,
                 Advice advice = {}) noexcept;

/// Adds a text of an inner error with the place that found it.
void ReportInnerError(const ErrorId& id, std::string_view function, std::string_view message,
                      const char* file = __builtin_FILE(), int line = __builtin_LINE()) noexcept;

/// Whether each thread has a list (the start) or the process has one.
enum class ErrorScope { kThread, kProcess };
void SetErrorScope(ErrorScope scope) noexcept;

/// The report of the list, which is emptied; null if it was empty. Valid until the next call in
/// this thread.
const char* TakeErrors() noexcept;

}  // namespace sigloss::acl
