// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What every function of the C API shares: no exception leaves it, and each failure has a text that
// names the function and the argument.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "acl/acl_base.h"
#include "acl/error_log.h"

namespace sigloss::acl {

/// A call in progress. The members report an error and give the code to return.
class ApiCall {
 public:
  explicit ApiCall(std::string_view function) : function_(function) {}

  [[nodiscard]] std::string_view function() const { return function_; }

  /// ACL_ERROR_INVALID_PARAM: "<function> failed because <parameter> cannot be a NULL pointer."
  [[nodiscard]] aclError NullPointer(std::string_view parameter) const;

  /// ACL_ERROR_INVALID_PARAM: "... value <value> for parameter <parameter> is invalid. Expected
  /// value: <expected>."
  [[nodiscard]] aclError InvalidValue(std::string_view parameter, std::string_view value,
                                      std::string_view expected) const;

  /// The same in the words of the runtime layer, with a code of its range.
  [[nodiscard]] aclError InvalidRuntimeValue(aclError code, std::string_view parameter,
                                             std::string_view value,
                                             std::string_view expected) const;

  /// "... value <value> for parameter <parameter> is invalid. Reason: <reason>."
  [[nodiscard]] aclError Rejected(aclError code, const ErrorId& id, std::string_view parameter,
                                  std::string_view value, std::string_view reason) const;

  /// "<function> failed because <reason>"; the reason brings its full stop.
  [[nodiscard]] aclError Fail(aclError code, const ErrorId& id, std::string_view reason,
                              Advice advice = {}) const;

  /// ACL_ERROR_RT_CONTEXT_NULL: this thread has no live current context.
  [[nodiscard]] aclError NoContext() const;

  /// A task of a stream failed with that code; 0 reports nothing.
  [[nodiscard]] aclError TaskFailed(aclError code, std::string_view text) const;

  /// For handlers of exceptions.
  [[nodiscard]] aclError OutOfMemory() const noexcept;
  [[nodiscard]] aclError Unexpected(const char* what) const noexcept;

 private:
  std::string_view function_;
};

/// Runs the body of a C function: an exception becomes a code.
template <class Body>
aclError Guard(std::string_view function, Body&& body) noexcept {
  const ApiCall call(function);
  try {
    return body(call);
  } catch (const std::bad_alloc&) {
    return call.OutOfMemory();
  } catch (const std::exception& error) {
    return call.Unexpected(error.what());
  } catch (...) {
    return call.Unexpected("unknown exception");
  }
}

/// The same for a function that returns something else: `otherwise` if the body fails.
template <class Result, class Body>
Result GuardValue(std::string_view function, Result otherwise, Body&& body) noexcept {
  Result result = otherwise;
  const aclError code = Guard(function, [&](const ApiCall& call) {
    result = body(call);
    return ACL_SUCCESS;
  });
  return code == ACL_SUCCESS ? result : otherwise;
}

/// An address or handle as a text: 0x1a2b.
[[nodiscard]] std::string ToText(const void* address);

}  // namespace sigloss::acl
