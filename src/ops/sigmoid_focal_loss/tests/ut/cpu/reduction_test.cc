// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Reductions and what a mean divides by; threads; nothing to reduce.
#include <gtest/gtest.h>

#include <cmath>
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

using Kind = Normalizer::Kind;
using testing_support::Random;
using testing_support::Repeat;

/// Targets 0, 1 and some between, positive weights, half of the elements masked.
FocalCase RandomCase(Operation operation, TargetKind kind, DType dtype, const Dims& shape) {
  Random random(29);
  const size_t n = testing_support::Count(shape);
  const auto dense = [&](const std::function<double()>& make) {
    return Operand::Dense(dtype, shape, Repeat(n, make));
  };
  FocalCase call;
  call.operation = operation;
  call.target_kind = kind;
  call.logits = dense([&] { return random.Uniform(-20, 20, dtype); });
  call.target = dense([&] { return random.Bits() % 8 == 0 ? 0.25 : random.Label(); });
  call.weight = dense([&] { return random.Uniform(0.1, 3, dtype); });
  call.mask = Operand::Dense(DType::kBool, shape, Repeat(n, [&] { return random.Label(); }));
  if (kind == TargetKind::kClassIndex) {
    Dims rows;
    for (size_t axis = 0; axis + 1 < shape.size(); ++axis) rows.push_back(shape[axis]);
    const auto columns = static_cast<uint64_t>(shape[shape.size() - 1]);
    const auto index = [&] { return static_cast<double>(random.Bits() % (columns + 2)) - 1; };
    call.target = Operand::Dense(DType::kInt64, rows, Repeat(testing_support::Count(rows), index));
  }
  return call;
}

Budget BudgetOf(DType dtype) {
  if (dtype == DType::kFloat64) return BudgetFor64(2, 3);
  return dtype == DType::kFloat32 ? kHard32 : kRight16;
}

// A reduced loss is one number, which the verdict of a sweep would call no sweep.
void ExpectReduced(const FocalCase& call) {
  const oracle::Reference wanted = Expect(call).references[0];
  const DType dtype = call.OutDesc().dtype;
  testing_support::ForEachTarget([&](const std::string&) {
    const double value = oracle::Decode(RunCase(call)[0], dtype);
    EXPECT_LE(oracle::UlpError(wanted.exact, value, dtype), BudgetOf(dtype).ulps)
        << call.operation << ' ' << value << ", wanted " << wanted.rounded;
  });
}

class Reductions : public ::testing::TestWithParam<std::tuple<TargetKind, DType>> {};

TEST_P(Reductions, OfTheLoss) {
  const auto [kind, dtype] = GetParam();
  for (const Operation operation : {Operation::kLoss, Operation::kFusedLoss}) {
    for (const Dims& shape : {Dims{1, 1}, Dims{77, 31}, Dims{190, 101}}) {
      FocalCase call = RandomCase(operation, kind, dtype, shape);
      for (const Reduction reduction : {Reduction::kMean, Reduction::kSum}) {
        call.reduction = reduction;
        ExpectReduced(call);
        FocalCase plain = call;
        plain.mask.reset();
        plain.weight = Operand::Scalar(dtype, 1.3);
        ExpectReduced(plain);
      }
    }
  }
}

TEST_P(Reductions, EveryNormalizer) {
  const auto [kind, dtype] = GetParam();
  for (const Operation operation : kOperations) {
    FocalCase call = RandomCase(operation, kind, dtype, {23, 17});
    call.reduction = Reduction::kMean;
    for (const Normalizer& normalizer :
         {Normalizer{Kind::kNumel, 1}, Normalizer{Kind::kRows, 1}, Normalizer{Kind::kPositives, 1},
          Normalizer{Kind::kNumber, -2.3}}) {
      call.normalizer = normalizer;
      if (IsLoss(operation)) {
        ExpectReduced(call);
      } else {
        const bool is_mixed = kind != TargetKind::kClassIndex;
        Budget budget = BudgetOf(dtype);
        if (is_mixed && dtype == DType::kFloat32) budget = kSoft32;
        if (is_mixed && dtype == DType::kFloat64) budget = kSoft64;
        ExpectAccurate(std::string(Name(operation)) + " normalizer " +
                           std::to_string(static_cast<int>(normalizer.kind)),
                       call, budget);
      }
    }
  }
}

