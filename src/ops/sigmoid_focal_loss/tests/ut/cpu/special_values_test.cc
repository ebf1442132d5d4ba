// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Zeros, infinities, NaN and the ends of the range: every combination, bit for bit.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "ops/sigmoid_focal_loss/tests/budgets.h"
#include "ops/sigmoid_focal_loss/tests/ut/cpu/expectation.h"
#include "oracle/format.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Numbers are rounded right, save where terms cancel; coefficient and factors are up to 4.
constexpr Budget kSoftSpecial = {
    .ulps = 0, .cancels_below = kSoft32.cancels_below, .cancelled = 4 * kSoft32.cancelled};

/// Every logit with every target and every pair of factors.
FocalCase SpecialCase(DType dtype, const std::vector<double>& targets) {
  const oracle::Format format = oracle::FormatOf(dtype);
  const double smallest = std::ldexp(1.0, format.min_exponent - format.precision + 1);
  const double largest = std::ldexp(2 - std::ldexp(1.0, 1 - format.precision), format.max_exponent);
  const double xs[] = {0, -0.0, kInf, -kInf, kNaN, smallest, -smallest, largest, -largest};
  const double factors[][2] = {{1, 1},   {-1, 1}, {0, 1},    {-0.0, 1}, {1, -2},
                               {-1, -2}, {1, 0},  {1, -0.0}, {kNaN, 1}, {1, kNaN}};
  std::vector<double> x, t, dout, weight;
  for (const double logit : xs) {
    for (const double target : targets) {
      for (const auto& [upstream, w] : factors) {
        x.push_back(logit);
        t.push_back(target);
        dout.push_back(upstream);
        weight.push_back(w);
      }
    }
  }
  FocalCase call;
  call.logits = Operand::Vector(dtype, x);
  call.target = Operand::Vector(dtype, t);
  call.grad_output = Operand::Vector(dtype, dout);
  call.weight = Operand::Vector(dtype, weight);
  return call;
}

using Param = std::tuple<Operation, DType, TargetKind>;

class SpecialValues : public ::testing::TestWithParam<Param> {
 protected:
  void ExpectAllBits(const std::vector<double>& targets, const std::vector<double>& gammas,
                     const Budget& budget) {
    const auto [operation, dtype, kind] = GetParam();
    FocalCase call = SpecialCase(dtype, targets);
    call.operation = operation;
    call.target_kind = kind;
    for (const double gamma : gammas) {
      for (const double alpha : {0.0, 0.25, 1.0, -1.0}) {
        call.gamma = gamma;
        call.alpha = alpha;
        ExpectBits(call, budget);
      }
    }
  }
};

TEST_P(SpecialValues, HardTargetsBitExactly) {
  const bool is_double = std::get<DType>(GetParam()) == DType::kFloat64;
  const Budget budget = is_double ? BudgetFor64(20) : Budget{.ulps = 0};
  ExpectAllBits({0, 1, kNaN}, {0, 0.5, 1, 1.7, 2, 3, 20}, budget);
}

TEST_P(SpecialValues, SoftTargetsBitExactly) {
  const bool is_double = std::get<DType>(GetParam()) == DType::kFloat64;
  ExpectAllBits({0.25, 0.75}, {0, 0.5, 1, 2}, is_double ? kSoft64 : kSoftSpecial);
}

TEST_P(SpecialValues, GammaBelow0BitExactly) {
  const bool is_double = std::get<DType>(GetParam()) == DType::kFloat64;
  ExpectAllBits({0, 1, kNaN}, {-0.5, -1, -2}, is_double ? kSoft64 : kSoftSpecial);
}

