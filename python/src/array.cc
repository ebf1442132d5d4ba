// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "array.h"

#include <string>

#include "torch_tensor.h"

namespace nb = nanobind;

namespace sigloss::python {
namespace {

std::string TypeName(nb::handle object) {
  const nb::handle type = object.type();
  const std::string module = nb::str(nb::object(type.attr("__module__"))).c_str();
  const std::string name = nb::str(nb::object(type.attr("__qualname__"))).c_str();
  return module == "builtins" ? name : module + "." + name;
}

// Objects that stand for an array while a framework traces or transforms a function.
[[noreturn]] void RaisePlaceholder(Framework framework, const Where& where) {
  if (framework == Framework::kJaxTracer) {
    RaiseTypeError(where,
                   "is a JAX tracer, which holds no numbers. sigloss computes on concrete arrays: "
                   "call it outside jax.jit, jax.grad and jax.vmap, or inside jax.pure_callback; "
                   "the functions ..._loss_and_grad give the gradient.");
  }
  RaiseTypeError(where,
                 "is a fake tensor, which holds no numbers. Under torch.compile and torch.export "
                 "use the functions of sigloss.torch.");
}

[[noreturn]] void RaiseNoArray(nb::handle source, const Where& where) {
  std::optional<nb::python_error> reason;  // what the last protocol said
  if (PyErr_Occurred() != nullptr) reason.emplace();
  const std::string type = TypeName(source);
  if (reason) reason->restore();
  RaiseTypeError(where,
                 "should be an array of NumPy, PyTorch or JAX, or another one that has DLPack or "
                 "the buffer protocol, in the memory of the CPU, but it is " +
                     type + ".");
}

std::string ListOf(const core::DTypeSet& dtypes) {
  std::string list;
  for (const DType dtype : dtypes) list.append(list.empty() ? "" : ", ").append(DTypeName(dtype));
  return list;
}

// As its framework calls it: also types that the core does not know.
std::string DTypeText(const Array& array) {
  if (array.dtype() != DType::kUndefined) return std::string(DTypeName(array.dtype()));
  const nb::object dtype = nb::getattr(array.source(), "dtype", nb::none());
  return dtype.is_none() ? "unknown" : nb::str(dtype).c_str();
}

}  // namespace

Array::Array(nb::handle source, const Where& where, bool is_ours) : source_(source) {
  const TypeTraits traits = TraitsOf(Py_TYPE(source.ptr()));
  framework_ = traits.framework;
  if (framework_ == Framework::kJaxTracer || framework_ == Framework::kTorchFake) {
    RaisePlaceholder(framework_, where);
  }
  nb::object object = nb::borrow(source);
  if (framework_ == Framework::kTorch && !is_ours) object = PlainTensor(source, where);
  const bool taken =
      (traits.has_buffer && TakeBuffer(object, where)) ||
      (traits.exchange != nullptr && TakeExchange(object, *traits.exchange, where)) ||
      (framework_ == Framework::kNumpy && TakeBfloat16(object, where)) ||
      TakeCapsule(object, where);
  if (!taken) RaiseNoArray(source, where);
  if (!object.is(source)) kept_ = std::move(object);
}

Array::Loan::~Loan() {
  if (buffer.obj != nullptr) PyBuffer_Release(&buffer);
  if (managed != nullptr && managed->deleter != nullptr) managed->deleter(managed);
  if (versioned != nullptr && versioned->deleter != nullptr) versioned->deleter(versioned);
}

void Array::CheckDType(const core::DTypeSet& wanted, const Where& where) const {
  if (wanted.Contains(dtype())) return;
  RaiseTypeError(where,
                 "has dtype " + DTypeText(*this) + "; expected one of " + ListOf(wanted) + ".");
}

OptionalArray::OptionalArray(nb::handle source, const core::DTypeSet& wanted, const Where& where) {
  if (source.is_none()) return;
  array_.emplace(source, where);
  array_->CheckDType(wanted, where);
}

std::optional<TensorView> OptionalArray::View() const {
  return array_ ? std::optional(array_->view()) : std::nullopt;
}

}  // namespace sigloss::python
