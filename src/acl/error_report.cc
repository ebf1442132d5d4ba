// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/error_report.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace sigloss::acl {
namespace {

// Local time down to microseconds: 2024-01-31-23:59:59.123.456
std::string FormatTime(std::chrono::system_clock::time_point time) {
  using std::chrono::microseconds;
  const auto since = std::chrono::floor<microseconds>(time.time_since_epoch()).count();
  const time_t seconds = static_cast<time_t>(since / 1'000'000);
  const int micros = static_cast<int>(since % 1'000'000);
  tm local = {};
  localtime_r(&seconds, &local);
  char date[32];
  strftime(date, sizeof(date), "%Y-%m-%d-%H:%M:%S", &local);
  char fraction[16];
  std::snprintf(fraction, sizeof(fraction), ".%03d.%03d", micros / 1000, micros % 1000);
  return std::string(date) + fraction;
}

std::string Header(const ErrorItem& item) {
  return "[PID: " + std::to_string(getpid()) + "] " + FormatTime(item.time) + " " + item.title +
         "(" + item.code + "): ";
}

constexpr std::string_view kTraceBack = "TraceBack (most recent call last):\n";

std::string RenderCatalogued(const ErrorItem& root, bool more) {
  std::string text = Header(root) + root.message + "\n";
  if (!root.possible_cause.empty()) text += "        Possible Cause: " + root.possible_cause + "\n";
  if (!root.solution.empty()) text += "        Solution: " + root.solution + "\n";
  if (more) text += kTraceBack;
  return text;
}

std::string RenderInner(const ErrorItem& root) {
  std::string text = root.code + ": Internal error!\n";
  text += root.code + Header(root) + " " + root.message + "\n";
  return text += kTraceBack;
}

}  // namespace

bool IsInnerCode(std::string_view code) { return code.ends_with("9999") || code.ends_with("8888"); }

std::string RenderErrors(std::vector<ErrorItem> items) {
  auto root = std::find_if(items.begin(), items.end(),
                           [](const ErrorItem& item) { return !IsInnerCode(item.code); });
  const bool inner = root == items.end();
  if (!inner) std::rotate(items.begin(), root, root + 1);
  std::string text =
      inner ? RenderInner(items.front()) : RenderCatalogued(items.front(), items.size() > 1);
  const std::string_view indent = inner ? "       " : "        ";
  for (size_t i = 1; i < items.size(); ++i) text.append(indent).append(items[i].message) += '\n';
  return text;
}

}  // namespace sigloss::acl
