// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/dtype_table.h"

#include <algorithm>

namespace sigloss {
namespace core {
namespace {

constexpr DTypeInfo kUndefinedRow = {DType::kUndefined, "undefined", "DT_UNDEFINED", 0};

constexpr DTypeInfo Row(int number, std::string_view name, std::string_view cann_name,
                        size_t size) {
  return {static_cast<DType>(number), name, cann_name, size};
}

constexpr DTypeInfo kTable[] = {
    Row(0, "float32", "DT_FLOAT", 4),
    Row(1, "float16", "DT_FLOAT16", 2),
    Row(2, "int8", "DT_INT8", 1),
    Row(3, "int32", "DT_INT32", 4),
    Row(4, "uint8", "DT_UINT8", 1),
    Row(6, "int16", "DT_INT16", 2),
    Row(7, "uint16", "DT_UINT16", 2),
    Row(8, "uint32", "DT_UINT32", 4),
    Row(9, "int64", "DT_INT64", 8),
    Row(10, "uint64", "DT_UINT64", 8),
    Row(11, "float64", "DT_DOUBLE", 8),
    Row(12, "bool", "DT_BOOL", 1),
    Row(13, "string", "DT_STRING", 0),
    Row(16, "complex64", "DT_COMPLEX64", 8),
    Row(17, "complex128", "DT_COMPLEX128", 16),
    Row(27, "bfloat16", "DT_BF16", 2),
    Row(29, "int4", "DT_INT4", 1),
    Row(30, "uint1", "DT_UINT1", 1),
    Row(33, "complex32", "DT_COMPLEX32", 4),
    Row(34, "hifloat8", "DT_HIFLOAT8", 1),
    Row(35, "float8_e5m2", "DT_FLOAT8_E5M2", 1),
    Row(36, "float8_e4m3fn", "DT_FLOAT8_E4M3FN", 1),
    Row(37, "float8_e8m0", "DT_FLOAT8_E8M0", 1),
    Row(38, "float6_e3m2", "DT_FLOAT6_E3M2", 1),
    Row(39, "float6_e2m3", "DT_FLOAT6_E2M3", 1),
    Row(40, "float4_e2m1", "DT_FLOAT4_E2M1", 1),
    Row(41, "float4_e1m2", "DT_FLOAT4_E1M2", 1),
};

}  // namespace

const DTypeInfo& FindDType(DType dtype) noexcept {
  const auto* row = std::find_if(std::begin(kTable), std::end(kTable),
                                 [&](const DTypeInfo& info) { return info.dtype == dtype; });
  return row == std::end(kTable) ? kUndefinedRow : *row;
}

DType PromoteFloat(DType a, DType b) noexcept {
  if (a == b) return a;
  const bool has_double = a == DType::kFloat64 || b == DType::kFloat64;
  return has_double ? DType::kFloat64 : DType::kFloat32;
}

}  // namespace core

std::string_view DTypeName(DType dtype) noexcept { return core::FindDType(dtype).name; }

size_t DTypeSize(DType dtype) noexcept { return core::FindDType(dtype).size; }

}  // namespace sigloss
