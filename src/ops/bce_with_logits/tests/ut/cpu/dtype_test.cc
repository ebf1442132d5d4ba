// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Mixtures of types; labels that are integers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "ops/bce_with_logits/tests/ut/cpu/expectation.h"
#include "oracle/format.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr DType kShort[] = {DType::kFloat32, DType::kFloat16, DType::kBFloat16};
constexpr DType kFloats[] = {DType::kFloat32, DType::kFloat16, DType::kBFloat16, DType::kFloat64};
constexpr DType kIntegers[] = {DType::kBool, DType::kUInt8, DType::kInt32, DType::kInt64};

Operand Values(DType dtype, const Dims& shape, double low, double high, uint64_t seed) {
  testing_support::Random random(seed);
  return Operand::Dense(dtype, shape, testing_support::Repeat(Count(shape), [&] {
                          return IsFloat(dtype) ? random.Uniform(low, high, dtype) : random.Label();
                        }));
}

class Mixtures : public ::testing::TestWithParam<Operation> {};

// float32, float16 and bfloat16 in any mixture.
TEST_P(Mixtures, OfTheShortTypes) {
  for (int mixture = 0; mixture < 729; ++mixture) {
    const auto type = [&](int place) {
      static constexpr int kPowers[] = {1, 3, 9, 27, 81, 243};
      return kShort[mixture / kPowers[place] % 3];
    };
    BceCase call;
    call.operation = GetParam();
    call.logits = Values(type(0), {4, 9}, -10, 10, 51);
    call.target = Values(type(1), {4, 9}, 0, 1, 52);
    call.grad_output = Values(type(2), {4, 9}, -4, 4, 53);
    call.weight = Values(type(3), {9}, -4, 4, 54);
    call.pos_weight = Values(type(4), {4, 1}, 0, 4, 55);
    call.out = TensorDesc::Dense(type(5), {4, 9});
    call.other_out = TensorDesc::Dense(type(2), {4, 9});
    ExpectAccurate("mixture " + std::to_string(mixture), call, BudgetFor(GetParam(), type(5)));
  }
}

// With float64 and integers, at random.
TEST_P(Mixtures, OfAllTypes) {
  testing_support::Random random(56);
  const auto any = [&] { return kFloats[random.Bits() % std::size(kFloats)]; };
  for (uint64_t mixture = 0; mixture < 600; ++mixture) {
    BceCase call;
    call.operation = GetParam();
    call.logits = Values(any(), {4, 9}, -10, 10, mixture);
    const DType label = random.Bits() % 2 == 0 ? any() : kIntegers[random.Bits() % 4];
    call.target = Values(label, {4, 9}, 0, 1, mixture + 1);
    call.grad_output = Values(any(), {4, 9}, -4, 4, mixture + 2);
    if (random.Bits() % 2 == 0) call.weight = Values(any(), {9}, -4, 4, mixture + 3);
    if (random.Bits() % 2 == 0) call.pos_weight = Values(any(), {4, 1}, 0, 4, mixture + 4);
    if (random.Bits() % 4 == 0) call.mask = Values(DType::kBool, {4, 9}, 0, 1, mixture + 5);
    if (random.Bits() % 4 == 0) call.label_smoothing = 0.1;
    const DType out = any();
    call.out = TensorDesc::Dense(out, {4, 9});
    call.other_out = TensorDesc::Dense(any(), {4, 9});
    ExpectAccurate("mixture " + std::to_string(mixture), call, BudgetFor(GetParam(), out));
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, Mixtures, ::testing::ValuesIn(kOperations));

class IntegerLabels : public ::testing::TestWithParam<std::tuple<Operation, DType>> {};

// The same bits as labels of the logits' type.
TEST_P(IntegerLabels, AreReadAsNumbers) {
  const auto [operation, dtype] = GetParam();
  for (DType integer : kIntegers) {
    for (int64_t n : {1, 37, 1001}) {
      BceCase call = RandomCase(operation, dtype, {n}, 57);
      call.target = Values(integer, {n}, 0, 1, 58);
      const std::vector<uint64_t> bits = RunCase(call);
      call.target = Operand::Vector(dtype, call.target.storage);
      EXPECT_EQ(bits, RunCase(call)) << DTypeName(integer) << ' ' << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, IntegerLabels,
                         ::testing::Combine(::testing::ValuesIn(kOperations),
                                            ::testing::ValuesIn(kFloats)));

// Numbers of any size: exact up to 2^24, or with float64 to 2^53; beyond, the nearest.
TEST(IntegerLabels, OfAnySize) {
  constexpr double kMax = std::numeric_limits<int32_t>::max();
  const std::vector<double> small = {0, 1, 2, 3, 127, 128, 254, 255};
  const std::vector<double> medium = {-kMax - 1, -0x1p24 - 1, -0x1p24, -1,        0,          1,
                                      0x1p24,    0x1p24 + 1,  kMax,    kMax - 64, 0x1p24 + 3, 77};
  std::vector<double> large = medium;
  for (double value : {0x1p53 - 1, 0x1.000001p62, -0x1p63, 0x1.fffffffffffffp62, 0x1.0000011p40}) {
    large.push_back(value);
  }
  const std::tuple<DType, std::vector<double>> rows[] = {
      {DType::kUInt8, small}, {DType::kInt32, medium}, {DType::kInt64, large}};
  for (const auto& [dtype, labels] : rows) {
    const std::vector<double> logits(labels.size(), 0.5);
    for (DType out : {DType::kFloat32, DType::kFloat64}) {
      BceCase call;
      call.logits = Operand::Vector(out, logits);
      call.target = Operand::Vector(dtype, labels);
      ExpectAccurateOnEveryTarget("labels of any size", call,
                                  out == DType::kFloat32 ? kSoft32 : kHard64);
    }
  }
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
