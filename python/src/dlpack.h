// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The structures of DLPack's stable C interface (https://dmlc.github.io/dlpack), as far as
// importing an array needs them.
#pragma once

#include <cstdint>

namespace sigloss::python::dlpack {

inline constexpr uint32_t kMajorVersion = 1;
inline constexpr uint64_t kReadOnlyFlag = 1;

enum DeviceType : int32_t { kCpu = 1, kCudaHost = 3, kRocmHost = 11 };

enum TypeCode : uint8_t { kInt = 0, kUInt = 1, kFloat = 2, kBfloat = 4, kComplex = 5, kBool = 6 };

struct Version {
  uint32_t major;
  uint32_t minor;
};

struct Device {
  int32_t type;
  int32_t id;
};

struct DataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct Tensor {
  void* data;
  Device device;
  int32_t ndim;
  DataType dtype;
  int64_t* shape;
  int64_t* strides;  // in elements; null: row-major
  uint64_t byte_offset;
};

/// In a capsule named "dltensor".
struct Managed {
  Tensor tensor;
  void* context;
  void (*deleter)(Managed*);
};

/// In a capsule named "dltensor_versioned".
struct ManagedVersioned {
  Version version;
  void* context;
  void (*deleter)(ManagedVersioned*);
  uint64_t flags;
  Tensor tensor;
};

/// In a capsule named "dlpack_exchange_api", the attribute __dlpack_c_exchange_api__ of a type:
/// functions that export its objects without making a capsule for each.
struct ExchangeApi {
  Version version;
  ExchangeApi* previous;
  void (*allocate)();
  void (*managed_from_object)();
  void (*managed_to_object)();
  /// The tensor stays the object's. -1, with a Python exception, if it cannot be described. May be
  /// null.
  int (*tensor_from_object)(void* object, Tensor* tensor);
};

}  // namespace sigloss::python::dlpack
