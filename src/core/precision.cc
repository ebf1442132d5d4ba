// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "sigloss/precision.h"

#include <atomic>
#include <cstdlib>
#include <string>
#include <string_view>

namespace sigloss {
namespace {

constexpr int kUnset = -1;
std::atomic<int> process_setting{kUnset};

}  // namespace

void SetPrecision(Precision precision) noexcept {
  process_setting.store(static_cast<int>(precision), std::memory_order_relaxed);
}

Status GetPrecision(Precision* precision) {
  if (const int set = process_setting.load(std::memory_order_relaxed); set != kUnset) {
    *precision = static_cast<Precision>(set);
    if (*precision == Precision::kExact || *precision == Precision::kFast) return {};
    return {StatusCode::kInvalidArgument,
            "SetPrecision was called with " + std::to_string(set) + "; expected kExact or kFast."};
  }
  const char* variable = std::getenv("SIGLOSS_PRECISION");
  const std::string_view word = variable == nullptr || *variable == 0 ? "exact" : variable;
  if (word != "exact" && word != "fast") {
    return {StatusCode::kInvalidArgument, "The environment variable SIGLOSS_PRECISION is \"" +
                                              std::string(word) + "\"; expected exact or fast."};
  }
  *precision = word == "fast" ? Precision::kFast : Precision::kExact;
  return {};
}

}  // namespace sigloss
