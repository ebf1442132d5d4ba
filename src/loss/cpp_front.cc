// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "loss/cpp_front.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "core/validator.h"

namespace sigloss::loss {
namespace {

using core::Front;
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

core::Argument Describe(const View& view) {
  if (!view) return {};
  return {true, view->desc.dtype, view->desc.shape, view->desc.strides};
}

}  // namespace

Status CheckTensors(const core::OpSpec& spec, core::Views views, Reduction reduction) {
  // First of all, because no other rule means anything on shapes that were cut off.
  for (size_t i = 0; i < views.size(); ++i) {
    if (!views[i] || views[i]->desc.shape.size() <= kMaxRank) continue;
    return {StatusCode::kInvalidArgument,
            core::error_texts::RankTooLarge(spec.params[i].name.cpp, views[i]->desc.shape.size())};
  }
  std::vector<core::Argument> arguments;
  for (const View& view : views) arguments.push_back(Describe(view));
  const int64_t attrs[] = {static_cast<int64_t>(reduction)};
  return core::Validate(spec, Front::kCpp, spec.cpp_checks, arguments, attrs);
}

Status CheckCommon(const CommonOptions& options) {
  Status status = CheckNormalizer(options.normalizer, options.reduction);
  if (!status.ok()) return status;
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

Status CheckNumber(std::string_view option, double value, bool holds, std::string_view wanted) {
  return holds ? Status() : Invalid(option, wanted, ToText(value));
}

Status CheckMemory(const core::OpSpec& spec, core::Views views, std::span<const uint8_t> in_place) {
  Status status = core::CheckLayouts(spec, Front::kCpp, views);
  if (status.ok()) status = core::CheckAddresses(spec, Front::kCpp, views, in_place);
  return status;
}

Status RunPlan(const device::Plan& plan, core::Views views) {
  std::vector<void*> addresses;
  for (const View& view : views) addresses.push_back(view ? view->data : nullptr);
  return plan.Run(addresses);
}

}  // namespace sigloss::loss
