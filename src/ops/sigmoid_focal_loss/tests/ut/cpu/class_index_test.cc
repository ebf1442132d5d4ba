// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Class indices: the same bits as one-hot labels give, and what is refused.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "ops/sigmoid_focal_loss/tests/budgets.h"
#include "ops/sigmoid_focal_loss/tests/ut/cpu/expectation.h"
#include "oracle/format.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

constexpr DType kFloat32 = DType::kFloat32;

Dims WithoutLast(const Dims& shape) {
  Dims rows;
  for (size_t axis = 0; axis + 1 < shape.size(); ++axis) rows.push_back(shape[axis]);
  return rows;
}

/// Random indices, background among them, for logits of that shape; no row is left out.
FocalCase IndexCase(const Dims& shape, DType index_type) {
  testing_support::Random random(23);
  const size_t n = testing_support::Count(shape);
  const Dims rows = WithoutLast(shape);
  const auto columns = static_cast<uint64_t>(shape[shape.size() - 1]);
  const auto uniform = [&](double low, double high) {
    return Operand::Dense(kFloat32, shape, testing_support::Repeat(n, [&] {
                            return random.Uniform(low, high, kFloat32);
                          }));
  };
  FocalCase call;
  call.target_kind = TargetKind::kClassIndex;
  call.logits = uniform(-20, 20);
  call.grad_output = uniform(-2, 2);
  call.target =
      Operand::Dense(index_type, rows, testing_support::Repeat(testing_support::Count(rows), [&] {
                       return static_cast<double>(random.Bits() % (columns + 1));
                     }));
  return call;
}

/// The same with labels, and rows of index -1 masked.
FocalCase OneHot(const FocalCase& indexed) {
  const Dims& shape = indexed.logits.desc.shape;
  const auto columns = static_cast<size_t>(shape[shape.size() - 1]);
  const std::vector<int64_t> rows = testing_support::Offsets(
      indexed.target.desc, indexed.target.origin, indexed.target.desc.shape);
  std::vector<double> labels, mask;
  for (size_t i = 0; i < rows.size() * columns; ++i) {
    const double index = indexed.target.storage[static_cast<size_t>(rows[i / columns])];
    labels.push_back(index == static_cast<double>(i % columns) ? 1 : 0);
    mask.push_back(index < 0 ? 0 : 1);
  }
  FocalCase call = indexed;
  call.target_kind = TargetKind::kLabels;
  call.target = Operand::Dense(kFloat32, shape, labels);
  call.mask = Operand::Dense(DType::kBool, shape, mask);
  return call;
}

void ExpectAsOneHot(FocalCase call) {
  for (const Operation operation : kOperations) {
    call.operation = operation;
    for (const Reduction reduction : {Reduction::kNone, Reduction::kMean, Reduction::kSum}) {
      call.reduction = reduction;
      EXPECT_EQ(RunCase(call), RunCase(OneHot(call)))
          << operation << ' ' << static_cast<int>(reduction);
    }
  }
}

class ClassIndex : public ::testing::TestWithParam<std::tuple<Dims, DType>> {};

TEST_P(ClassIndex, SameBitsAsOneHot) {
  const auto& [shape, index_type] = GetParam();
  FocalCase call = IndexCase(shape, index_type);
  ExpectAsOneHot(call);
  call.alpha.reset();
  ExpectAsOneHot(call);
  for (size_t row = 0; row < call.target.storage.size(); row += 3) call.target.storage[row] = -1;
  if (call.target.storage.size() > 1) ExpectAsOneHot(call);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ClassIndex,
    ::testing::Combine(::testing::Values(Dims{1}, Dims{7}, Dims{600}, Dims{5, 1}, Dims{40, 80},
                                         Dims{3, 5, 33}, Dims{2, 1, 3, 1, 2, 1, 2, 91},
                                         Dims{3, 20001}),
                       ::testing::Values(DType::kInt32, DType::kInt64)));

TEST(ClassIndex, WithinBudgetOnEveryTarget) {
  FocalCase call = IndexCase({300, 80}, DType::kInt64);
  call.weight = Operand::Dense(kFloat32, {300, 1}, std::vector<double>(300, 1.3));
  for (size_t row = 0; row < 300; row += 7) call.target.storage[row] = -1;
  for (const Operation operation : kOperations) {
    call.operation = operation;
    ExpectAccurate(std::string("class index, ") + Name(operation), call, kHard32);
  }
}

