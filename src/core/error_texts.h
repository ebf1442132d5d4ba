// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The catalogue of error texts. Wording follows CANN's messages where CANN has one, because
// programs and people search for it; each text names the argument, what was given, what was
// expected. Types are spelt as users of the front spell them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/dtype_table.h"
#include "core/export.h"
#include "core/op_spec.h"
#include "core/shape.h"

namespace sigloss::core::error_texts {

std::string NullTensor(std::string_view arg);
SIGLOSS_INTERNAL std::string NullPointer(std::string_view arg);
std::string NullData(std::string_view arg);
SIGLOSS_INTERNAL std::string RankTooLarge(std::string_view arg, size_t rank);
std::string RankTooSmall(std::string_view arg, size_t lowest, size_t rank);
std::string RankDiffers(std::string_view arg, size_t wanted, Extents shape);
SIGLOSS_INTERNAL std::string RankUnknown(std::string_view arg);
std::string TensorEmpty(std::string_view arg, Extents shape);
std::string DTypeNotSupported(Front front, std::string_view arg, DType got, const DTypeSet& wanted);
std::string DTypeDiffers(Front front, std::string_view arg, DType wanted, DType got);
std::string FormatDiffers(std::string_view a, std::string_view b, std::string_view format_a,
                          std::string_view format_b);
std::string FormatNotSupported(std::string_view arg, std::string_view format);
std::string ShapeDiffers(std::string_view a, std::string_view b, Extents shape_a, Extents shape_b);
std::string ShapeDoesNotBroadcast(std::string_view arg, std::string_view to, Extents shape,
                                  Extents wanted);
std::string AttrOutOfRange(std::string_view attr, int64_t lowest, int64_t highest, int64_t got);
std::string AttrNotListed(std::string_view attr, int64_t lowest, int64_t highest, int64_t got);
SIGLOSS_INTERNAL std::string AttrNoWord(std::string_view attr,
                                        std::span<const std::string_view> words,
                                        std::string_view got);
SIGLOSS_INTERNAL std::string AttrOfOtherType(std::string_view attr, std::string_view wanted);
std::string RealOutOfRange(std::string_view attr, double lowest, double highest, double got);
std::string OptionInvalid(std::string_view option, std::string_view wanted, std::string_view got);
std::string LossShapeDiffers(std::string_view arg, Extents wanted, Extents got);
std::string ClassIndexShape(std::string_view arg, Extents got, Extents logits);
std::string ClassIndexInvalid(std::string_view arg, int64_t row, int64_t got, int64_t columns);
SIGLOSS_INTERNAL std::string ShapeInvalid(std::string_view arg, Extents shape);
SIGLOSS_INTERNAL std::string ViewOverflows(std::string_view arg, Extents strides);
std::string ViewTooWide(std::string_view arg, Extents strides);
std::string StridesDoNotFit(std::string_view arg, Extents shape, Extents strides);
SIGLOSS_INTERNAL std::string ViewLeavesStorage(std::string_view arg, int64_t element,
                                               int64_t storage_elements);
SIGLOSS_INTERNAL std::string OutputOverlapsItself(std::string_view arg, Extents shape,
                                                  Extents strides);
std::string OutputOverlapsInput(std::string_view out, std::string_view input);
std::string OutputOverlaps(std::string_view out, std::string_view other);
SIGLOSS_INTERNAL std::string UnknownTensor(std::string_view arg);
SIGLOSS_INTERNAL std::string TensorOfAnotherExecutor(std::string_view arg);
SIGLOSS_INTERNAL std::string UnknownScalar(std::string_view arg);
SIGLOSS_INTERNAL std::string UnknownExecutor();
SIGLOSS_INTERNAL std::string ExecutorOfAnother(std::string_view api);
SIGLOSS_INTERNAL std::string WorkspaceTooSmall(uint64_t got, uint64_t wanted);

/// A text of a front that has no other place for the name of the function.
std::string InFunction(std::string_view function, std::string_view text);

/// Explains kBroadcastMismatch: the rule that the shapes break.
SIGLOSS_INTERNAL std::string_view BroadcastRule();

}  // namespace sigloss::core::error_texts
