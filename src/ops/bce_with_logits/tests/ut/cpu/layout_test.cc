// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Ranks and broadcasts, each against the oracle.
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "ops/bce_with_logits/tests/ut/cpu/expectation.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::bce_with_logits {
namespace {

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

struct Forms {
  Form grad = Form::kFull;
  Form weight = Form::kAbsent;
  Form pos_weight = Form::kAbsent;
};

BceCase Broadcasting(Operation operation, const Dims& shape, DType dtype, const Forms& forms) {
  BceCase call = RandomCase(operation, dtype, shape, 41);
  call.grad_output = Shaped(forms.grad, shape, dtype, -4, 42);
  call.weight.reset();
  call.pos_weight.reset();
  if (forms.weight != Form::kAbsent) call.weight = Shaped(forms.weight, shape, dtype, -4, 43);
  if (forms.pos_weight != Form::kAbsent) {
    call.pos_weight = Shaped(forms.pos_weight, shape, dtype, 0, 44);
  }
  return call;
}

// Zeros and ones; the first element is kept.
Operand Mask(Form form, const Dims& shape) {
  Operand mask = Shaped(form, shape, DType::kFloat32, -4, 47);
  mask.desc.dtype = DType::kBool;
  for (double& value : mask.storage) value = value > -1 ? 1 : 0;
  mask.storage[0] = 1;
  return mask;
}

void ExpectAccurateReduced(const std::string& what, BceCase call) {
  const DType dtype = call.logits.dtype();
  for (Reduction reduction : kReductions) {
    call.reduction = reduction;
    ExpectAccurate(what, call,
                   call.IsReduced() ? SumBudgetFor(dtype) : BudgetFor(call.operation, dtype));
  }
}

class Layout : public ::testing::TestWithParam<std::tuple<Operation, DType>> {
 protected:
  static Operation operation() { return std::get<0>(GetParam()); }
  static DType dtype() { return std::get<1>(GetParam()); }
};

TEST_P(Layout, EveryBroadcastOfEveryOperand) {
  for (Form grad : kGradForms) {
    if (!HasGradOutput(operation()) && grad != Form::kFull) continue;
    for (Form weight : kWeightForms) {
      for (Form pos_weight : kWeightForms) {
        ExpectAccurateReduced(
            "broadcast", Broadcasting(operation(), {3, 5, 7}, dtype(), {grad, weight, pos_weight}));
      }
    }
  }
}

TEST_P(Layout, EveryBroadcastOfTheMask) {
  for (Form mask : kGradForms) {
    for (Form weight : {Form::kAbsent, Form::kFull, Form::kScalar}) {
      BceCase call = Broadcasting(operation(), {3, 5, 7}, dtype(), {Form::kFull, weight});
      call.mask = Mask(mask, {3, 5, 7});
      ExpectAccurateReduced("mask", call);
      call.label_smoothing = 0.1;
      ExpectAccurateReduced("mask and label smoothing", call);
    }
  }
}

// Rows shorter and longer than a tile and than the longest row that is kept, with the whole split
// over threads at places that are no row's start.
TEST_P(Layout, BroadcastsAcrossTilesAndThreads) {
  const bool short_too = operation() == Operation::kGrad || operation() == Operation::kLoss;
  if (dtype() != DType::kFloat32 && !(short_too && dtype() == DType::kBFloat16)) {
    GTEST_SKIP() << "two types will do";
  }
  const Dims shapes[] = {{3, 5, 511},   {2, 9, 513},   {41, 61, 31},
                         {3, 11, 2500}, {2, 3, 12000}, {1, 35001, 2}};
  const Forms all[] = {{Form::kTrailing, Form::kLeading, Form::kMiddle},
                       {Form::kMiddle, Form::kScalar, Form::kLeading},
                       {Form::kStride0, Form::kFull, Form::kTrailing}};
  for (const Dims& shape : shapes) {
    for (const Forms& forms : all) {
      BceCase call = Broadcasting(operation(), shape, dtype(), forms);
      ExpectAccurate("large broadcast", call, BudgetFor(operation(), dtype()));
    }
    BceCase call = Broadcasting(operation(), shape, dtype(), all[1]);
    call.mask = Mask(Form::kTrailing, shape);
    call.reduction = Reduction::kMean;
    ExpectAccurate("large broadcast, masked", call,
                   call.IsReduced() ? SumBudgetFor(dtype()) : BudgetFor(operation(), dtype()));
  }
}

TEST_P(Layout, EveryRank) {
  const Dims full = {2, 3, 1, 2, 5, 1, 2, 3};
  for (size_t rank = 0; rank <= kMaxRank; ++rank) {
    const Dims shape(std::span<const int64_t>(full.begin(), rank));
    ExpectAccurateReduced("rank " + std::to_string(rank),
                          RandomCase(operation(), dtype(), shape, 45 + rank));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Layout,
                         ::testing::Combine(::testing::ValuesIn(kOperations),
                                            ::testing::Values(DType::kFloat32, DType::kFloat16,
                                                              DType::kBFloat16, DType::kFloat64)));

class Empty : public ::testing::TestWithParam<Operation> {};

// Every tensor begins at a guard page. A reduced loss has its element: 0, or for a mean 0/0.
void ExpectEmpty(const BceCase& call, const char* what) {
  SCOPED_TRACE(what);
  if (call.IsReduced()) {
    ExpectBitsOnEveryTarget(call);
  } else {
    EXPECT_TRUE(RunCase(call).empty());
  }
}

TEST_P(Empty, SucceedsAndTouchesNothing) {
  for (const Dims& shape : {Dims{0}, Dims{3, 0}, Dims{0, 5}, Dims{1, 0, 1}, Dims{0, 0, 0}}) {
    for (Reduction reduction : kReductions) {
      BceCase call = RandomCase(GetParam(), DType::kFloat32, shape, 46);
      call.reduction = reduction;
      ExpectEmpty(call, "full operands");
      call.grad_output = Operand::Scalar(DType::kFloat32, 1);
      call.weight = call.grad_output;
      ExpectEmpty(call, "numbers");
      Dims zeros = shape;
      for (size_t i = 0; i < zeros.size(); ++i) zeros[i] = 0;
      call.grad_output = Operand::View(DType::kFloat32, shape, zeros, 0, {});
      call.weight = call.grad_output;
      ExpectEmpty(call, "strides 0 and no element");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, Empty, ::testing::ValuesIn(kOperations));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
