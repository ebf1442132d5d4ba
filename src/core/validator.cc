// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/validator.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>

#include "core/error_texts.h"

namespace sigloss::core {
namespace {

Status Invalid(std::string text) { return {StatusCode::kInvalidArgument, std::move(text)}; }

bool Equal(Extents a, Extents b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

std::string Capitalised(std::string_view word) {
  std::string result(word);
  result[0] = static_cast<char>(std::toupper(result[0]));
  return result;
}

// Checks of one call: the arguments with their names in the front's words.
class Checker {
 public:
  Checker(const OpSpec& spec, Front front, std::span<const Argument> args,
          std::span<const int64_t> attrs, std::span<const double> reals)
      : spec_(spec), front_(front), args_(args), attrs_(attrs), reals_(reals) {}

  [[nodiscard]] Status Run(const Check& check) const {
    switch (check.rule) {
      case Rule::kNotNull:
        return NotNull(check.subject);
      case Rule::kMaxRank:
        return MaxRank(check.subject);
      case Rule::kMinRank:
        return MinRank(check.subject, check.other);
      case Rule::kRank:
        return RankIs(check.subject, check.other);
      case Rule::kNotEmpty:
        return NotEmpty(check.subject);
      case Rule::kFormatND:
        return FormatND(check.subject);
      case Rule::kDType:
        return InDTypes(check.subject);
      case Rule::kSameDType:
        return SameDType(check.subject, check.other);
      case Rule::kSameFormat:
        return SameFormat(check.subject, check.other);
      case Rule::kSameShape:
        return SameShape(check.subject, check.other);
      case Rule::kBroadcastsTo:
        return BroadcastsTo(check.subject, check.other);
      case Rule::kAttrRange:
        return AttrRange(check.subject);
      case Rule::kAttrListed:
        return AttrListed(check.subject);
      case Rule::kReal:
        return RealInRange(check.subject);
      case Rule::kLossShape:
        return LossShape(check.subject, check.other);
      case Rule::kStopIfEmpty:
        return {};
    }
    return {StatusCode::kInternal, "unknown rule in the checks of " + std::string(spec_.name.cpp)};
  }

 private:
  [[nodiscard]] std::string_view Name(size_t i) const { return spec_.params[i].name.In(front_); }
  // An absent optional tensor passes every rule but kNotNull.
  [[nodiscard]] bool Absent(size_t i) const { return !args_[i].given; }

  [[nodiscard]] Status NotNull(size_t i) const {
    if (!Absent(i)) return {};
    return {StatusCode::kNullArgument, error_texts::NullTensor(Name(i))};
  }

  [[nodiscard]] Status MaxRank(size_t i) const {
    if (Absent(i) || args_[i].shape.size() <= kMaxRank) return {};
    return Invalid(error_texts::RankTooLarge(Name(i), args_[i].shape.size()));
  }

  [[nodiscard]] Status MinRank(size_t i, size_t lowest) const {
    if (Absent(i) || args_[i].shape.size() >= lowest) return {};
    return Invalid(error_texts::RankTooSmall(Name(i), lowest, args_[i].shape.size()));
  }

  [[nodiscard]] Status RankIs(size_t i, size_t wanted) const {
    if (Absent(i) || args_[i].shape.size() == wanted) return {};
    return Invalid(error_texts::RankDiffers(Name(i), wanted, args_[i].shape));
  }

  [[nodiscard]] Status NotEmpty(size_t i) const {
    if (Absent(i) || !IsEmpty(args_[i].shape)) return {};
    return Invalid(error_texts::TensorEmpty(Name(i), args_[i].shape));
  }

  [[nodiscard]] Status FormatND(size_t i) const {
    if (Absent(i) || args_[i].format == "ND") return {};
    return Invalid(error_texts::FormatNotSupported(Name(i), args_[i].format));
  }

  [[nodiscard]] Status InDTypes(size_t i) const {
    const DTypeSet& dtypes = spec_.params[i].dtypes.In(front_);
    if (Absent(i) || dtypes.Contains(args_[i].dtype)) return {};
    return Invalid(error_texts::DTypeNotSupported(front_, Name(i), args_[i].dtype, dtypes));
  }

  [[nodiscard]] Status SameDType(size_t i, size_t other) const {
    if (Absent(i) || args_[i].dtype == args_[other].dtype) return {};
    return Invalid(error_texts::DTypeDiffers(front_, Name(i), args_[other].dtype, args_[i].dtype));
  }

  [[nodiscard]] Status SameFormat(size_t i, size_t other) const {
    if (args_[i].format == args_[other].format) return {};
    return Invalid(
        error_texts::FormatDiffers(Name(i), Name(other), args_[i].format, args_[other].format));
  }

  [[nodiscard]] Status SameShape(size_t i, size_t other) const {
    if (Absent(i) || Equal(args_[i].shape, args_[other].shape)) return {};
    return Invalid(
        error_texts::ShapeDiffers(Name(i), Name(other), args_[i].shape, args_[other].shape));
  }

  [[nodiscard]] Status BroadcastsTo(size_t i, size_t other) const {
    if (Absent(i)) return {};
    const Extents wanted = args_[other].shape;
    const auto result = Broadcast(args_[i].shape, wanted);
    if (result && Equal(*result, wanted)) return {};
    return {StatusCode::kBroadcastMismatch,
            error_texts::ShapeDoesNotBroadcast(Name(i), Name(other), args_[i].shape, wanted)};
  }

  [[nodiscard]] bool InRange(size_t i) const {
    return attrs_[i] >= spec_.attrs[i].lowest && attrs_[i] <= spec_.attrs[i].highest;
  }

  [[nodiscard]] Status AttrListed(size_t i) const {
    if (InRange(i)) return {};
    const AttrSpec& attr = spec_.attrs[i];
    return Invalid(error_texts::AttrNotListed(Capitalised(attr.name.In(front_)), attr.lowest,
                                              attr.highest, attrs_[i]));
  }

  // Whether the loss is reduced to one number: what the attribute of that name says.
  [[nodiscard]] bool IsReduced() const {
    for (size_t i = 0; i < attrs_.size(); ++i) {
      if (spec_.attrs[i].name.cpp == "reduction") return attrs_[i] != 0;
    }
    return false;
  }

  [[nodiscard]] Status LossShape(size_t i, size_t other) const {
    const Extents shape = args_[i].shape;
    const Extents wanted = IsReduced() ? Extents() : args_[other].shape;
    if (IsReduced() ? NumElements(shape) == 1 : Equal(shape, wanted)) return {};
    return Invalid(error_texts::LossShapeDiffers(Name(i), wanted, shape));
  }

  [[nodiscard]] Status AttrRange(size_t i) const {
    if (InRange(i)) return {};
    const AttrSpec& attr = spec_.attrs[i];
    std::string name(attr.name.In(front_));
    if (front_ == Front::kAclnn) name = Capitalised(name);
    return Invalid(error_texts::AttrOutOfRange(name, attr.lowest, attr.highest, attrs_[i]));
  }

  [[nodiscard]] Status RealInRange(size_t i) const {
    const RealAttrSpec& attr = spec_.reals[i];
    const double value = reals_[i];
    if (std::isfinite(value) && value >= attr.lowest && value <= attr.highest) return {};
    return Invalid(
        error_texts::RealOutOfRange(attr.name.In(front_), attr.lowest, attr.highest, value));
  }

  const OpSpec& spec_;
  Front front_;
  std::span<const Argument> args_;
  std::span<const int64_t> attrs_;
  std::span<const double> reals_;
};

bool IsShapeRule(Rule rule) { return rule == Rule::kSameShape || rule == Rule::kBroadcastsTo; }

}  // namespace

Status Validate(const OpSpec& spec, Front front, std::span<const Check> checks,
                std::span<const Argument> args, std::span<const int64_t> attrs,
                std::span<const double> reals) {
  const Checker checker(spec, front, args, attrs, reals);
  bool skip_shapes = false;
  for (const Check& check : checks) {
    if (check.rule == Rule::kStopIfEmpty) skip_shapes |= IsEmpty(args[check.subject].shape);
    if (skip_shapes && IsShapeRule(check.rule)) continue;
    if (Status status = checker.Run(check); !status.ok()) return status;
  }
  return {};
}

}  // namespace sigloss::core
