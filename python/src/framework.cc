// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "framework.h"

#include <array>
#include <string_view>

namespace nb = nanobind;

namespace sigloss::python {
namespace {

// More types than programs use; what does not fit is looked up anew.
constexpr size_t kMaxKnownTypes = 64;

struct KnownType {
  PyTypeObject* type;
  TypeTraits traits;
};

std::string_view StringOf(nb::handle object) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (text == nullptr) throw nb::python_error();
  return {text, static_cast<size_t>(size)};
}

Framework FrameworkNamed(std::string_view module, std::string_view name) {
  if (module == "numpy" && (name == "ndarray" || name == "generic")) return Framework::kNumpy;
  if (name == "FakeTensor" || name == "FunctionalTensor") {
    if (module.starts_with("torch._subclasses")) return Framework::kTorchFake;
  }
  if (module == "torch" && name == "Tensor") return Framework::kTorch;
  if (module.starts_with("jaxlib") && name == "ArrayImpl") return Framework::kJax;
  if (module.starts_with("jax") && name == "Tracer") return Framework::kJaxTracer;
  return Framework::kOther;
}

// Of a type or the nearest of its bases. Nothing is imported for it.
Framework FrameworkOf(PyTypeObject* type) {
  for (const nb::handle base : nb::borrow<nb::tuple>(type->tp_mro)) {
    const nb::object module = nb::getattr(base, "__module__", nb::none());
    if (!nb::isinstance<nb::str>(module)) continue;
    const nb::object name = base.attr("__name__");
    const Framework framework = FrameworkNamed(StringOf(module), StringOf(name));
    if (framework != Framework::kOther) return framework;
  }
  return Framework::kOther;
}

const dlpack::ExchangeApi* ExchangeOf(PyTypeObject* type) {
  const nb::object capsule = nb::getattr(nb::handle(reinterpret_cast<PyObject*>(type)),
                                         "__dlpack_c_exchange_api__", nb::none());
  if (!PyCapsule_IsValid(capsule.ptr(), "dlpack_exchange_api")) return nullptr;
  const auto* api = static_cast<const dlpack::ExchangeApi*>(
      PyCapsule_GetPointer(capsule.ptr(), "dlpack_exchange_api"));
  while (api != nullptr && api->version.major != dlpack::kMajorVersion) api = api->previous;
  return api == nullptr || api->tensor_from_object == nullptr ? nullptr : api;
}

}  // namespace

TypeTraits TraitsOf(PyTypeObject* type) {
  static std::array<KnownType, kMaxKnownTypes> known;
  static size_t count = 0;
  for (size_t i = 0; i < count; ++i) {
    if (known[i].type == type) return known[i].traits;
  }
  const TypeTraits traits = {
      .framework = FrameworkOf(type),
      .exchange = ExchangeOf(type),
      .has_buffer = type->tp_as_buffer != nullptr && type->tp_as_buffer->bf_getbuffer != nullptr};
  if (count < known.size()) {
    Py_INCREF(type);  // so that no other type comes to lie at its address
    known[count++] = {type, traits};
  }
  return traits;
}

}  // namespace sigloss::python
