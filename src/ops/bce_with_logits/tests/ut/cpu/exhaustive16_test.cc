// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// float16 and bfloat16: every logit there is.
#include <gtest/gtest.h>

#include <tuple>
#include <utility>
#include <vector>

#include "ops/bce_with_logits/tests/ut/cpu/sweep.h"

namespace sigloss::ops::bce_with_logits {
namespace {

// Not a power of two, so that a mean divides by a number with bits.
constexpr size_t kElements = 66000;

using Param = std::tuple<DType, SweepRow>;

class Exhaustive16 : public ::testing::TestWithParam<Param> {};

TEST_P(Exhaustive16, CorrectlyRounded) {
  const auto& [dtype, row] = GetParam();
  std::vector<double> logits = testing_support::AllValues(dtype);
  testing_support::Random random(5);
  while (logits.size() < kElements) logits.push_back(random.Uniform(-10, 10, dtype));
  ExpectAccurateOnEveryTarget(RowName(row, dtype), SweepCase(row, dtype, std::move(logits)),
                              row.budget);
}

INSTANTIATE_TEST_SUITE_P(Rows, Exhaustive16,
                         ::testing::Combine(::testing::Values(DType::kFloat16, DType::kBFloat16),
                                            ::testing::ValuesIn(kSweeps16)));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
