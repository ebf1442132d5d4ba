// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "torch_tensor.h"

#include "lookup.h"

namespace nb = nanobind;

namespace sigloss::python {
namespace {

// Names and functions that every call needs.
struct Torch {
  PyObject* requires_grad = PyUnicode_InternFromString("requires_grad");
  PyObject* is_neg = PyUnicode_InternFromString("is_neg");
  PyObject* is_inference = PyUnicode_InternFromString("is_inference");
  PyObject* current_level = PyUnicode_InternFromString("_current_level");
  nb::module_ forward_ad = nb::module_::import_("torch.autograd.forward_ad");
  nb::object is_grad_enabled = nb::module_::import_("torch").attr("is_grad_enabled");
  nb::object increment_version =
      nb::module_::import_("torch.autograd.graph").attr("increment_version");
};

const Torch& GetTorch() { return LookedUp<Torch>(); }

bool IsTrue(const nb::object& object) {
  const int truth = PyObject_IsTrue(object.ptr());
  if (truth < 0) throw nb::python_error();
  return truth != 0;
}

bool Says(nb::handle tensor, PyObject* method) {
  PyObject* result = PyObject_CallMethodNoArgs(tensor.ptr(), method);
  if (result == nullptr) throw nb::python_error();
  return IsTrue(nb::steal(result));
}

bool RequiresGrad(nb::handle tensor) {
  PyObject* result = PyObject_GetAttr(tensor.ptr(), GetTorch().requires_grad);
  if (result == nullptr) throw nb::python_error();
  return IsTrue(nb::steal(result));
}

// Forward-mode differentiation: levels are counted from 0, and -1 while there is none.
bool HasTangent(nb::handle tensor) {
  const nb::object level =
      nb::steal(PyObject_GetAttr(GetTorch().forward_ad.ptr(), GetTorch().current_level));
  if (!level.is_valid()) throw nb::python_error();
  if (PyLong_AsLong(level.ptr()) < 0) return false;
  return !GetTorch().forward_ad.attr("unpack_dual")(tensor).attr("tangent").is_none();
}

}  // namespace

nb::object PlainTensor(nb::handle tensor, const Where& where) {
  const bool requires_grad = RequiresGrad(tensor);
  const bool loses_gradient = requires_grad && IsTrue(GetTorch().is_grad_enabled());
  if (loses_gradient || HasTangent(tensor)) {
    RaiseValueError(
        where,
        "requires a gradient, which this function does not record. Use the functions of "
        "sigloss.torch, which do, or call it under torch.no_grad() or with "
        "tensor.detach().");
  }
  if (Says(tensor, GetTorch().is_neg)) {
    RaiseValueError(where,
                    "is a negated view, whose memory holds the other sign. Give "
                    "tensor.resolve_neg().");
  }
  return requires_grad ? tensor.attr("detach")() : nb::borrow(tensor);
}

void MarkWritten(nb::handle tensor) {
  if (Says(tensor, GetTorch().is_inference)) return;  // has no counter
  GetTorch().increment_version(tensor);
}

}  // namespace sigloss::python
