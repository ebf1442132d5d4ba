// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

#include <nanobind/nanobind.h>

#include <cctype>
#include <new>
#include <string>

namespace nb = nanobind;

namespace sigloss::python {
namespace {

[[noreturn]] void Raise(PyObject* type, const std::string& text) {
  // A Python exception that a conversion left behind says more about the reason.
  if (PyErr_Occurred() != nullptr) {
    nb::chain_error(type, "%s", text.c_str());
  } else {
    PyErr_SetString(type, text.c_str());
  }
  throw nb::python_error();
}

std::string Text(const Where& where, std::string_view text) {
  std::string all(where.function);
  return all.append(": ").append(where.argument).append(" ").append(text);
}

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view NameOf(std::string_view word, std::span<const Rename> renames) {
  for (const Rename& rename : renames) {
    if (word == rename.first) return rename.second;
  }
  return word;
}

// Whole words only: the function's own name may hold that of an argument.
std::string Renamed(const std::string& text, std::span<const Rename> renames) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && IsWordCharacter(text[end])) ++end;
    if (end == i) {
      result += text[i++];
    } else {
      result += NameOf(std::string_view(text).substr(i, end - i), renames);
      i = end;
    }
  }
  return result;
}

}  // namespace

void RaiseValueError(const Where& where, std::string_view text) {
  Raise(PyExc_ValueError, Text(where, text));
}

void RaiseTypeError(const Where& where, std::string_view text) {
  Raise(PyExc_TypeError, Text(where, text));
}

void RaiseStatus(const Status& status, std::span<const Rename> renames) {
  switch (status.code()) {
    case StatusCode::kNullArgument:
    case StatusCode::kInvalidArgument:
    case StatusCode::kBroadcastMismatch:
      Raise(PyExc_ValueError, Renamed(status.message(), renames));
    case StatusCode::kOutOfMemory:
      throw std::bad_alloc();
    case StatusCode::kOk:
    case StatusCode::kUnsupported:
    case StatusCode::kInternal:
      break;
  }
  Raise(PyExc_RuntimeError, status.message());
}

}  // namespace sigloss::python
