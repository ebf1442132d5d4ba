// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "core/dtype_table.h"
#include "dlpack.h"
#include "errors.h"
#include "framework.h"
#include "sigloss/tensor_view.h"

namespace sigloss::python {

/// Somebody's array, seen without a copy for as long as this lives. Made and destroyed while the
/// interpreter's lock is held; the view may be read without it.
class Array {
 public:
  /// Raises TypeError for what is no array in the CPU's memory, and ValueError for one whose layout
  /// cannot be seen.
  /// An array that was made for a result (`is_ours`) has nothing that could be refused.
  Array(nanobind::handle source, const Where& where, bool is_ours = false);
  ~Array() = default;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  [[nodiscard]] const TensorView& view() const { return view_; }
  [[nodiscard]] DType dtype() const { return view_.desc.dtype; }
  [[nodiscard]] const Dims& shape() const { return view_.desc.shape; }
  [[nodiscard]] Framework framework() const { return framework_; }
  [[nodiscard]] bool read_only() const { return read_only_; }
  /// What the caller gave.
  [[nodiscard]] nanobind::handle source() const { return source_; }

  /// Raises TypeError unless the type is one of these.
  void CheckDType(const core::DTypeSet& wanted, const Where& where) const;

 private:
  // What has to be given back to the protocol that showed the memory.
  struct Loan {
    Loan() = default;
    ~Loan();
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    Py_buffer buffer{};  // its obj is null where there is none
    dlpack::Managed* managed = nullptr;
    dlpack::ManagedVersioned* versioned = nullptr;
  };

  // Each tries one protocol; false, maybe with a Python exception set, if the object lacks it.
  bool TakeBuffer(nanobind::handle object, const Where& where);
  bool TakeBfloat16(nanobind::handle object, const Where& where);
  bool TakeExchange(nanobind::handle object, const dlpack::ExchangeApi& api, const Where& where);
  bool TakeCapsule(nanobind::handle object, const Where& where);
  void TakeTensor(const dlpack::Tensor& tensor, const Where& where);

  TensorView view_;
  nanobind::handle source_;
  Framework framework_ = Framework::kOther;
  bool read_only_ = false;
  nanobind::object kept_;  // an object made for the import, which holds the memory
  Loan loan_;
};

/// An array that may be left out.
class OptionalArray {
 public:
  OptionalArray(nanobind::handle source, const core::DTypeSet& wanted, const Where& where);
  [[nodiscard]] std::optional<TensorView> View() const;

 private:
  std::optional<Array> array_;
};

}  // namespace sigloss::python