TEST_P(Reductions, SameBitsForAnyNumberOfThreadsAndOnFusedTargets) {
  const auto [kind, dtype] = GetParam();
  for (const Operation operation : kOperations) {
    FocalCase call = RandomCase(operation, kind, dtype, {700, 101});
    call.reduction = Reduction::kMean;
    call.normalizer.kind = Kind::kPositives;
    call.max_threads = 1;
    const std::vector<uint64_t> wanted = RunCase(call);
    for (const int threads : {2, 7, 0}) {
      call.max_threads = threads;
      EXPECT_EQ(RunCase(call), wanted) << operation << ' ' << threads;
    }
    (void)testing_support::ExpectFusedTargetsAgree(dtype, [&] { return RunCase(call); });
  }
}

// Positives are counted in selectors and in labels from the side that each means, between too.
TEST_P(Reductions, NoPositiveCountsAsOne) {
  const auto [kind, dtype] = GetParam();
  FocalCase call = RandomCase(Operation::kLoss, kind, dtype, {4, 5});
  const double negative = kind == TargetKind::kSelector ? 1 : kind == TargetKind::kLabels ? 0 : 5;
  for (double& target : call.target.storage) target = negative;
  call.reduction = Reduction::kMean;
  call.normalizer.kind = Kind::kPositives;
  const std::vector<uint64_t> mean = RunCase(call);
  call.reduction = Reduction::kSum;
  call.normalizer.kind = Kind::kNumel;
  EXPECT_EQ(mean, RunCase(call));
}

TEST_P(Reductions, OfNothing) {
  const auto [kind, dtype] = GetParam();
  for (const Operation operation : kOperations) {
    FocalCase call;
    call.operation = operation;
    call.target_kind = kind;
    call.logits = Operand::Dense(dtype, {0, 3}, {});
    call.target = kind == TargetKind::kClassIndex ? Operand::Dense(DType::kInt32, {0}, {})
                                                  : Operand::Dense(dtype, {0, 3}, {});
    EXPECT_TRUE(RunCase(call).empty());
    if (!IsLoss(operation)) continue;
    call.reduction = Reduction::kSum;
    EXPECT_EQ(RunCase(call), std::vector<uint64_t>{0});
    call.reduction = Reduction::kMean;
    EXPECT_TRUE(std::isnan(oracle::Decode(RunCase(call)[0], dtype)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Reductions,
                         ::testing::Combine(::testing::Values(TargetKind::kLabels,
                                                              TargetKind::kSelector,
                                                              TargetKind::kClassIndex),
                                            ::testing::Values(DType::kFloat32, DType::kFloat16,
                                                              DType::kBFloat16, DType::kFloat64)));

// Where 1 + exp(-|x|) rounds to 2 though the exponential is below 1.
TEST(SingleLoss, OfALogitNextToZero) {
  for (const double x : {1e-16, -1e-16, 1.2e-16}) {
    FocalCase call;
    call.operation = Operation::kLoss;
    call.reduction = Reduction::kSum;
    call.logits = Operand::Vector(DType::kFloat32, {x});
    call.target = Operand::Vector(DType::kFloat32, {0.25});
    ExpectReduced(call);
  }
}

// What a masked element holds does not matter.
TEST(Masks, HideWhatTheyLeaveOut) {
  for (const Operation operation : kOperations) {
    FocalCase call = RandomCase(operation, TargetKind::kSelector, DType::kFloat32, {999});
    for (const Reduction reduction : {Reduction::kNone, Reduction::kMean}) {
      call.reduction = reduction;
      FocalCase spoilt = call;
      for (size_t i = 0; i < 999; ++i) {
        if (call.mask->storage[i] != 0) continue;
        spoilt.logits.storage[i] = i % 2 == 0 ? HUGE_VAL : std::nan("");
        spoilt.weight->storage[i] = -HUGE_VAL;
        spoilt.target.storage[i] = std::nan("");
      }
      EXPECT_EQ(RunCase(spoilt), RunCase(call)) << operation;
    }
  }
}

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
