// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Options that are words or numbers.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "errors.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"

namespace sigloss::python {

/// "none", "mean" or "sum".
[[nodiscard]] Reduction ReductionOf(nanobind::handle source, const Where& where);

/// None, "numel", "rows", "positives", or a number.
[[nodiscard]] Normalizer NormalizerOf(nanobind::handle source, Reduction reduction,
                                      const Where& where);

/// "exact" or "fast"; None is the setting of the process.
[[nodiscard]] std::optional<Precision> PrecisionOf(nanobind::handle source, const Where& where);

}  // namespace sigloss::python
