// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "array.h"

namespace sigloss::python {

/// A factor that is an array, a Python number, or left out (None). A number counts as an array of
/// rank 0, in float32, or in float64 where the call computes in it.
class Operand {
 public:
  Operand(nanobind::handle source, const core::DTypeSet& wanted, const Where& where);
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;

  [[nodiscard]] bool is_float64() const { return dtype() == DType::kFloat64; }
  /// kUndefined where there is no array.
  [[nodiscard]] DType dtype() const { return array_ ? array_->dtype() : DType::kUndefined; }
  /// What the core sees, as long as this lives.
  [[nodiscard]] std::optional<TensorView> View(bool in_float64);

 private:
  Where where_;
  std::optional<Array> array_;
  std::optional<double> number_;
  float float32_ = 0;
};

/// Whether an object is a Python number, and no array of any kind.
[[nodiscard]] bool IsNumber(nanobind::handle source);

/// The value of a Python or NumPy number. TypeError for what has none, ValueError for one that
/// float64 does not hold.
[[nodiscard]] double NumberOf(nanobind::handle source, const Where& where);

}  // namespace sigloss::python
