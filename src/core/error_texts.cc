// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/error_texts.h"

#include <array>
#include <charconv>
#include <initializer_list>
#include <limits>

#include "sigloss/tensor_view.h"

namespace sigloss::core::error_texts {
namespace {

std::string Join(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (std::string_view part : parts) text += part;
  return text;
}

std::string_view NameIn(Front front, DType dtype) {
  const DTypeInfo& info = FindDType(dtype);
  return front == Front::kCpp ? info.name : info.cann_name;
}

// CANN ends its list with a comma.
std::string ListIn(Front front, const DTypeSet& dtypes) {
  std::string list;
  for (DType dtype : dtypes) {
    if (front != Front::kCpp) {
      list += Join({NameIn(front, dtype), ","});
    } else {
      list += Join({list.empty() ? "" : ", ", NameIn(front, dtype)});
    }
  }
  return list;
}

// The shortest text that means this very number.
std::string ToText(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

std::string NullTensor(std::string_view arg) {
  return Join({"Expected a proper Tensor but got null for argument ", arg, "."});
}

std::string NullPointer(std::string_view arg) {
  return Join({"Expected a valid address but got null for argument ", arg, "."});
}

std::string NullData(std::string_view arg) {
  return Join({"Expected a valid data address but got null for tensor ", arg, "."});
}

std::string RankTooLarge(std::string_view arg, size_t rank) {
  return Join({"The ", arg, " tensor cannot be larger than ", std::to_string(kMaxRank),
               " dimensions, but it has ", std::to_string(rank), "."});
}

std::string RankTooSmall(std::string_view arg, size_t lowest, size_t rank) {
  return Join({"The ", arg, " tensor must have at least ", std::to_string(lowest),
               " dimension(s), but it has ", std::to_string(rank), "."});
}

std::string RankDiffers(std::string_view arg, size_t wanted, Extents shape) {
  return Join({"The ", arg, " tensor must have ", std::to_string(wanted),
               " dimensions, but its shape is ", ToString(shape), "."});
}

std::string RankUnknown(std::string_view arg) {
  return Join({"The rank of tensor ", arg,
               " must be known: its shape is [-2], but the operator takes no more than unknown "
               "extents, -1."});
}

std::string TensorEmpty(std::string_view arg, Extents shape) {
  return Join({"Tensor ", arg, " must not be empty, but its shape is ", ToString(shape), "."});
}

std::string DTypeNotSupported(Front front, std::string_view arg, DType got,
                              const DTypeSet& wanted) {
  return Join({"Tensor ", arg, " not implemented for ", NameIn(front, got),
               ", should be in dtype support list [", ListIn(front, wanted), "]."});
}

std::string DTypeDiffers(Front front, std::string_view arg, DType wanted, DType got) {
  return Join({"Tensor ", arg, " expected dtype is ", NameIn(front, wanted), " but found ",
               NameIn(front, got), "."});
}

std::string FormatDiffers(std::string_view a, std::string_view b, std::string_view format_a,
                          std::string_view format_b) {
  return Join({"Format of ", a, " and ", b, " can't be different, ", a, " [", format_a, "], ", b,
               " [", format_b, "]."});
}

std::string FormatNotSupported(std::string_view arg, std::string_view format) {
  return Join({"Format of ", arg, " should be ND, but current is ", format, "."});
}

std::string ShapeDiffers(std::string_view a, std::string_view b, Extents shape_a, Extents shape_b) {
  return Join({"Expected tensor for ", a, " to have same size as tensor for ", b, ", but ",
               ToString(shape_a), " does not equal ", ToString(shape_b), "."});
}

std::string ShapeDoesNotBroadcast(std::string_view arg, std::string_view to, Extents shape,
                                  Extents wanted) {
  return Join({"The size of tensor ", arg, " ", ToString(shape), " must match the size of tensor ",
               to, " ", ToString(wanted), "."});
}

std::string AttrOutOfRange(std::string_view attr, int64_t lowest, int64_t highest, int64_t got) {
  return Join({attr, " should be between ", std::to_string(lowest), " and ",
               std::to_string(highest), ", but current is ", std::to_string(got)});
}

std::string AttrNotListed(std::string_view attr, int64_t lowest, int64_t highest, int64_t got) {
  std::string list;
  for (int64_t value = lowest; value <= highest; ++value) {
    list += Join({value == lowest ? "" : ", ", std::to_string(value)});
  }
  return Join({attr, " only support [", list, "]. But current is ", std::to_string(got), "."});
}

std::string AttrNoWord(std::string_view attr, std::span<const std::string_view> words,
                       std::string_view got) {
  std::string list;
  for (std::string_view word : words) list += Join({list.empty() ? "" : ", ", word});
  return Join({"Attribute ", attr, " should be one of [", list, "], but current is ", got, "."});
}

std::string AttrOfOtherType(std::string_view attr, std::string_view wanted) {
  return Join({"Attribute ", attr, " has a value of another type, expected ", wanted, "."});
}

std::string RealOutOfRange(std::string_view attr, double lowest, double highest, double got) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  const bool open = lowest == -kLargest && highest == kLargest;
  return Join({"Attribute ", attr, " should be ",
               open ? "finite" : Join({"in [", ToText(lowest), ", ", ToText(highest), "]"}),
               ", but current is ", ToText(got), "."});
}

std::string OptionInvalid(std::string_view option, std::string_view wanted, std::string_view got) {
  return Join({"Option ", option, " should be ", wanted, ", but current is ", got, "."});
}

std::string LossShapeDiffers(std::string_view arg, Extents wanted, Extents got) {
  return Join({"Expected tensor for ", arg, " to have same size as ", ToString(wanted),
               ", but got ", ToString(got), "."});
}

std::string ClassIndexShape(std::string_view arg, Extents got, Extents logits) {
  return Join({"Tensor ", arg, " of class indices has the shape ", ToString(got),
               ", expected that of logits, ", ToString(logits), ", without its last axis."});
}

std::string ClassIndexInvalid(std::string_view arg, int64_t row, int64_t got, int64_t columns) {
  return Join({"Tensor ", arg, " holds class index ", std::to_string(got), " in row ",
               std::to_string(row), ", should be in [0, ", std::to_string(columns),
               "] (the last one means background), or -1 for a row to leave out."});
}

std::string ShapeInvalid(std::string_view arg, Extents shape) {
  return Join({"The shape of tensor ", arg, " ", ToString(shape),
               " has a negative extent or more than 2^56 elements."});
}

std::string ViewOverflows(std::string_view arg, Extents strides) {
  return Join({"The view of tensor ", arg, " with strides ", ToString(strides),
               " reaches past what 64 bits count."});
}

std::string ViewTooWide(std::string_view arg, Extents strides) {
  return Join({"The view of tensor ", arg, " with strides ", ToString(strides),
               " reaches more than 2^56 elements from its first one."});
}

std::string StridesDoNotFit(std::string_view arg, Extents shape, Extents strides) {
  return Join({"Tensor ", arg, " of shape ", ToString(shape), " has strides ", ToString(strides),
               "; there must be one for each extent."});
}

std::string ViewLeavesStorage(std::string_view arg, int64_t element, int64_t storage_elements) {
  return Join({"The view of tensor ", arg, " reaches element ", std::to_string(element),
               ", outside its storage of ", std::to_string(storage_elements), " elements."});
}

std::string OutputOverlapsItself(std::string_view arg, Extents shape, Extents strides) {
  return Join({"Tensor ", arg, " of shape ", ToString(shape), " with strides ", ToString(strides),
               " may have elements that share memory; an output must not."});
}

std::string OutputOverlapsInput(std::string_view out, std::string_view input) {
  return Join({"Tensor ", out, " overlaps tensor ", input,
               " in memory; they must be apart, or the same elements in the same layout."});
}

std::string OutputOverlaps(std::string_view out, std::string_view other) {
  return Join({"Tensor ", out, " overlaps tensor ", other, " in memory; they must be apart."});
}

std::string UnknownTensor(std::string_view arg) {
  return Join({"The tensor given for argument ", arg,
               " is unknown: it was destroyed, or never came from aclCreateTensor."});
}

std::string TensorOfAnotherExecutor(std::string_view arg) {
  return Join({"The tensor given for argument ", arg,
               " is none of those given to the GetWorkspaceSize call of this executor."});
}

std::string UnknownScalar(std::string_view arg) {
  return Join({"The scalar given for argument ", arg,
               " is unknown: it was destroyed, or never came from aclCreateScalar."});
}

std::string ExecutorOfAnother(std::string_view api) {
  return Join({"The executor is that of ", api, "."});
}

std::string UnknownExecutor() {
  return "The executor is unknown: it was consumed by an earlier call, destroyed, or never came "
         "from a GetWorkspaceSize call.";
}

std::string WorkspaceTooSmall(uint64_t got, uint64_t wanted) {
  return Join({"The workspaceSize is ", std::to_string(got),
               ", but the GetWorkspaceSize call asked for ", std::to_string(wanted), " bytes."});
}

std::string InFunction(std::string_view function, std::string_view text) {
  return Join({function, ": ", text});
}

std::string_view BroadcastRule() {
  return "Two shapes broadcast when, aligned at their last dimension, each pair of extents is "
         "equal "
         "or one of the two is 1; an input must not enlarge the shape it is broadcast to.";
}

}  // namespace sigloss::core::error_texts
