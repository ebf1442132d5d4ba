// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/error_log.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

#include "acl/error_report.h"

namespace sigloss::acl {
namespace {

// A program that never reads its errors must not grow without bound.
constexpr size_t kMaxItems = 256;

using ErrorList = std::deque<ErrorItem>;

struct ProcessList {
  std::mutex mutex;
  ErrorList items;
};

ProcessList& TheProcessList() {
  static auto* list = new ProcessList();
  return *list;
}

std::atomic<ErrorScope> scope_of_lists = ErrorScope::kThread;

// Static objects of a program may call the C API at exit, after this thread's objects are gone.
thread_local bool thread_errors_gone = false;

struct ThreadErrors {
  ~ThreadErrors() { thread_errors_gone = true; }
  ErrorList items;
  std::string text;
};
thread_local ThreadErrors thread_errors;

// Runs `use` on the list that this thread's errors belong to.
template <class Use>
void WithList(Use&& use) {
  if (thread_errors_gone) return;
  if (scope_of_lists == ErrorScope::kThread) return use(thread_errors.items);
  std::lock_guard lock(TheProcessList().mutex);
  use(TheProcessList().items);
}

void Append(ErrorItem item) {
  WithList([&](ErrorList& list) {
    if (list.size() >= kMaxItems) list.pop_front();
    list.push_back(std::move(item));
  });
}

}  // namespace

void ReportError(std::string_view code, std::string_view title, std::string_view message,
                 Advice advice) noexcept {
  try {
    Append({std::string(code), std::string(title), std::string(message),
            std::string(advice.possible_cause), std::string(advice.solution),
            std::chrono::system_clock::now()});
  } catch (const std::exception&) {
    // Without memory for a text, the code that the caller returns has to do.
  }
}

void ReportInnerError(const ErrorId& id, std::string_view function, std::string_view message,
                      const char* file, int line) noexcept {
  try {
    const std::string_view path = file;
    std::string text(message);
    text.append("[FUNC:").append(function).append("][FILE:");
    text.append(path.substr(path.rfind('/') + 1)).append("][LINE:").append(std::to_string(line));
    ReportError(id.code, id.title, text.append("]"));
  } catch (const std::exception&) {
    ReportError(id.code, id.title, message);
  }
}

void SetErrorScope(ErrorScope scope) noexcept { scope_of_lists = scope; }

const char* TakeErrors() noexcept {
  try {
    ErrorList items;
    WithList([&](ErrorList& list) { items.swap(list); });
    if (items.empty()) return nullptr;
    thread_errors.text = RenderErrors({items.begin(), items.end()});
    return thread_errors.text.c_str();
  } catch (const std::exception&) {
    return nullptr;
  }
}

}  // namespace sigloss::acl
