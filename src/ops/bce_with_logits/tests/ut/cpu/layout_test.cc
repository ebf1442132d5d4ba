// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Ranks, broadcasts, views and mixtures of types, each against the oracle.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/backward_case.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat16, DType::kBFloat16};
constexpr Reduction kReductions[] = {Reduction::kNone, Reduction::kMean, Reduction::kSum};

std::vector<double> Values(size_t n, double low, double high, DType dtype, uint64_t seed) {
  testing_support::Random random(seed);
  return testing_support::Repeat(n, [&] { return random.Uniform(low, high, dtype); });
}

// How an operand broadcasts to a shape.
enum class Form { kFull, kScalar, kOne, kStride0, kTrailing, kLeading, kMiddle, kAbsent };
constexpr Form kGradForms[] = {Form::kFull,     Form::kScalar,  Form::kOne,   Form::kStride0,
                               Form::kTrailing, Form::kLeading, Form::kMiddle};
constexpr Form kWeightForms[] = {Form::kAbsent,   Form::kFull,    Form::kScalar,
                                 Form::kTrailing, Form::kLeading, Form::kMiddle};

// For a shape [a, b, c]. kMiddle is [b, 1], kLeading [a, 1, 1], kTrailing [c].
Operand Shaped(Form form, const Dims& shape, DType dtype, double low, uint64_t seed) {
  const auto values = [&](int64_t n) {
    return Values(static_cast<size_t>(n), low, 4, dtype, seed);
  };
  const int64_t a = shape[0], b = shape[1], c = shape[2];
  switch (form) {
    case Form::kScalar:
      return Operand::Scalar(dtype, values(1)[0]);
    case Form::kOne:
      return Operand::Dense(dtype, {1}, values(1));
    case Form::kStride0:
      return Operand::View(dtype, shape, {0, 0, 0}, 0, values(1));
    case Form::kTrailing:
      return Operand::Dense(dtype, {c}, values(c));
    case Form::kLeading:
      return Operand::Dense(dtype, {a, 1, 1}, values(a));
    case Form::kMiddle:
      return Operand::Dense(dtype, {b, 1}, values(b));
    default:
      return Operand::Dense(dtype, shape, values(a * b * c));
  }
}

BackwardCase Broadcasting(const Dims& shape, DType dtype, Form grad, Form weight, Form pos_weight) {
  BackwardCase call = RandomCase(dtype, shape, 41);
  call.grad_output = Shaped(grad, shape, dtype, -4, 42);
  call.weight.reset();
  call.pos_weight.reset();
  if (weight != Form::kAbsent) call.weight = Shaped(weight, shape, dtype, -4, 43);
  if (pos_weight != Form::kAbsent) call.pos_weight = Shaped(pos_weight, shape, dtype, 0, 44);
  return call;
}

TEST(Layout, EveryBroadcastOfEveryOperand) {
  for (DType dtype : kTypes) {
    for (Form grad : kGradForms) {
      for (Form weight : kWeightForms) {
        for (Form pos_weight : kWeightForms) {
          BackwardCase call = Broadcasting({3, 5, 7}, dtype, grad, weight, pos_weight);
          for (Reduction reduction : kReductions) {
            call.reduction = reduction;
            ExpectAccurate("broadcast", call, BudgetFor(dtype));
          }
        }
      }
    }
  }
}

// Rows shorter and longer than a tile and than the longest row that is kept, with the whole split
// over threads at places that are no row's start.
TEST(Layout, BroadcastsAcrossTilesAndThreads) {
  const Dims shapes[] = {{3, 5, 511},   {2, 9, 513},   {41, 61, 31},
                         {3, 11, 2500}, {2, 3, 12000}, {1, 35001, 2}};
  const Form forms[][3] = {{Form::kTrailing, Form::kLeading, Form::kMiddle},
                           {Form::kMiddle, Form::kTrailing, Form::kLeading},
                           {Form::kStride0, Form::kFull, Form::kTrailing}};
  for (const Dims& shape : shapes) {
    for (const auto& [grad, weight, pos_weight] : forms) {
      ExpectAccurate("large broadcast",
                     Broadcasting(shape, DType::kFloat32, grad, weight, pos_weight),
                     BudgetFor(DType::kFloat32));
    }
    ExpectAccurate(
        "large broadcast of 16 bits",
        Broadcasting(shape, DType::kBFloat16, Form::kScalar, Form::kTrailing, Form::kMiddle),
        BudgetFor(DType::kBFloat16));
  }
}

TEST(Layout, EveryRank) {
  const Dims full = {2, 3, 1, 2, 5, 1, 2, 3};
  for (size_t rank = 0; rank <= kMaxRank; ++rank) {
    const Dims shape(std::span<const int64_t>(full.begin(), rank));
    for (DType dtype : kTypes) {
      for (Reduction reduction : kReductions) {
        BackwardCase call = RandomCase(dtype, shape, 45 + rank);
        call.reduction = reduction;
        ExpectAccurate("rank " + std::to_string(rank), call, BudgetFor(dtype));
      }
    }
  }
}

TEST(Layout, EmptyTensorsSucceedAndTouchNothing) {
  for (const Dims& shape : {Dims{0}, Dims{3, 0}, Dims{0, 5}, Dims{1, 0, 1}, Dims{0, 0, 0}}) {
    for (Reduction reduction : kReductions) {
      BackwardCase call = RandomCase(DType::kFloat32, shape, 46);
      call.reduction = reduction;
      EXPECT_TRUE(RunCase(call).empty());  // every tensor begins at a guard page
      call.grad_output = Operand::Scalar(DType::kFloat32, 1);
      EXPECT_TRUE(RunCase(call).empty());
      Dims zeros = shape;
      for (size_t i = 0; i < zeros.size(); ++i) zeros[i] = 0;
      call.grad_output = Operand::View(DType::kFloat32, shape, zeros, 0, {});
      call.weight = call.grad_output;
      EXPECT_TRUE(RunCase(call).empty()) << "strides 0 and no element";
    }
  }
}

// float32, float16 and bfloat16 in any mixture.
TEST(Layout, EveryMixtureOfTypes) {
  for (int mixture = 0; mixture < 729; ++mixture) {
    const auto type = [&](int place) {
      static constexpr int kPowers[] = {1, 3, 9, 27, 81, 243};
      return kTypes[mixture / kPowers[place] % 3];
    };
    const Dims shape = {4, 9};
    BackwardCase call;
    call.logits = Operand::Dense(type(0), shape, Values(36, -10, 10, type(0), 51));
    call.target = Operand::Dense(type(1), shape, Values(36, 0, 1, type(1), 52));
    call.grad_output = Operand::Dense(type(2), shape, Values(36, -4, 4, type(2), 53));
    call.weight = Operand::Dense(type(3), {9}, Values(9, -4, 4, type(3), 54));
    call.pos_weight = Operand::Dense(type(4), {4, 1}, Values(4, 0, 4, type(4), 55));
    call.out = TensorDesc::Dense(type(5), shape);
    ExpectAccurate("mixture " + std::to_string(mixture), call, BudgetFor(type(5)));
  }
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
