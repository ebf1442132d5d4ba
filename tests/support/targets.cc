// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/targets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "oracle/format.h"
#include "simd/target.h"

namespace sigloss::testing_support {

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

std::string FirstDifference(const std::vector<uint64_t>& got, const std::vector<uint64_t>& wanted,
                            DType dtype) {
  if (got.size() != wanted.size()) return "not of the same size";
  for (size_t i = 0; i < got.size(); ++i) {
    if (got[i] == wanted[i]) continue;
    const double a = oracle::Decode(got[i], dtype), b = oracle::Decode(wanted[i], dtype);
    if (std::isnan(a) && std::isnan(b)) continue;
    std::ostringstream text;
    text << "element " << i << ": " << a << ", not " << b << std::hex << " (0x" << got[i]
         << ", not 0x" << wanted[i] << ')';
    return text.str();
  }
  return "";
}

size_t ExpectFusedTargetsAgree(DType dtype, const std::function<std::vector<uint64_t>()>& run) {
  std::vector<uint64_t> first_bits;
  size_t compared = 0;
  ForEachTarget([&](const std::string& target) {
    if (!HasFma(target)) return;
    const std::vector<uint64_t> bits = run();
    if (compared++ == 0) {
      first_bits = bits;
    } else {
      EXPECT_EQ(FirstDifference(bits, first_bits, dtype), "");
    }
  });
  return compared;
}

}  // namespace sigloss::testing_support