TEST(ClassIndex, OfOtherTypesOfLogits) {
  for (const DType dtype : {DType::kFloat16, DType::kBFloat16, DType::kFloat64}) {
    FocalCase call = IndexCase({40, 33}, DType::kInt32);
    call.logits = Operand::Dense(dtype, {40, 33}, call.logits.storage);
    call.target.storage[5] = -1;
    ExpectAsOneHot(call);
  }
}

TEST(ClassIndex, StridedAndRepeated) {
  const Dims shape = {4, 6, 9};
  FocalCase call = IndexCase(shape, DType::kInt64);
  std::vector<double> storage(200, -99);  // an error wherever it is read
  for (int64_t i = 0; i < 4; ++i) {
    for (int64_t j = 0; j < 6; ++j) {
      storage[static_cast<size_t>(40 + 3 * i - 7 * j)] = static_cast<double>((5 * i + j) % 11 - 1);
    }
  }
  call.target = Operand::View(DType::kInt64, {4, 6}, {3, -7}, 40, storage);
  ExpectAsOneHot(call);
  call.target = Operand::View(DType::kInt32, {4, 6}, {0, 1}, 0, {0, 8, 9, -1, 4, 4});
  ExpectAsOneHot(call);
}

TEST(ClassIndex, AnotherValueIsAnErrorThatNamesTheRow) {
  constexpr double kLowest = std::numeric_limits<int32_t>::min();
  for (const double wrong : {-2.0, 10.0, 1e9, kLowest}) {
    for (const DType index_type : {DType::kInt32, DType::kInt64}) {
      for (const Operation operation : kOperations) {
        FocalCase call = IndexCase({5, 7, 9}, index_type);
        call.operation = operation;
        call.target.storage[17] = wrong;
        call.target.storage[30] = -5;
        const Status status = TryCase(call).status;
        EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
        const std::string text = "Tensor target holds class index " +
                                 std::to_string(static_cast<int64_t>(wrong)) +
                                 " in row 17, should be in [0, 9]";
        EXPECT_NE(status.message().find(text), std::string::npos) << status.message();
      }
    }
  }
}

TEST(ClassIndex, OfRowsInReverseCountsRowsAsTheShapeDoes) {
  FocalCase call = IndexCase({3, 4}, DType::kInt64);
  call.target = Operand::View(DType::kInt64, {3}, {-1}, 2, {77, 0, 0});
  const Status status = TryCase(call).status;
  EXPECT_NE(status.message().find("class index 77 in row 2"), std::string::npos)
      << status.message();
}

// An index that only 64 bits hold must not be taken for a column.
TEST(ClassIndex, OfMoreThan32Bits) {
  FocalCase call = IndexCase({3, 4}, DType::kInt64);
  call.target.storage[1] = 0x1p32 + 1;
  EXPECT_EQ(TryCase(call).status.code(), StatusCode::kInvalidArgument);
}

TEST(ClassIndex, EverythingLeftOut) {
  FocalCase call = IndexCase({3, 4}, DType::kInt32);
  call.target.storage = {-1, -1, -1};
  EXPECT_EQ(RunCase(call), std::vector<uint64_t>(12, 0));
  call.operation = Operation::kLoss;
  EXPECT_EQ(RunCase(call), std::vector<uint64_t>(12, 0));
  call.reduction = Reduction::kSum;
  EXPECT_EQ(RunCase(call), std::vector<uint64_t>(1, 0));
  call.reduction = Reduction::kMean;
  EXPECT_TRUE(std::isnan(oracle::Decode(RunCase(call)[0], kFloat32)));
}

TEST(ClassIndex, OfNoRowsAndOfNoColumns) {
  for (const Dims& shape : {Dims{0, 4}, Dims{3, 0}}) {
    FocalCase call = IndexCase({3, 4}, DType::kInt32);
    call.logits = Operand::Dense(kFloat32, shape, {});
    call.target = Operand::Dense(DType::kInt32, {shape[0]}, std::vector<double>(3, 0));
    call.target.storage.resize(static_cast<size_t>(shape[0]));
    call.grad_output = Operand::Scalar(kFloat32, 1);
    EXPECT_TRUE(RunCase(call).empty());
  }
}

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
