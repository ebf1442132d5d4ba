// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/report.h"

#include <chrono>
#include <deque>
#include <mutex>
#include <utility>

#include "acl/error_report.h"
#include "ge/ge_api_error_codes.h"

namespace sigloss::graph {
namespace {

// A program that never reads its warnings must not grow without bound.
constexpr size_t kMaxWarnings = 256;

struct Warnings {
  std::mutex mutex;
  std::deque<acl::ErrorItem> items;
};

// Never destroyed: sessions may end when static objects do.
Warnings& TheWarnings() {
  static auto* warnings = new Warnings();
  return *warnings;
}

std::string InFunction(std::string_view function, std::string_view text) {
  return std::string(function).append(": ").append(text);
}

}  // namespace

::ge::Status Fail(const acl::ErrorId& id, std::string_view function, std::string_view text,
                  ::ge::Status code) noexcept {
  try {
    acl::ReportError(id.code, id.title, InFunction(function, text));
  } catch (const std::bad_alloc&) {
    acl::ReportError(id.code, id.title, function);
  }
  return code;
}

::ge::Status Report(const Status& status, std::string_view function) noexcept {
  switch (status.code()) {
    case StatusCode::kOk:
      return ::ge::SUCCESS;
    case StatusCode::kOutOfMemory:
      return Fail(error_ids::kInner, function, "Out of memory.");
    case StatusCode::kInternal:
      return Fail(error_ids::kInner, function, status.message());
    case StatusCode::kNullArgument:
      return Fail(error_ids::kMissingInput, function, status.message());
    default:
      return Fail(error_ids::kInvalidArgument, function, status.message());
  }
}

void Warn(std::string_view function, std::string_view text) noexcept {
  try {
    acl::ErrorItem item;
    item.code = "W10001";
    item.title = "Warning";
    item.message = InFunction(function, text);
    item.time = std::chrono::system_clock::now();
    Warnings& warnings = TheWarnings();
    std::lock_guard lock(warnings.mutex);
    if (warnings.items.size() >= kMaxWarnings) warnings.items.pop_front();
    warnings.items.push_back(std::move(item));
  } catch (const std::exception&) {
    // A warning that finds no memory is left out.
  }
}

std::string TakeWarnings() {
  std::deque<acl::ErrorItem> items;
  {
    Warnings& warnings = TheWarnings();
    std::lock_guard lock(warnings.mutex);
    items.swap(warnings.items);
  }
  std::string lines;
  for (acl::ErrorItem& item : items) lines += acl::RenderErrors({std::move(item)});
  return lines;
}

}  // namespace sigloss::graph
