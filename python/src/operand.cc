// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "operand.h"

#include <cmath>

namespace nb = nanobind;

namespace sigloss::python {

bool IsNumber(nb::handle source) {
  return PyFloat_Check(source.ptr()) != 0 || PyLong_Check(source.ptr()) != 0;
}

Operand::Operand(nb::handle source, const core::DTypeSet& wanted, const Where& where)
    : where_(where) {
  if (source.is_none()) return;
  if (IsNumber(source)) {
    number_ = NumberOf(source, where);
    return;
  }
  array_.emplace(source, where);
  array_->CheckDType(wanted, where);
}

std::optional<TensorView> Operand::View(bool in_float64) {
  if (array_) return array_->view();
  if (!number_) return {};
  if (in_float64) return TensorView::Dense(&*number_, DType::kFloat64, {});
  float32_ = static_cast<float>(*number_);
  if (std::isinf(float32_) && !std::isinf(*number_)) {
    RaiseValueError(where_, "is outside the range of float32, in which this call computes.");
  }
  return TensorView::Dense(&float32_, DType::kFloat32, {});
}

double NumberOf(nb::handle source, const Where& where) {
  const double value = PyFloat_AsDouble(source.ptr());
  if (value == -1 && PyErr_Occurred() != nullptr) {
    if (PyErr_ExceptionMatches(PyExc_OverflowError) != 0) {
      RaiseValueError(where, "is outside the range of float64.");
    }
    RaiseTypeError(where, "should be a number.");
  }
  return value;
}

}  // namespace sigloss::python
