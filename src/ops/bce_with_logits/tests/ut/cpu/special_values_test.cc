// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Zeros, infinities, NaN and the ends of the range: every combination, bit for bit.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "ops/bce_with_logits/tests/ut/cpu/expectation.h"
#include "oracle/format.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Param = std::tuple<Operation, DType>;

class SpecialValues : public ::testing::TestWithParam<Param> {};

TEST_P(SpecialValues, EveryCombinationBitExactly) {
  const auto [operation, dtype] = GetParam();
  const oracle::Format format = oracle::FormatOf(dtype);
  // In float64 a result far below both terms need not have their difference's sign.
  const double smallest = dtype == DType::kFloat64
                              ? 0x1p-40
                              : std::ldexp(1.0, format.min_exponent - format.precision + 1);
  const double largest = std::ldexp(2 - std::ldexp(1.0, 1 - format.precision), format.max_exponent);
  const double xs[] = {0, -0.0, kInf, -kInf, kNaN, smallest, -smallest, largest, -largest};
  const double ys[] = {0, -0.0, 0.5, 0.75, 1, 2, -1, kNaN};
  const double factors[][2] = {{1, 1},   {-1, 1}, {0, 1},    {-0.0, 1}, {1, -2},
                               {-1, -2}, {1, 0},  {1, -0.0}, {kNaN, 1}, {1, kNaN}};
  const std::optional<double> pos_weights[] = {std::nullopt, 0, -0.0, 1, 3, kNaN};
  for (const std::optional<double>& pos_weight : pos_weights) {
    std::vector<double> x, y, dout, weight;
    for (double logit : xs) {
      for (double label : ys) {
        for (const auto& [upstream, w] : factors) {
          x.push_back(logit);
          y.push_back(label);
          dout.push_back(upstream);
          weight.push_back(w);
        }
      }
    }
    BceCase call;
    call.operation = operation;
    call.logits = Operand::Vector(dtype, x);
    call.target = Operand::Vector(dtype, y);
    call.grad_output = Operand::Vector(dtype, dout);
    call.weight = Operand::Vector(dtype, weight);
    if (pos_weight) call.pos_weight = Operand::Scalar(dtype, *pos_weight);
    // Float64 arithmetic doesn't round numbers correctly; zeros, infinities and NaN it gets right.
    const Budget budget = dtype == DType::kFloat64 ? kSoft64 : Budget{.ulps = 0};
    ExpectBitsOnEveryTarget(call, budget);
    // Without the factors, and with one number for all.
    call.weight.reset();
    for (double upstream : {1.0, -1.0}) {
      call.grad_output = Operand::Scalar(dtype, upstream);
      ExpectBitsOnEveryTarget(call, budget);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SpecialValues,
                         ::testing::Combine(::testing::ValuesIn(kOperations),
                                            ::testing::Values(DType::kFloat32, DType::kFloat16,
                                                              DType::kBFloat16, DType::kFloat64)));

// By hand, so that the table doesn't rest on the oracle alone.
TEST(SpecialValues, ZerosAndLimitsByHand) {
  struct Row {
    double x, y, wanted;
  };
  const Row rows[] = {
      {kInf, 0, 1},   {kInf, 0.75, 0.25},   {kInf, 1, -0.0}, {kInf, 2, -1},   {-kInf, 0, 0.0},
      {-kInf, 1, -1}, {-kInf, 0.75, -0.75}, {-kInf, -1, 1},  {0, 0.5, 0.0},   {-0.0, 0.5, 0.0},
      {0, 0, 0.5},    {0, 1, -0.5},         {3e38, 1, -0.0}, {-3e38, 0, 0.0}, {0, 0.75, -0.25},
  };
  for (const Row& row : rows) {
    BceCase call;
    call.logits = Operand::Vector(DType::kFloat32, {row.x});
    call.target = Operand::Vector(DType::kFloat32, {row.y});
    const std::vector<uint64_t> bits = RunCase(call);
    EXPECT_EQ(bits[0], oracle::Encode(row.wanted, DType::kFloat32)) << row.x << ' ' << row.y;
  }
}

// The operands in turn, save those that the result does not depend on.
Input Spoilt(Operation operation, size_t turn) {
  for (;; ++turn) {
    const Input input = kInputs[turn % 5];  // the mask is no number
    if (input == Input::kGradOutput && !HasGradOutput(operation)) continue;
    if (input == Input::kTarget && operation == Operation::kTargetGrad) continue;
    return input;
  }
}

// A NaN spoils its own element and no neighbour, wherever it stands in a vector of lanes.
TEST_P(SpecialValues, NaNStaysInItsElement) {
  const auto [operation, dtype] = GetParam();
  constexpr size_t kCount = 70;
  for (size_t at = 0; at < kCount; ++at) {
    BceCase call = RandomCase(operation, dtype, {kCount}, 13);
    const std::vector<uint64_t> clean = RunCase(call);
    const Input spoilt = Spoilt(operation, at);
    call.At(spoilt).storage[at] = kNaN;
    const std::vector<uint64_t> bits = RunCase(call);
    for (size_t i = 0; i < kCount; ++i) {
      if (i == at) {
        EXPECT_TRUE(std::isnan(oracle::Decode(bits[i], dtype))) << at;
      } else {
        EXPECT_EQ(bits[i], clean[i]) << at << ' ' << i;
      }
    }
  }
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
