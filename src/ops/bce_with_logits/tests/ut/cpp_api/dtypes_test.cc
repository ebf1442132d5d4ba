// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every type a parameter may have, and mixtures of them.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "oracle/format.h"
#include "problem.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr DType kFloats[] = {DType::kFloat32, DType::kFloat16, DType::kBFloat16, DType::kFloat64};
const Dims kShape = {2, 3};

TEST(CppDTypes, LabelsAreNumbersWhateverTheirType) {
  for (const DType logits : {DType::kFloat32, DType::kFloat64}) {
    Problem wanted;
    wanted.logits = HostTensor(logits, kShape, wanted.logits.Values());
    wanted.target.Set({1, 0, 1, 1, 0, 0});
    const Results expected = Actual(wanted);
    ExpectSolved(wanted);
    for (const DType dtype : {DType::kFloat16, DType::kBFloat16, DType::kFloat64, DType::kBool,
                              DType::kUInt8, DType::kInt32, DType::kInt64}) {
      Problem problem = wanted;
      problem.target = HostTensor(dtype, kShape, wanted.target.Values());
      ExpectSolved(problem);
      const bool same_lanes = logits == DType::kFloat64 || dtype != DType::kFloat64;
      if (!same_lanes) continue;
      EXPECT_EQ(Actual(problem).loss, expected.loss) << DTypeName(dtype);
      EXPECT_EQ(Actual(problem).grad, expected.grad) << DTypeName(dtype);
    }
  }
}

TEST(CppDTypes, LabelsThatAreNeither0Nor1) {
  for (const DType dtype : {DType::kInt32, DType::kInt64}) {
    Problem problem;
    problem.target = HostTensor(dtype, kShape, {2, -3, 1 << 20, -1, 255, 0});
    ExpectSolved(problem, 0x1p-22);  // the terms of the loss cancel
  }
  Problem problem;
  problem.target = HostTensor(DType::kUInt8, kShape, {2, 255, 0, 1, 128, 7});
  ExpectSolved(problem, 0x1p-22);
}

// Wide integers beside a float64 tensor are read in full.
TEST(CppDTypes, WideLabelsOfAFloat64Call) {
  Problem problem;
  problem.result = DType::kFloat64;
  problem.logits = HostTensor(DType::kFloat64, kShape, {1, 1, 1, 1, 1, 1});
  for (const DType dtype : {DType::kInt32, DType::kInt64}) {
    problem.target = HostTensor(
        dtype, kShape, {(1 << 24) + 1, (1 << 25) + 1, -(1 << 24) - 1, (1 << 30) + 1, 0, 1});
    ExpectSolved(problem, 1e-14);
  }
}

TEST(CppDTypes, AnyMixture) {
  for (const DType logits : kFloats) {
    for (const DType other : kFloats) {
      for (const DType result : kFloats) {
        Problem problem;
        problem.logits = HostTensor(logits, kShape, problem.logits.Values());
        problem.target = HostTensor(other, kShape, problem.target.Values());
        problem.grad_output = HostTensor(other, kShape, problem.grad_output.Values());
        problem.weight = HostTensor(other, {2, 1}, {2, 0.5});
        problem.pos_weight = HostTensor(other, {3}, {1, 3, 0.25});
        problem.result = result;
        const bool is_double = result == DType::kFloat64;
        ExpectSolved(problem,
                     is_double ? 1e-14 : std::ldexp(1.0, -oracle::FormatOf(result).precision));
      }
    }
  }
}

TEST(CppDTypes, MaskIsFalseForZeroOnly) {
  Problem problem;
  problem.mask = HostTensor(DType::kBool, kShape, {1, 2, 128, 255, 0, 1});
  ExpectSolved(problem);
  problem.options.reduction = Reduction::kMean;
  ExpectSolved(problem);
}

// A loss whose sum leaves the range of the type on the way, but not at the end.
TEST(CppDTypes, MeanOfNarrowTypesDoesNotOverflow) {
  const std::vector<double> x(1000, 1000.0);
  HostTensor logits(DType::kFloat16, {1000}, x);
  HostTensor target(DType::kBool, {1000}, std::vector<double>(1000, 0.0));
  HostTensor loss = HostTensor::Unwritten(DType::kFloat16, {});
  ASSERT_TRUE(sigloss::bce_with_logits(logits.View(), target.View(), loss.View()).ok());
  EXPECT_EQ(loss.Values()[0], 1000);
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
