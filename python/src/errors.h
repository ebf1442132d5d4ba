// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Python exceptions. Every text begins with the function and names the argument.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "sigloss/status.h"

namespace sigloss::python {

/// An argument of a function, for messages.
struct Where {
  std::string_view function;
  std::string_view argument;
};

/// ValueError: "function: argument text".
[[noreturn]] void RaiseValueError(const Where& where, std::string_view text);

/// TypeError: "function: argument text". A Python exception that is being handled becomes its
/// cause.
[[noreturn]] void RaiseTypeError(const Where& where, std::string_view text);

/// A parameter's name in the core and in Python.
using Rename = std::pair<std::string_view, std::string_view>;

/// Raises what fits the code of a failure: ValueError, MemoryError or RuntimeError. The text is the
/// core's with its names of arguments replaced by Python's.
[[noreturn]] void RaiseStatus(const Status& status, std::span<const Rename> renames = {});

}  // namespace sigloss::python
