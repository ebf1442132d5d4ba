// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/cpp_api/options.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/error_texts.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using Kind = Normalizer::Kind;

constexpr std::string_view kKinds[] = {"kNumel", "kRows", "kPositives", "kNumber"};

// The shortest text that means this very number.
std::string ToText(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string ToText(int64_t value) { return std::to_string(value); }

Status Invalid(std::string_view option, std::string_view wanted, std::string_view got) {
  return {StatusCode::kInvalidArgument, core::error_texts::OptionInvalid(option, wanted, got)};
}

Status CheckNormalizer(const Normalizer& normalizer, Reduction reduction) {
  const auto kind = static_cast<size_t>(normalizer.kind);
  if (kind >= std::size(kKinds)) {
    return Invalid("normalizer.kind", "kNumel, kRows, kPositives or kNumber",
                   ToText(static_cast<int64_t>(kind)));
  }
  if (normalizer.kind != Kind::kNumel && reduction != Reduction::kMean) {
    return Invalid("normalizer.kind", "kNumel unless the reduction is kMean", kKinds[kind]);
  }
  const double number = normalizer.number;
  if (normalizer.kind == Kind::kNumber && (!std::isfinite(number) || number == 0)) {
    return Invalid("normalizer.number", "finite and not 0", ToText(number));
  }
  return {};
}

}  // namespace

Status CheckOptions(const BceOptions& options) {
  Status status = CheckNormalizer(options.normalizer, options.reduction);
  if (!status.ok()) return status;
  const double smoothing = options.label_smoothing;
  if (!(smoothing >= 0 && smoothing <= 1)) {  // so that NaN is refused, too
    return Invalid("label_smoothing", "in [0, 1]", ToText(smoothing));
  }
  if (options.precision && *options.precision != Precision::kExact &&
      *options.precision != Precision::kFast) {
    return Invalid("precision", "kExact or kFast",
                   ToText(static_cast<int64_t>(*options.precision)));
  }
  if (options.max_threads < 0) {
    return Invalid("max_threads", "at least 0", ToText(int64_t{options.max_threads}));
  }
  return {};
}

}  // namespace sigloss::ops::bce_with_logits
