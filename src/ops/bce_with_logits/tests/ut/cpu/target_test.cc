// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Instruction sets against each other.
#include "simd/target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "ops/bce_with_logits/tests/ut/cpu/sweep.h"
#include "oracle/format.h"

namespace sigloss::ops::bce_with_logits {
namespace {

class Targets : public ::testing::TestWithParam<DType> {};

// "" if there is none.
std::string FirstDifference(const std::vector<uint32_t>& got, const std::vector<uint32_t>& wanted) {
  const auto [a, b] = std::mismatch(got.begin(), got.end(), wanted.begin(), wanted.end());
  if (a == got.end() && b == wanted.end()) return "";
  std::ostringstream text;
  text << "element " << (a - got.begin()) << std::hex << ": 0x" << *a << ", not 0x" << *b;
  return text.str();
}

// Sign and payload of a NaN mean nothing, and instruction sets differ in them.
std::vector<uint32_t> RunWithOneNan(const BackwardCase& call, DType dtype) {
  std::vector<uint32_t> bits = RunCase(call);
  for (uint32_t& value : bits) {
    if (std::isnan(oracle::Decode(value, dtype))) value = 0x7FFFFFFF;
  }
  return bits;
}

// Fused targets compute the same operations in the same order, so also the same bits.
TEST_P(Targets, FusedTargetsAgreeInEveryBit) {
  const DType dtype = GetParam();
  std::vector<BackwardCase> calls = {RandomCase(dtype, {50021}, 31)};
  const std::vector<double> logits = dtype == DType::kFloat32 ? testing_support::Float32Logits()
                                                              : testing_support::AllValues(dtype);
  calls.push_back(SweepCase({.name = "y=1", .label = 1}, dtype, logits));
  calls.push_back(SweepCase({.name = "soft", .labels = Labels::kUniform}, dtype, logits));
  for (const BackwardCase& call : calls) {
    std::vector<uint32_t> first_bits;
    std::string first, names;
    ForEachTarget([&](const std::string& target) {
      if (!HasFma(target)) return;
      const std::vector<uint32_t> bits = RunWithOneNan(call, dtype);
      names += " " + target;
      if (first.empty()) {
        first = target;
        first_bits = bits;
      } else {
        EXPECT_EQ(FirstDifference(bits, first_bits), "") << target << " differs from " << first;
      }
    });
    if (first.empty()) GTEST_SKIP() << "this processor has no fused multiply-add";
    std::cout << "  compared:" << names << std::endl;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Targets,
                         ::testing::Values(DType::kFloat32, DType::kFloat16, DType::kBFloat16));

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
