// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Sizes around every lane count, tile and grain; memory up against guard pages.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "exec/parallel_for.h"
#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "ops/bce_with_logits/tests/ut/cpu/expectation.h"
#include "tests/support/targets.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using testing_support::Edge;

constexpr size_t kSizes[] = {0,   1,   2,   3,    4,     5,     7,     8,     9,
                             15,  16,  17,  31,   32,    33,    63,    64,    65,
                             511, 512, 513, 1000, 16383, 16384, 16385, 65536, 65537};
// Past the size that is split over threads, in pieces that end inside a tile.
constexpr size_t kWhole = 140009;

struct Placement {
  Edge edge;
  size_t gap;
};

// Large ones in one place only: what differs between places are the ends.
std::vector<Placement> PlacementsOf(size_t n) {
  if (n > 1000) return {{n % 2 == 0 ? Edge::kStart : Edge::kEnd, n % 4}};
  return {{Edge::kEnd, 0}, {Edge::kStart, 0}, {Edge::kStart, 1}, {Edge::kEnd, 3}};
}

Operand Prefix(const Operand& whole, size_t n) {
  return Operand::Vector(
      whole.dtype(), {whole.storage.begin(), whole.storage.begin() + static_cast<ptrdiff_t>(n)});
}

BceCase Prefix(const BceCase& whole, size_t n) {
  BceCase call;
  call.operation = whole.operation;
  call.logits = Prefix(whole.logits, n);
  call.target = Prefix(whole.target, n);
  call.grad_output = Prefix(whole.grad_output, n);
  call.weight = Prefix(*whole.weight, n);
  call.pos_weight = Prefix(*whole.pos_weight, n);
  return call;
}

using Param = std::tuple<Operation, DType>;

class Sizes : public ::testing::TestWithParam<Param> {
 protected:
  static void SetUpTestSuite() { ASSERT_GT(kWhole, 2 * exec::kSerialBelow); }

  static BceCase Whole(uint64_t seed) {
    const auto [operation, dtype] = GetParam();
    return RandomCase(operation, dtype, {static_cast<int64_t>(kWhole)}, seed);
  }
};

// An element's bits depend on its inputs alone: not on where it stands, the number of elements,
// the alignment, or whether threads share the work (the whole) or not (the prefixes).
TEST_P(Sizes, APrefixHasTheBitsOfTheWhole) {
  const BceCase whole = Whole(21);
  ForEachTarget([&](const std::string&) {
    const std::vector<uint64_t> bits = RunCase(whole);
    for (size_t n : kSizes) {
      BceCase call = Prefix(whole, n);
      for (const Placement& place : PlacementsOf(n)) {
        call.edge = place.edge;
        call.gap = place.gap;
        const std::vector<uint64_t> part = RunCase(call);
        ASSERT_EQ(part.size(), n);
        ASSERT_TRUE(std::equal(part.begin(), part.end(), bits.begin()))
            << n << " elements, gap " << place.gap;
      }
    }
  });
}

// Threads take pieces in any order: the same call must give the same bits every time.
TEST_P(Sizes, TheWholeIsAccurateEveryTime) {
  const auto [operation, dtype] = GetParam();
  const BceCase whole = Whole(21);
  const std::vector<uint64_t> bits = RunCase(whole);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(RunCase(whole), bits);
  if (dtype == DType::kFloat64) return;  // where the oracle is slow
  Compare(std::string(DTypeName(dtype)) + " random " + Name(operation), Expect(whole), bits, dtype,
          BudgetFor(operation, dtype), /*print=*/true);
}

INSTANTIATE_TEST_SUITE_P(All, Sizes,
                         ::testing::Combine(::testing::ValuesIn(kOperations),
                                            ::testing::Values(DType::kFloat32, DType::kBFloat16,
                                                              DType::kFloat64)));
INSTANTIATE_TEST_SUITE_P(Float16, Sizes,
                         ::testing::Values(Param{Operation::kGrad, DType::kFloat16},
                                           Param{Operation::kLoss, DType::kFloat16}));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
