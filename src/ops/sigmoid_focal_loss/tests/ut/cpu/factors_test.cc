// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Factors from the whole range, alphas of each element, operands of mixed types and layouts.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "ops/sigmoid_focal_loss/tests/budgets.h"
#include "ops/sigmoid_focal_loss/tests/ut/cpu/expectation.h"
#include "oracle/format.h"
#include "tests/support/inputs.h"
#include "tests/support/targets.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

using testing_support::Random;
using testing_support::Repeat;

constexpr DType kFloat32 = DType::kFloat32;

Operand Uniform(Random& random, DType dtype, const Dims& shape, double low, double high) {
  return Operand::Dense(dtype, shape, Repeat(testing_support::Count(shape), [&] {
                          return random.Uniform(low, high, dtype);
                        }));
}

Operand Labels(Random& random, DType dtype, const Dims& shape) {
  return Operand::Dense(dtype, shape,
                        Repeat(testing_support::Count(shape), [&] { return random.Label(); }));
}

/// Every operand full and random, targets 0 and 1.
FocalCase RandomCase(Operation operation, DType dtype, const Dims& shape) {
  Random random(41);
  FocalCase call;
  call.operation = operation;
  call.logits = Uniform(random, dtype, shape, -20, 20);
  call.target = Labels(random, dtype, shape);
  call.grad_output = Uniform(random, dtype, shape, -4, 4);
  call.weight = Uniform(random, dtype, shape, -4, 4);
  call.class_alpha = Uniform(random, dtype, shape, 0, 1);
  call.mask = Labels(random, DType::kBool, shape);
  return call;
}

class Factors : public ::testing::TestWithParam<std::tuple<Operation, double>> {};

TEST_P(Factors, NoSpuriousOverflowOrUnderflow) {
  const auto [operation, gamma] = GetParam();
  const auto n = static_cast<int64_t>(40009 / testing_support::TestStride());
  Random random(7);
  const auto any = [&] { return random.AnyFinite(kFloat32); };
  FocalCase call;
  call.operation = operation;
  call.gamma = gamma;
  call.logits = Uniform(random, kFloat32, {n}, -380, 380);
  for (size_t i = 0; i < call.logits.storage.size(); i += 4) call.logits.storage[i] = any();
  call.target = Labels(random, kFloat32, {n});
  call.grad_output = Operand::Vector(kFloat32, Repeat(static_cast<size_t>(n), any));
  call.weight = Operand::Vector(kFloat32, Repeat(static_cast<size_t>(n), any));
  call.class_alpha = Operand::Vector(kFloat32, Repeat(static_cast<size_t>(n), any));
  const std::string name = Name(operation) + (" gamma=" + std::to_string(gamma));
  ExpectAccurate(name + " factors of any size", call, kHard32);
  call.class_alpha.reset();
  for (size_t i = 0; i < static_cast<size_t>(n); ++i) {  // from the ends, with a product inside
    const double down = std::exp2(-random.Uniform(60, 126, kFloat32));
    const double up = std::exp2(random.Uniform(60, 127, kFloat32));
    call.grad_output.storage[i] = oracle::RoundTo(i % 2 == 0 ? down : up, kFloat32);
    call.weight->storage[i] = oracle::RoundTo(i % 2 == 0 ? up : -down, kFloat32);
  }
  ExpectAccurate(name + " factors that balance", call, kHard32);
}

INSTANTIATE_TEST_SUITE_P(All, Factors,
                         ::testing::Combine(::testing::ValuesIn(kOperations),
                                            ::testing::Values(0, 0.5, 1.7, 2, 20)));

class Operands : public ::testing::TestWithParam<std::tuple<Operation, DType>> {
 protected:
  [[nodiscard]] static Operation operation() { return std::get<0>(GetParam()); }
  [[nodiscard]] static DType dtype() { return std::get<1>(GetParam()); }
  [[nodiscard]] static Budget budget() {
    if (dtype() == DType::kFloat64) return BudgetFor64(2, 3);
    return dtype() == kFloat32 ? kHard32 : kRight16;
  }
};

TEST_P(Operands, AllOfThemWithinBudget) {
  FocalCase call = RandomCase(operation(), dtype(), {50, 403});
  ExpectAccurate(std::string("all operands, ") + Name(operation()), call, budget());
  call.target_kind = TargetKind::kLabels;
  call.class_alpha.reset();
  call.alpha.reset();
  ExpectAccurate(std::string("no alpha, ") + Name(operation()), call, budget());
}

