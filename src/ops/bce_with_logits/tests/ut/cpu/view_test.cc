// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Tensors that are not dense: transposed, offset, stepped, reversed; outputs in place.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "ops/bce_with_logits/tests/ut/cpu/expectation.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::bce_with_logits {
namespace {

// A way to lay out a matrix of a rows and b columns.
struct MatrixLayout {
  const char* name;
  Dims strides;
  int64_t origin;
  int64_t storage;
};

std::vector<MatrixLayout> Layouts(int64_t a, int64_t b) {
  return {
      {"dense", {b, 1}, 0, a * b},
      {"offset", {b, 1}, 5, a * b + 5},
      {"transposed", {1, a}, 0, a * b},
      {"every other column", {2 * b, 2}, 1, 2 * a * b},
      {"padded rows", {b + 3, 1}, 2, a * (b + 3)},
      {"every third row", {3 * b, 1}, b, 3 * a * b},
  };
}

Operand Matrix(const MatrixLayout& layout, const Dims& shape, DType dtype, double low, double high,
               uint64_t seed) {
  testing_support::Random random(seed);
  auto storage = testing_support::Repeat(static_cast<size_t>(layout.storage),
                                         [&] { return random.Uniform(low, high, dtype); });
  return Operand::View(dtype, shape, layout.strides, layout.origin, std::move(storage));
}

// Every operand is laid out differently, by turns.
BceCase Laid(Operation operation, const std::vector<MatrixLayout>& layouts, size_t turn,
             const Dims& shape, DType dtype) {
  const auto layout = [&](size_t operand) -> const MatrixLayout& {
    return layouts[(turn + operand) % layouts.size()];
  };
  BceCase call;
  call.operation = operation;
  call.logits = Matrix(layout(0), shape, dtype, -15, 15, 61);
  call.target = Matrix(layout(1), shape, dtype, 0, 1, 62);
  call.grad_output = Matrix(layout(2), shape, dtype, -4, 4, 63);
  call.weight = Matrix(layout(3), shape, dtype, -4, 4, 64);
  call.pos_weight = Matrix(layout(4), shape, dtype, 0, 4, 65);
  call.out = TensorDesc{dtype, shape, layout(5).strides};
  call.out_origin = layout(5).origin;
  return call;
}

using Param = std::tuple<Operation, DType>;

class Views : public ::testing::TestWithParam<Param> {};

TEST_P(Views, EveryLayoutOfEveryOperand) {
  const auto [operation, dtype] = GetParam();
  // Small, wider than a tile, taller than wide, and large enough for several threads.
  for (const Dims& shape : {Dims{5, 7}, Dims{3, 1037}, Dims{600, 3}, Dims{301, 307}}) {
    if (dtype != DType::kFloat32 && shape[0] == 301) continue;  // once
    if (dtype == DType::kFloat64 && shape[0] == 600) continue;  // where the oracle is slow
    const std::vector<MatrixLayout> layouts = Layouts(shape[0], shape[1]);
    for (size_t turn = 0; turn < layouts.size(); ++turn) {
      BceCase call = Laid(operation, layouts, turn, shape, dtype);
      ExpectAccurate(std::string("out ") + layouts[(turn + 5) % layouts.size()].name, call,
                     BudgetFor(operation, dtype));
      call.edge = testing_support::Edge::kStart;
      if (!IsLoss(operation)) call.reduction = Reduction::kMean;
      ExpectAccurate("the same at the other guard page", call, BudgetFor(operation, dtype));
    }
  }
}

TEST_P(Views, ReversedInputs) {
  const auto [operation, dtype] = GetParam();
  BceCase call = RandomCase(operation, dtype, {3, 700}, 66);
  call.logits.desc.strides = {700, -1};
  call.logits.origin = 699;
  call.target.desc.strides = {-700, 1};
  call.target.origin = 1400;
  ExpectAccurate("reversed", call, BudgetFor(operation, dtype));
}

// A permuted rank-4 view whose axes don't merge, with broadcast factors.
TEST_P(Views, PermutedAxes) {
  const auto [operation, dtype] = GetParam();
  BceCase call = RandomCase(operation, dtype, {6, 5, 11, 13}, 67);
  const Dims permuted = {11, 66, 1, 330};  // in memory: axes 3, 1, 0, 2
  call.out = TensorDesc{dtype, call.logits.desc.shape, permuted};
  call.grad_output.desc.strides = {5 * 11 * 13, 0, 13, 1};
  call.logits.desc.strides = permuted;
  ExpectAccurate("permuted", call, BudgetFor(operation, dtype));
}

// The output may be the memory of an input of its type and layout.
TEST_P(Views, InPlace) {
  const auto [operation, dtype] = GetParam();
  for (int64_t n : {1, 17, 1000, 70001}) {
    BceCase call = RandomCase(operation, dtype, {n}, 68);
    const std::vector<uint64_t> apart = RunCase(call);
    for (Input input : {Input::kLogits, Input::kGradOutput}) {
      if (call.Find(input) == nullptr) continue;
      call.out_replaces = input;
      EXPECT_TRUE(RunCase(call) == apart) << "in the memory of input " << static_cast<int>(input);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Views,
                         ::testing::Combine(::testing::ValuesIn(kOperations),
                                            ::testing::Values(DType::kFloat32, DType::kFloat16,
                                                              DType::kBFloat16, DType::kFloat64)));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
