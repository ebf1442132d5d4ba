// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace sigloss {

/// What kind of failure a Status reports. Fronts translate the kind to their own codes.
enum class StatusCode {
  kOk = 0,
  kNullArgument,       ///< a required tensor or pointer is missing
  kInvalidArgument,    ///< a dtype, shape, layout or attribute is outside what the operator takes
  kBroadcastMismatch,  ///< shapes that do not broadcast together (an invalid argument, too)
  kUnsupported,        ///< valid, but not available on this device
  kOutOfMemory,
  kInternal,  ///< a defect of the library; the text says where
};

/// Outcome of a call: success, or a code with a text that names the argument, what was given and
/// what was expected.
class [[nodiscard]] Status {
 public:
  Status() noexcept = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

  [[nodiscard]] bool ok() const noexcept { return code_ == StatusCode::kOk; }
  [[nodiscard]] StatusCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& message() const noexcept { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

}  // namespace sigloss
