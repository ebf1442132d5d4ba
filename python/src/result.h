// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "array.h"

namespace sigloss::python {

/// Where a result goes: the caller's `out`, or a new array of the framework of the logits. Complete
/// only after Take().
class Result {
 public:
  enum class Shape : uint8_t { kOfLogits, kOneElement };

  /// `dtypes` are those that `out` may have, `dtype` is that of a new array.
  Result(nanobind::handle out, const core::DTypeSet& dtypes, const Where& where,
         const Array& logits, Shape shape, DType dtype);
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;

  [[nodiscard]] const TensorView& view() const { return view_; }
  [[nodiscard]] bool is_float64() const { return view_.desc.dtype == DType::kFloat64; }
  /// The array, after it has been written.
  [[nodiscard]] nanobind::object Take();

 private:
  void Use(nanobind::handle out, const core::DTypeSet& dtypes, const Where& where);
  void Allocate(const Array& logits, Shape shape, DType dtype, const Where& where);

  nanobind::object object_;
  std::optional<Array> array_;   // of object_
  nanobind::object jax_memory_;  // instead of both: what becomes an array at the end
  bool is_out_ = false;
  TensorView view_;
};

/// The pair (loss, grad) that `out` may be; None for either that is to be made.
struct OutPair {
  nanobind::object loss = nanobind::none();
  nanobind::object grad = nanobind::none();
};
[[nodiscard]] OutPair OutPairOf(nanobind::handle out, const Where& where);

}  // namespace sigloss::python
