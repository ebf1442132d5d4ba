// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The protocols by which arrays show their memory, in the order of what they cost.
#include <string>

#include "array.h"
#include "dtypes.h"

namespace nb = nanobind;

namespace sigloss::python {
namespace {

void CheckRank(int rank, const Where& where) {
  if (static_cast<size_t>(rank) <= kMaxRank) return;
  RaiseValueError(where, "cannot have more than " + std::to_string(kMaxRank) +
                             " dimensions, but it has " + std::to_string(rank) + ".");
}

Dims StridesOf(const Py_buffer& buffer, const Where& where) {
  Dims strides;
  for (int axis = 0; axis < buffer.ndim; ++axis) {
    const Py_ssize_t bytes = buffer.strides[axis];
    const bool is_read = buffer.shape[axis] > 1;  // else the stride may be any number
    if (is_read && bytes % buffer.itemsize != 0) {
      RaiseValueError(where, "has a stride of " + std::to_string(bytes) +
                                 " bytes, which is no multiple of its element's " +
                                 std::to_string(buffer.itemsize) + "; give a copy of it.");
    }
    strides.push_back(is_read ? bytes / buffer.itemsize : 0);
  }
  return strides;
}

bool InCpuMemory(dlpack::Device device) {
  return device.type == dlpack::kCpu || device.type == dlpack::kCudaHost ||
         device.type == dlpack::kRocmHost;
}

nb::object CallDlpack(nb::handle object) {
  const nb::object method = object.attr("__dlpack__");
  try {
    return method(nb::arg("max_version") = nb::make_tuple(dlpack::kMajorVersion, 0));
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_TypeError)) throw;
  }
  return method();  // from before versions could be asked for
}

template <class Tensor>
Tensor* Consume(const nb::object& capsule, const char* name, const char* used_name) {
  if (!PyCapsule_IsValid(capsule.ptr(), name)) return nullptr;
  auto* tensor = static_cast<Tensor*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (PyCapsule_SetName(capsule.ptr(), used_name) != 0) throw nb::python_error();
  return tensor;
}

}  // namespace

bool Array::TakeBuffer(nb::handle object, const Where& where) {
  Py_buffer& buffer = loan_.buffer;
  if (PyObject_GetBuffer(object.ptr(), &buffer, PyBUF_RECORDS_RO) != 0) {
    buffer.obj = nullptr;
    return false;
  }
  CheckRank(buffer.ndim, where);
  view_.data = buffer.buf;
  view_.desc.dtype = FromBufferFormat(buffer.format, static_cast<size_t>(buffer.itemsize));
  for (int axis = 0; axis < buffer.ndim; ++axis) view_.desc.shape.push_back(buffer.shape[axis]);
  view_.desc.strides = StridesOf(buffer, where);
  read_only_ = buffer.readonly != 0;
  return true;
}

// NumPy knows bfloat16 through the package ml_dtypes, and shows no buffer of what it does not
// define itself; of other types of that size it does.
bool Array::TakeBfloat16(nb::handle object, const Where& where) {
  PyErr_Clear();
  const std::string dtype = nb::str(nb::object(object.attr("dtype"))).c_str();
  if (dtype != "bfloat16") {
    RaiseTypeError(where, "has dtype " + dtype + ", which is none that sigloss computes with.");
  }
  nb::object bits = object.attr("view")("uint16");
  if (!TakeBuffer(bits, where)) return false;
  view_.desc.dtype = DType::kBFloat16;
  return true;
}

bool Array::TakeExchange(nb::handle object, const dlpack::ExchangeApi& api, const Where& where) {
  PyErr_Clear();
  dlpack::Tensor tensor;
  if (api.tensor_from_object(object.ptr(), &tensor) != 0) return false;
  TakeTensor(tensor, where);
  return true;
}

bool Array::TakeCapsule(nb::handle object, const Where& where) {
  PyErr_Clear();
  if (!nb::hasattr(object, "__dlpack__")) return false;
  try {
    if (framework_ == Framework::kJax) object.attr("block_until_ready")();
    const nb::object capsule = CallDlpack(object);
    loan_.versioned =
        Consume<dlpack::ManagedVersioned>(capsule, "dltensor_versioned", "used_dltensor_versioned");
    loan_.managed = Consume<dlpack::Managed>(capsule, "dltensor", "used_dltensor");
  } catch (nb::python_error& error) {
    error.restore();
    return false;
  }
  if (loan_.versioned != nullptr && loan_.versioned->version.major == dlpack::kMajorVersion) {
    read_only_ = (loan_.versioned->flags & dlpack::kReadOnlyFlag) != 0;
    TakeTensor(loan_.versioned->tensor, where);
    return true;
  }
  if (loan_.managed == nullptr) return false;
  TakeTensor(loan_.managed->tensor, where);
  return true;
}

void Array::TakeTensor(const dlpack::Tensor& tensor, const Where& where) {
  if (!InCpuMemory(tensor.device)) {
    RaiseValueError(where, "is not in the memory of the CPU; give a copy that is.");
  }
  CheckRank(tensor.ndim, where);
  const auto rank = static_cast<size_t>(tensor.ndim);
  view_.data = static_cast<char*>(tensor.data) + tensor.byte_offset;
  view_.desc.dtype = FromDlpack(tensor.dtype);
  view_.desc.shape = Dims(std::span<const int64_t>(tensor.shape, rank));
  view_.desc.strides = tensor.strides == nullptr
                           ? DenseStrides(view_.desc.shape)
                           : Dims(std::span<const int64_t>(tensor.strides, rank));
}

}  // namespace sigloss::python
