// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// How failures and warnings of the graph front reach the program.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "acl/error_log.h"
#include "graph/types.h"
#include "sigloss/status.h"

namespace sigloss::graph {

/// The catalogued errors of this front.
namespace error_ids {
inline constexpr acl::ErrorId kInvalidArgument = {"E10001", "Invalid_Argument"};
inline constexpr acl::ErrorId kSession = {"E10062", "Invalid_Session_Call"};
inline constexpr acl::ErrorId kMissingInput = {"E13025", "Invalid_Argument_Graph_Input"};
inline constexpr acl::ErrorId kInner = {"E19999", ""};
}  // namespace error_ids

/// Reports "<function>: <text>" and gives FAILED, or the code.
::ge::Status Fail(const acl::ErrorId& id, std::string_view function, std::string_view text,
                  ::ge::Status code = 0xFFFFFFFF) noexcept;

/// Reports what a Status says: SUCCESS or FAILED. A null argument is a missing input.
::ge::Status Report(const Status& status, std::string_view function) noexcept;

/// Adds a line to what GEGetWarningMsgV2 reads.
void Warn(std::string_view function, std::string_view text) noexcept;

/// The warnings, which are then forgotten.
[[nodiscard]] std::string TakeWarnings();

/// Runs the body of a function that gives a code; what it throws becomes one.
template <class Body>
::ge::Status Guard(std::string_view function, const Body& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return Report({StatusCode::kOutOfMemory, {}}, function);
  } catch (const std::exception& error) {
    return Fail(error_ids::kInner, function, error.what());
  } catch (...) {
    return Fail(error_ids::kInner, function, "Unknown exception.");
  }
}

}  // namespace sigloss::graph