// A NaN spoils its own element and no neighbour, wherever it stands in a vector of lanes.
TEST_P(SpecialValues, NaNStaysInItsElement) {
  const auto [operation, dtype, kind] = GetParam();
  constexpr size_t kCount = 70;
  testing_support::Random random(13);
  const auto uniform = [&, type = dtype](double low, double high) {
    return Operand::Vector(
        type, testing_support::Repeat(kCount, [&] { return random.Uniform(low, high, type); }));
  };
  FocalCase clean;
  clean.operation = operation;
  clean.target_kind = kind;
  clean.logits = uniform(-20, 20);
  clean.target = uniform(0, 1);
  for (double& target : clean.target.storage) target = std::round(target);
  clean.grad_output = uniform(-4, 4);
  clean.weight = uniform(-4, 4);
  clean.class_alpha = uniform(0, 1);
  const std::vector<uint64_t> wanted = RunCase(clean);
  for (size_t at = 0; at < kCount; ++at) {
    FocalCase call = clean;
    Input spoilt = kInputs[at % 5];  // the mask is no number
    if (call.Find(spoilt) == nullptr) spoilt = Input::kLogits;
    call.At(spoilt).storage[at] = kNaN;
    const std::vector<uint64_t> bits = RunCase(call);
    for (size_t i = 0; i < kCount; ++i) {
      if (i == at) {
        EXPECT_TRUE(std::isnan(oracle::Decode(bits[i], dtype))) << at;
      } else {
        EXPECT_EQ(bits[i], wanted[i]) << at << ' ' << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SpecialValues,
                         ::testing::Combine(::testing::ValuesIn(kOperations),
                                            ::testing::Values(DType::kFloat32, DType::kFloat16,
                                                              DType::kBFloat16, DType::kFloat64),
                                            ::testing::Values(TargetKind::kLabels,
                                                              TargetKind::kSelector)));

// By hand, so that the table doesn't rest on the oracle alone. Labels; alpha 0.25.
TEST(SpecialValues, ZerosAndLimitsByHand) {
  struct Row {
    Operation operation;
    double x, y, gamma, wanted;
  };
  const Row rows[] = {
      {Operation::kGrad, kInf, 0, 2, 0.75},         {Operation::kGrad, -kInf, 1, 2, -0.25},
      {Operation::kGrad, kInf, 1, 2, -0.0},         {Operation::kGrad, -kInf, 0, 2, 0.0},
      {Operation::kGrad, 3e38, 1, 0.5, -0.0},       {Operation::kGrad, -3e38, 0, 20, 0.0},
      {Operation::kGrad, 0, 0, 0, 0.375},           {Operation::kGrad, -0.0, 1, 0, -0.125},
      {Operation::kLoss, kInf, 0, 2, kInf},         {Operation::kLoss, -kInf, 1, 0.5, kInf},
      {Operation::kLoss, kInf, 1, 2, 0.0},          {Operation::kLoss, -kInf, 0, 0, 0.0},
      {Operation::kLoss, 0x1p127, 0, 1, 0x1.8p126},
  };
  for (const Row& row : rows) {
    FocalCase call;
    call.operation = row.operation;
    call.target_kind = TargetKind::kLabels;
    call.gamma = row.gamma;
    call.logits = Operand::Vector(DType::kFloat32, {row.x});
    call.target = Operand::Vector(DType::kFloat32, {row.y});
    EXPECT_EQ(RunCase(call)[0], oracle::Encode(row.wanted, DType::kFloat32))
        << row.operation << ' ' << row.x << ' ' << row.y << ' ' << row.gamma;
    if (std::isfinite(row.wanted)) continue;
    call.precision = Precision::kFast;
    EXPECT_EQ(RunCase(call)[0], oracle::Encode(row.wanted, DType::kFloat32))
        << "fast " << row.x << ' ' << row.y << ' ' << row.gamma;
  }
}

TEST(SpecialValues, LabelsOutsideTheirRangeAreNaN) {
  for (const Operation operation : kOperations) {
    FocalCase call;
    call.operation = operation;
    call.target_kind = TargetKind::kLabels;
    call.logits = Operand::Vector(DType::kFloat32, {1, 1, -30, 1});
    call.target = Operand::Vector(DType::kFloat32, {-1, 2, 100, 1});
    const std::vector<uint64_t> bits = RunCase(call);
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(std::isnan(oracle::Decode(bits[i], DType::kFloat32)), i < 3) << operation << i;
    }
  }
}

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
