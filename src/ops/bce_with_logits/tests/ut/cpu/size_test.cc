// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Sizes around every lane count, tile and grain; memory up against guard pages.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "exec/parallel_for.h"
#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/backward_case.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using testing_support::Edge;

constexpr size_t kSizes[] = {0,   1,    2,     3,     4,     5,     7,     8,     9,     15,
                             16,  17,   31,    32,    33,    63,    64,    65,    511,   512,
                             513, 1000, 16383, 16384, 16385, 65535, 65536, 65537, 100003};
// Past the size that is split over threads, in pieces that end inside a tile.
constexpr size_t kWhole = 262147;

Operand Prefix(const Operand& whole, size_t n) {
  return Operand::Vector(
      whole.dtype(), {whole.storage.begin(), whole.storage.begin() + static_cast<ptrdiff_t>(n)});
}

BackwardCase Prefix(const BackwardCase& whole, size_t n) {
  BackwardCase call;
  call.logits = Prefix(whole.logits, n);
  call.target = Prefix(whole.target, n);
  call.grad_output = Prefix(whole.grad_output, n);
  call.weight = Prefix(*whole.weight, n);
  call.pos_weight = Prefix(*whole.pos_weight, n);
  return call;
}

class Sizes : public ::testing::TestWithParam<DType> {
 protected:
  static void SetUpTestSuite() { ASSERT_GT(kWhole, 2 * exec::kSerialBelow); }
};

// An element's bits depend on its inputs alone: not on where it stands, the number of elements,
// the alignment, or whether threads share the work (the whole) or not (the prefixes).
TEST_P(Sizes, APrefixHasTheBitsOfTheWhole) {
  const BackwardCase whole = RandomCase(GetParam(), {static_cast<int64_t>(kWhole)}, 21);
  ForEachTarget([&](const std::string&) {
    const std::vector<uint32_t> bits = RunCase(whole);
    for (size_t n : kSizes) {
      BackwardCase call = Prefix(whole, n);
      struct Placement {
        Edge edge;
        size_t gap;
      };
      for (const Placement& place : {Placement{Edge::kEnd, 0}, Placement{Edge::kStart, 0},
                                     Placement{Edge::kStart, 1}, Placement{Edge::kEnd, 3}}) {
        call.edge = place.edge;
        call.gap = place.gap;
        const std::vector<uint32_t> part = RunCase(call);
        ASSERT_EQ(part.size(), n);
        ASSERT_TRUE(std::equal(part.begin(), part.end(), bits.begin()))
            << n << " elements, gap " << place.gap;
      }
    }
  });
}

TEST_P(Sizes, TheWholeIsAccurate) {
  const BackwardCase whole = RandomCase(GetParam(), {static_cast<int64_t>(kWhole)}, 21);
  ExpectAccurate(std::string(DTypeName(GetParam())) + " random", whole, BudgetFor(GetParam()),
                 /*print=*/true);
}

// Threads take pieces in any order: the same call must give the same bits every time.
TEST_P(Sizes, RepeatedRunsAgree) {
  const BackwardCase whole = RandomCase(GetParam(), {static_cast<int64_t>(kWhole)}, 22);
  const std::vector<uint32_t> bits = RunCase(whole);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(RunCase(whole), bits);
}

INSTANTIATE_TEST_SUITE_P(Types, Sizes,
                         ::testing::Values(DType::kFloat32, DType::kFloat16, DType::kBFloat16));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
