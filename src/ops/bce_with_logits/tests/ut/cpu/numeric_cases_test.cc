// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// data/numeric_cases.jsonl: inputs on which public implementations went wrong, values neutral;
// expected values by exact arithmetic, rounded once to the output's type.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "oracle/format.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using nlohmann::json;

DType Type(const std::string& name) {
  for (DType dtype : {DType::kFloat32, DType::kFloat16, DType::kBFloat16, DType::kInt64}) {
    if (DTypeName(dtype) == name) return dtype;
  }
  ADD_FAILURE() << "no such type: " << name;
  return DType::kUndefined;
}

double Number(const json& value) {
  if (value.is_number()) return value.get<double>();
  const std::string text = value.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  return text == "-inf" ? -inf : inf;
}

std::vector<double> Numbers(const json& values) {
  std::vector<double> numbers;
  for (const json& value : values) numbers.push_back(Number(value));
  return numbers;
}

Dims Shape(const json& extents) { return Dims(extents.get<std::vector<int64_t>>()); }

class NumericCase {
 public:
  explicit NumericCase(const json& row) : row_(row) {
    call_.logits = Tensor("x");
    call_.target = Tensor("y");
    if (row["op"] == "bce_loss") call_.operation = Operation::kLoss;
    if (HasGradOutput(call_.operation)) call_.grad_output = Tensor("dout");
    if (!row["weight"].is_null()) call_.weight = Tensor("weight");
    if (!row["pos_weight"].is_null()) call_.pos_weight = Tensor("pos_weight");
    const std::string reduction = row["reduction"];
    call_.reduction = reduction == "mean"  ? Reduction::kMean
                      : reduction == "sum" ? Reduction::kSum
                                           : Reduction::kNone;
    call_.out = call_.OutDesc();
    call_.out->dtype = Type(row.value("out_dtype", row["dtype"].get<std::string>()));
  }

  void Check() {
    CheckOne();
    // The pass that computes both has no upstream gradient.
    const Operation fused = IsLoss(call_.operation) ? Operation::kFusedLoss : Operation::kFusedGrad;
    const bool plain = IsLoss(call_.operation) || row_["dout"] == 1.0;
    call_.operation = fused;
    if (plain) CheckOne();
  }

 private:
  void CheckOne() const {
    SCOPED_TRACE(Name(call_.operation));
    const std::vector<double> wanted = Numbers(row_["expected_rounded"]);
    const std::vector<uint64_t> bits = RunCase(call_);
    ASSERT_EQ(bits.size() % wanted.size(), 0u);
    size_t wrong = 0;
    for (size_t i = 0; i < bits.size(); ++i) {
      const double value = oracle::Decode(bits[i], call_.out->dtype);
      const double right = wanted[i % wanted.size()];
      const bool equal = value == right || (std::isnan(value) && std::isnan(right));
      if (!equal && ++wrong == 1) ADD_FAILURE() << i << ": " << value << ", wanted " << right;
    }
    EXPECT_EQ(wrong, 0u);
  }

  [[nodiscard]] Operand Tensor(const std::string& key) const {
    std::string type = row_["dtype"];
    if (row_.contains("dtypes")) type = row_["dtypes"].value(key, type);
    if (row_[key].is_number()) return Operand::Scalar(Type(type), Number(row_[key]));
    const std::string shape_key = key + "_shape";
    const Dims shape = Shape(row_.contains(shape_key) ? row_[shape_key] : row_["shape"]);
    const std::string layout_key = key + "_layout";
    if (row_.contains(layout_key)) {
      const json& layout = row_[layout_key];
      return Operand::View(Type(type), shape, Shape(layout["strides"]), layout["offset"],
                           Numbers(layout["storage"]));
    }
    Operand operand = Operand::Dense(Type(type), shape, Numbers(row_[key]));
    if (row_.contains("tile")) {  // repeated along a new first axis: nothing is copied
      Dims tiled = {row_["tile"].get<int64_t>()};
      Dims strides = {0};
      for (int64_t extent : operand.desc.shape) tiled.push_back(extent);
      for (int64_t stride : operand.desc.strides) strides.push_back(stride);
      operand.desc.shape = tiled;
      operand.desc.strides = strides;
    }
    return operand;
  }

  json row_;
  BceCase call_;
};

TEST(NumericCases, EveryRowExactly) {
  std::ifstream file(SIGLOSS_NUMERIC_CASES);
  ASSERT_TRUE(file) << "can't read " << SIGLOSS_NUMERIC_CASES;
  size_t rows = 0;
  for (std::string line; std::getline(file, line); ++rows) {
    const json row = json::parse(line);
    SCOPED_TRACE(row["id"].get<std::string>());
    NumericCase(row).Check();
  }
  EXPECT_EQ(rows, 44u) << "rows went missing";
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
