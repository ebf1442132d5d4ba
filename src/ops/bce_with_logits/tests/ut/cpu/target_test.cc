// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Instruction sets against each other.
#include "simd/target.h"

#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <tuple>
#include <vector>

#include "ops/bce_with_logits/tests/ut/cpu/sweep.h"
#include "tests/support/targets.h"

namespace sigloss::ops::bce_with_logits {
namespace {

class Targets : public ::testing::TestWithParam<std::tuple<Operation, DType>> {};

// Fused targets compute the same operations in the same order, so also the same bits.
TEST_P(Targets, FusedTargetsAgreeInEveryBit) {
  const auto [operation, dtype] = GetParam();
  std::vector<double> logits =
      DTypeSize(dtype) == 2 ? testing_support::AllValues(dtype) : testing_support::Float32Logits();
  if (DTypeSize(dtype) > 2) {  // a fifth of them will do
    for (size_t i = 0; 5 * i < logits.size(); ++i) logits[i] = logits[5 * i];
    logits.resize((logits.size() + 4) / 5);
  }
  std::vector<BceCase> calls = {RandomCase(operation, dtype, {50021}, 31)};
  for (SweepRow row : {SweepRow{.name = "y=1", .label = 1},
                       SweepRow{.name = "soft", .labels = Labels::kUniform, .pos_weight = 1.5}}) {
    row.operation = operation;
    calls.push_back(SweepCase(row, dtype, logits));
    row.precision = Precision::kFast;
    calls.push_back(SweepCase(row, dtype, logits));
  }
  for (const BceCase& call : calls) {
    const size_t compared = testing_support::ExpectFusedTargetsAgree(
        call.OutDesc().dtype, [&call] { return RunCase(call); });
    if (compared == 0) GTEST_SKIP() << "this processor has no fused multiply-add";
    std::cout << "  compared: " << compared << " targets" << std::endl;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Targets,
                         ::testing::Combine(::testing::ValuesIn(kOperations),
                                            ::testing::Values(DType::kFloat32, DType::kFloat16,
                                                              DType::kBFloat16, DType::kFloat64)));

TEST(Targets, ForcingIsRealAndAnUnknownNameIsRefused) {
  const std::vector<std::string> targets = simd::SupportedTargets();
  ASSERT_FALSE(targets.empty());
  const std::string best = simd::CurrentTarget();
  EXPECT_EQ(best, targets.front());
  for (const std::string& target : targets) {
    ASSERT_TRUE(simd::ForceTarget(target).ok());
    EXPECT_EQ(simd::CurrentTarget(), target);
  }
  const Status refused = simd::ForceTarget("AVX9");
  EXPECT_EQ(refused.code(), StatusCode::kUnsupported);
  EXPECT_NE(refused.message().find("AVX9"), std::string::npos);
  EXPECT_NE(refused.message().find(best), std::string::npos) << "says what there is";
  ASSERT_TRUE(simd::ForceTarget("").ok());
  EXPECT_EQ(simd::CurrentTarget(), best);
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
