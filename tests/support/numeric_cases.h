// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Files of numeric cases, one JSON object a line. For programs that link nlohmann_json.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "oracle/format.h"
#include "sigloss/loss_options.h"
#include "tests/support/operand.h"

namespace sigloss::testing_support {

using nlohmann::json;

inline DType TypeOf(const std::string& name) {
  for (DType dtype : {DType::kFloat32, DType::kFloat16, DType::kBFloat16, DType::kInt64}) {
    if (DTypeName(dtype) == name) return dtype;
  }
  ADD_FAILURE() << "no such type: " << name;
  return DType::kUndefined;
}

inline double NumberOf(const json& value) {
  if (value.is_number()) return value.get<double>();
  const std::string text = value.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  return text == "-inf" ? -inf : inf;
}

inline std::vector<double> NumbersOf(const json& values) {
  std::vector<double> numbers;
  for (const json& value : values) numbers.push_back(NumberOf(value));
  return numbers;
}

inline Dims DimsOf(const json& extents) { return Dims(extents.get<std::vector<int64_t>>()); }

inline Reduction ReductionOf(const json& row) {
  const std::string name = row["reduction"];
  if (name == "none") return Reduction::kNone;
  return name == "mean" ? Reduction::kMean : Reduction::kSum;
}

/// Type of the result.
inline DType OutTypeOf(const json& row) {
  return TypeOf(row.value("out_dtype", row["dtype"].get<std::string>()));
}

/// A new first axis, along which the operand is repeated: nothing is copied.
inline void Tile(int64_t times, Operand* operand) {
  Dims shape = {times}, strides = {0};
  for (int64_t extent : operand->desc.shape) shape.push_back(extent);
  for (int64_t stride : operand->desc.strides) strides.push_back(stride);
  operand->desc.shape = shape;
  operand->desc.strides = strides;
}

/// The tensor that a row has under that key.
inline Operand OperandOf(const json& row, const std::string& key) {
  std::string type = row["dtype"];
  if (row.contains("dtypes")) type = row["dtypes"].value(key, type);
  if (row[key].is_number()) return Operand::Scalar(TypeOf(type), NumberOf(row[key]));
  const std::string shape_key = key + "_shape";
  const Dims shape = DimsOf(row.contains(shape_key) ? row[shape_key] : row["shape"]);
  const std::string layout_key = key + "_layout";
  if (row.contains(layout_key)) {
    const json& layout = row[layout_key];
    return Operand::View(TypeOf(type), shape, DimsOf(layout["strides"]), layout["offset"],
                         NumbersOf(layout["storage"]));
  }
  Operand operand = Operand::Dense(TypeOf(type), shape, NumbersOf(row[key]));
  if (row.contains("tile")) Tile(row["tile"], &operand);
  return operand;
}

/// Values by number, so that a zero of either sign is right; tiled results repeat what is wanted.
inline void ExpectRoundedValues(const json& row, const std::vector<uint64_t>& bits) {
  const std::vector<double> wanted = NumbersOf(row["expected_rounded"]);
  ASSERT_FALSE(bits.empty());
  ASSERT_EQ(bits.size() % wanted.size(), 0u);
  size_t wrong = 0;
  for (size_t i = 0; i < bits.size(); ++i) {
    const double value = oracle::Decode(bits[i], OutTypeOf(row));
    const double right = wanted[i % wanted.size()];
    const bool equal = value == right || (std::isnan(value) && std::isnan(right));
    if (!equal && ++wrong == 1) ADD_FAILURE() << i << ": " << value << ", wanted " << right;
  }
  EXPECT_EQ(wrong, 0u);
}

/// Calls body(row) for each line. Returns how many there were.
inline size_t ForEachRow(const char* path, const std::function<void(const json&)>& body) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << "can't read " << path;
  size_t rows = 0;
  for (std::string line; std::getline(file, line); ++rows) {
    const json row = json::parse(line);
    SCOPED_TRACE(row["id"].get<std::string>());
    body(row);
  }
  return rows;
}

}  // namespace sigloss::testing_support
