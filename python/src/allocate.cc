// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "allocate.h"

#include <nanobind/ndarray.h>

#include <array>
#include <cstdlib>
#include <new>
#include <string>

#include "dtypes.h"
#include "lookup.h"

namespace nb = nanobind;

namespace sigloss::python {
namespace {

constexpr size_t kAlignment = 64;

constexpr DType kDTypes[] = {DType::kFloat32, DType::kFloat16, DType::kBFloat16, DType::kFloat64};

size_t IndexOf(DType dtype) {
  size_t i = 0;
  while (kDTypes[i] != dtype) ++i;
  return i;
}

nb::str NameOf(DType dtype) {
  const std::string_view name = DTypeName(dtype);
  return nb::str(name.data(), name.size());
}

// Functions and types that every call needs.
struct Numpy {
  nb::module_ module = nb::module_::import_("numpy");
  nb::object empty = module.attr("empty");
  nb::object empty_like = module.attr("empty_like");
  std::array<nb::object, std::size(kDTypes)> dtypes;
};

struct Torch {
  nb::module_ module = nb::module_::import_("torch");
  nb::object empty = module.attr("empty");
  nb::object empty_like = module.attr("empty_like");
  nb::object cpu = module.attr("device")("cpu");
  nb::tuple dtype_and_device = nb::make_tuple("dtype", "device");
  nb::tuple only_dtype = nb::make_tuple("dtype");
  nb::tuple no_extents = nb::tuple();
  std::array<nb::object, std::size(kDTypes)> dtypes;
};

Numpy& GetNumpy() { return LookedUp<Numpy>(); }
Torch& GetTorch() { return LookedUp<Torch>(); }

nb::object NumpyDType(DType dtype) {
  nb::object& object = GetNumpy().dtypes[IndexOf(dtype)];
  if (!object.is_valid()) {
    const nb::module_ owner =
        dtype == DType::kBFloat16 ? nb::module_::import_("ml_dtypes") : GetNumpy().module;
    object = GetNumpy().module.attr("dtype")(owner.attr(NameOf(dtype)));
  }
  return object;
}

nb::object TorchDType(DType dtype) {
  nb::object& object = GetTorch().dtypes[IndexOf(dtype)];
  if (!object.is_valid()) object = GetTorch().module.attr(NameOf(dtype));
  return object;
}

nb::object Called(PyObject* result) {
  if (result == nullptr) throw nb::python_error();
  return nb::steal(result);
}

}  // namespace

nb::object NumpyArray(const Dims& shape, DType dtype) {
  nb::object extents = Called(PyTuple_New(static_cast<Py_ssize_t>(shape.size())));
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    nb::object extent = Called(PyLong_FromLongLong(shape[axis]));
    PyTuple_SET_ITEM(extents.ptr(), static_cast<Py_ssize_t>(axis), extent.release().ptr());
  }
  return GetNumpy().empty(extents, NumpyDType(dtype));
}

nb::object NumpyArrayLike(nb::handle array, DType dtype) {
  // Of the plain type: a subclass may have rules of its own.
  return GetNumpy().empty_like(array, NumpyDType(dtype), "K", false);
}

nb::object TorchScalar(DType dtype) {
  const Torch& torch = GetTorch();
  PyObject* arguments[] = {torch.no_extents.ptr(), TorchDType(dtype).ptr(), torch.cpu.ptr()};
  return Called(PyObject_Vectorcall(torch.empty.ptr(), arguments, 1, torch.dtype_and_device.ptr()));
}

nb::object TorchTensorLike(nb::handle tensor, DType dtype) {
  const Torch& torch = GetTorch();
  PyObject* arguments[] = {tensor.ptr(), TorchDType(dtype).ptr()};
  return Called(PyObject_Vectorcall(torch.empty_like.ptr(), arguments, 1, torch.only_dtype.ptr()));
}

nb::capsule JaxMemory(const Dims& shape, DType dtype) {
  size_t bytes = DTypeSize(dtype);
  for (const int64_t extent : shape) bytes *= static_cast<size_t>(extent);
  void* data = std::aligned_alloc(kAlignment, (bytes / kAlignment + 1) * kAlignment);
  if (data == nullptr) throw std::bad_alloc();
  return {data, [](void* memory) noexcept { std::free(memory); }};
}

nb::object JaxArray(const nb::capsule& memory, const Dims& shape, DType dtype) {
  std::array<size_t, kMaxRank> extents{};
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    extents[axis] = static_cast<size_t>(shape[axis]);
  }
  const dlpack::DataType type = ToDlpack(dtype);
  return nb::ndarray<nb::jax>(memory.data(), shape.size(), extents.data(), memory, nullptr,
                              nb::dlpack::dtype{type.code, type.bits, type.lanes})
      .cast();
}

}  // namespace sigloss::python
