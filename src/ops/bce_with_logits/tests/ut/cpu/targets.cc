// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/tests/ut/cpu/targets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <vector>

#include "oracle/format.h"
#include "simd/target.h"

namespace sigloss::ops::bce_with_logits {
namespace {

// "" if there is none.
std::string FirstDifference(const std::vector<uint64_t>& got, const std::vector<uint64_t>& wanted) {
  const auto [a, b] = std::mismatch(got.begin(), got.end(), wanted.begin(), wanted.end());
  if (a == got.end() && b == wanted.end()) return "";
  std::ostringstream text;
  text << "element " << (a - got.begin()) << std::hex << ": 0x" << *a << ", not 0x" << *b;
  return text.str();
}

// Sign and payload of a NaN mean nothing, and instruction sets differ in them.
std::vector<uint64_t> RunWithOneNan(const BceCase& call) {
  std::vector<uint64_t> bits = RunCase(call);
  for (uint64_t& value : bits) {
    if (std::isnan(oracle::Decode(value, call.OutDesc().dtype))) {
      value = std::numeric_limits<uint64_t>::max();
    }
  }
  return bits;
}

}  // namespace

void ForEachTarget(const std::function<void(const std::string& target)>& body) {
  const std::vector<std::string> targets = simd::SupportedTargets();
  EXPECT_FALSE(targets.empty());
  for (const std::string& target : targets) {
    const Status status = simd::ForceTarget(target);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(simd::CurrentTarget(), target) << "the forced target is not the one in use";
    SCOPED_TRACE(target);
    body(target);
  }
  EXPECT_TRUE(simd::ForceTarget("").ok());
}

bool HasFma(const std::string& target) {
  for (const char* prefix : {"AVX2", "AVX3", "AVX10", "NEON", "SVE"}) {
    if (target.rfind(prefix, 0) == 0) return true;
  }
  return false;
}

std::string ExpectFusedTargetsAgree(const BceCase& call) {
  std::vector<uint64_t> first_bits;
  std::string first, names;
  ForEachTarget([&](const std::string& target) {
    if (!HasFma(target)) return;
    const std::vector<uint64_t> bits = RunWithOneNan(call);
    names += " " + target;
    if (first.empty()) {
      first = target;
      first_bits = bits;
    } else {
      EXPECT_EQ(FirstDifference(bits, first_bits), "")
          << call.operation << ": " << target << " differs from " << first;
    }
  });
  return names;
}

}  // namespace sigloss::ops::bce_with_logits