TEST_P(Operands, Broadcast) {
  FocalCase call = RandomCase(operation(), dtype(), {5, 7, 133});
  Random random(3);
  call.weight = Uniform(random, dtype(), {7, 1}, -3, 3);
  call.class_alpha = Uniform(random, kFloat32, {133}, 0, 1);
  call.mask = Labels(random, DType::kBool, {5, 1, 1});
  call.grad_output = Uniform(random, DType::kFloat16, {7, 133}, -3, 3);
  ExpectAccurate(std::string("broadcast, ") + Name(operation()), call, budget());
}

// A number that is folded into the scale and a tensor full of it.
TEST_P(Operands, ScalarsGiveTheBitsOfTensors) {
  FocalCase scalars = RandomCase(operation(), dtype(), {1003});
  scalars.grad_output = Operand::Scalar(dtype(), -1.3);
  scalars.weight = Operand::Scalar(dtype(), 0.7);
  scalars.class_alpha = Operand::Scalar(dtype(), 0.3);
  scalars.mask = Operand::Scalar(DType::kBool, 1);
  FocalCase tensors = scalars;
  for (Input input : {Input::kGradOutput, Input::kWeight, Input::kClassAlpha, Input::kMask}) {
    if (tensors.Find(input) == nullptr) continue;
    Operand& operand = tensors.At(input);
    operand = Operand::Vector(operand.dtype(), std::vector<double>(1003, operand.storage[0]));
  }
  EXPECT_EQ(RunCase(scalars), RunCase(tensors));
  if (dtype() == DType::kFloat64) return;
  FocalCase number = scalars;
  number.class_alpha.reset();
  number.alpha = scalars.class_alpha->storage[0];
  EXPECT_EQ(RunCase(number), RunCase(scalars));
}

TEST_P(Operands, StridedViews) {
  FocalCase call = RandomCase(operation(), dtype(), {11, 35});
  const auto view = [&](Operand& operand) {
    Operand from = operand;
    std::vector<double> storage(1000, std::numeric_limits<double>::quiet_NaN());
    if (operand.dtype() == DType::kBool) storage.assign(1000, 1);
    for (int64_t i = 0; i < 11 * 35; ++i) {
      storage[static_cast<size_t>(2 * (i / 35) + 25 * (34 - i % 35))] =
          from.storage[static_cast<size_t>(i)];
    }
    operand = Operand::View(from.dtype(), {11, 35}, {2, -25}, 34 * 25, storage);
  };
  const std::vector<uint64_t> wanted = RunCase(call);
  for (Input input : kInputs) {
    if (call.Find(input) != nullptr) view(call.At(input));
  }
  call.out = TensorDesc{dtype(), {11, 35}, {1, 13}};
  EXPECT_EQ(RunCase(call), wanted);
}

TEST_P(Operands, FusedTargetsAgreeInEveryBit) {
  for (const double gamma : {0.5, 1.7, 2.0}) {
    FocalCase call = RandomCase(operation(), dtype(), {20011});
    call.gamma = gamma;
    for (size_t i = 0; i < 5000; ++i) call.target.storage[i] = 0.25;
    (void)testing_support::ExpectFusedTargetsAgree(dtype(), [&] { return RunCase(call); });
    call.precision = Precision::kFast;
    (void)testing_support::ExpectFusedTargetsAgree(dtype(), [&] { return RunCase(call); });
  }
}

// The selector is the complement of the label: one derivative.
TEST_P(Operands, BothPolaritiesBitForBit) {
  FocalCase labels = RandomCase(operation(), dtype(), {5003});
  labels.target_kind = TargetKind::kLabels;
  FocalCase selector = labels;
  selector.target_kind = TargetKind::kSelector;
  for (double& t : selector.target.storage) t = 1 - t;
  for (const double gamma : {0.0, 0.5, 1.7, 2.0}) {
    labels.gamma = selector.gamma = gamma;
    EXPECT_EQ(RunCase(labels), RunCase(selector)) << gamma;
  }
}

TEST_P(Operands, LabelsOfEveryType) {
  FocalCase call = RandomCase(operation(), dtype(), {1003});
  call.target_kind = TargetKind::kLabels;
  const std::vector<uint64_t> wanted = RunCase(call);
  for (DType type : {DType::kBool, DType::kUInt8, DType::kInt32, DType::kInt64, DType::kFloat16,
                     DType::kBFloat16, DType::kFloat32}) {
    call.target = Operand::Vector(type, call.target.storage);
    EXPECT_EQ(RunCase(call), wanted) << DTypeName(type);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Operands,
                         ::testing::Combine(::testing::ValuesIn(kOperations),
                                            ::testing::Values(DType::kFloat32, DType::kFloat16,
                                                              DType::kBFloat16, DType::kFloat64)));

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
