// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "dtypes.h"

#include <cstdint>
#include <string_view>

namespace sigloss::python {
namespace {

// CANN's numbers, some of which have no name in DType: no operator takes them, messages name them.
constexpr int kInt16 = 6;
constexpr int kUInt16 = 7;
constexpr int kUInt32 = 8;
constexpr int kUInt64 = 10;
constexpr int kComplex64 = 16;
constexpr int kComplex128 = 17;

struct Row {
  dlpack::TypeCode code;
  size_t size;
  DType dtype;
};

constexpr Row kTable[] = {
    {dlpack::kFloat, 4, DType::kFloat32},
    {dlpack::kFloat, 2, DType::kFloat16},
    {dlpack::kBfloat, 2, DType::kBFloat16},
    {dlpack::kFloat, 8, DType::kFloat64},
    {dlpack::kBool, 1, DType::kBool},
    {dlpack::kUInt, 1, DType::kUInt8},
    {dlpack::kInt, 4, DType::kInt32},
    {dlpack::kInt, 8, DType::kInt64},
    {dlpack::kInt, 1, DType::kInt8},
    {dlpack::kInt, 2, static_cast<DType>(kInt16)},
    {dlpack::kUInt, 2, static_cast<DType>(kUInt16)},
    {dlpack::kUInt, 4, static_cast<DType>(kUInt32)},
    {dlpack::kUInt, 8, static_cast<DType>(kUInt64)},
    {dlpack::kComplex, 8, static_cast<DType>(kComplex64)},
    {dlpack::kComplex, 16, static_cast<DType>(kComplex128)},
};

DType Find(dlpack::TypeCode code, size_t size) {
  for (const Row& row : kTable) {
    if (row.code == code && row.size == size) return row.dtype;
  }
  return DType::kUndefined;
}

}  // namespace

DType FromBufferFormat(const char* format, size_t item_size) {
  std::string_view text = format == nullptr ? "B" : format;
  // The marks of the native byte order, which is that of x86-64 and of Arm.
  if (text.starts_with('@') || text.starts_with('=') || text.starts_with('<')) {
    text.remove_prefix(1);
  }
  if (text == "?") return Find(dlpack::kBool, item_size);
  if (text == "Zf" || text == "Zd") return Find(dlpack::kComplex, item_size);
  if (text.size() != 1) return DType::kUndefined;
  constexpr std::string_view kSigned = "bhilqn";
  constexpr std::string_view kUnsigned = "BHILQN";
  if (std::string_view("efd").find(text) != std::string_view::npos) {
    return Find(dlpack::kFloat, item_size);
  }
  if (kSigned.find(text) != std::string_view::npos) return Find(dlpack::kInt, item_size);
  if (kUnsigned.find(text) != std::string_view::npos) return Find(dlpack::kUInt, item_size);
  return DType::kUndefined;
}

DType FromDlpack(dlpack::DataType dtype) {
  if (dtype.lanes != 1 || dtype.bits % 8 != 0) return DType::kUndefined;
  return Find(static_cast<dlpack::TypeCode>(dtype.code), dtype.bits / 8);
}

dlpack::DataType ToDlpack(DType dtype) {
  for (const Row& row : kTable) {
    if (row.dtype == dtype) return {row.code, static_cast<uint8_t>(8 * row.size), 1};
  }
  return {};
}

}  // namespace sigloss::python
