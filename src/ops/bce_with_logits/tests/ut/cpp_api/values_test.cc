// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What every option does to the results, against the formula in plain double.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "problem.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using Kind = Normalizer::Kind;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const Dims kShape = {2, 3};

struct Row {
  const char* name;
  std::function<void(Problem&)> bend;
};

std::ostream& operator<<(std::ostream& os, const Row& row) { return os << row.name; }

HostTensor Float(const Dims& shape, const std::vector<double>& values) {
  return {DType::kFloat32, shape, values};
}
HostTensor Bool(const Dims& shape, const std::vector<double>& values) {
  return {DType::kBool, shape, values};
}

// The upstream gradient of a loss that is one number is one number.
void Reduce(Problem& p, Reduction reduction) {
  p.options.reduction = reduction;
  p.grad_output = Float({}, {1.5});
}

void DivideBy(Problem& p, Kind kind, double number = 1) {
  Reduce(p, Reduction::kMean);
  p.options.normalizer = {kind, number};
}

void SetShape(Problem& p, const Dims& shape, const std::vector<double>& x,
              const std::vector<double>& y) {
  p.logits = Float(shape, x);
  p.target = Float(shape, y);
  p.grad_output = Float({}, {1.5});
}

void GiveAll(Problem& p) {
  p.weight = Float({2, 1}, {2, 0.5});
  p.pos_weight = Float({3}, {1, 3, 0.25});
  p.mask = Bool(kShape, {1, 1, 0, 0, 1, 1});
  p.options.label_smoothing = 0.25;
}

const Row kRows[] = {
    {"none", [](auto&) {}},
    {"mean", [](auto& p) { Reduce(p, Reduction::kMean); }},
    {"sum", [](auto& p) { Reduce(p, Reduction::kSum); }},
    {"mean with a gradient of each element",
     [](auto& p) { p.options.reduction = Reduction::kMean; }},
    {"grad_output of each row",
     [](auto& p) {
       p.grad_output = Float({2, 1}, {2, -1});
     }},

    {"weight",
     [](auto& p) {
       p.weight = Float(kShape, {1, 2, 3, 4, 5, 6});
     }},
    {"weight of each row",
     [](auto& p) {
       p.weight = Float({2, 1}, {2, 0.5});
     }},
    {"weight of all", [](auto& p) { p.weight = Float({}, {3}); }},
    {"pos_weight of each class",
     [](auto& p) {
       p.pos_weight = Float({3}, {1, 3, 0.25});
     }},
    {"pos_weight",
     [](auto& p) {
       p.pos_weight = Float(kShape, {1, 2, 3, 4, 5, 6});
     }},
    {"both weights, mean",
     [](auto& p) {
       GiveAll(p), p.mask.reset(), p.options.label_smoothing = 0;
       Reduce(p, Reduction::kMean);
     }},

    {"smoothing", [](auto& p) { p.options.label_smoothing = 0.125; }},
    {"smoothing to a half", [](auto& p) { p.options.label_smoothing = 1; }},
    {"smoothing before pos_weight",
     [](auto& p) { p.options.label_smoothing = 0.5, p.pos_weight = Float({}, {4}); }},

    {"mask",
     [](auto& p) {
       p.mask = Bool(kShape, {1, 0, 1, 0, 0, 1});
     }},
    {"mask, sum",
     [](auto& p) {
       p.mask = Bool(kShape, {1, 0, 1, 0, 0, 1}), Reduce(p, Reduction::kSum);
     }},
    {"mask, mean of what it keeps",
     [](auto& p) {
       p.mask = Bool(kShape, {1, 0, 1, 0, 0, 0}), Reduce(p, Reduction::kMean);
     }},
    {"mask of each row, mean",
     [](auto& p) {
       p.mask = Bool({2, 1}, {0, 1}), Reduce(p, Reduction::kMean);
     }},
    {"mask of all, mean", [](auto& p) { p.mask = Bool({}, {1}), Reduce(p, Reduction::kMean); }},

    {"by rows", [](auto& p) { DivideBy(p, Kind::kRows); }},
    {"by rows, whatever the mask",
     [](auto& p) {
       DivideBy(p, Kind::kRows), p.mask = Bool({2, 1}, {0, 1});
     }},
    {"by rows, rank 0",
     [](auto& p) {
       SetShape(p, {}, {2}, {0.5}), p.options.normalizer.kind = Kind::kRows,
                                    p.options.reduction = Reduction::kMean;
     }},
    {"by positives", [](auto& p) { DivideBy(p, Kind::kPositives); }},
    {"by positives, masked ones too",
     [](auto& p) {
       DivideBy(p, Kind::kPositives), p.mask = Bool({3}, {0, 1, 1});
     }},
    {"by positives, not smoothed ones",
     [](auto& p) { DivideBy(p, Kind::kPositives), p.options.label_smoothing = 0.5; }},
    {"by positives, none of them",
     [](auto& p) {
       DivideBy(p, Kind::kPositives), p.target.Set({0, 0, -1, 0, 0, 0});
     }},
    {"by a number", [](auto& p) { DivideBy(p, Kind::kNumber, 7); }},
    {"by a number below 0", [](auto& p) { DivideBy(p, Kind::kNumber, -0.5); }},

    {"all at once, none", [](auto& p) { GiveAll(p); }},
    {"all at once, sum", [](auto& p) { GiveAll(p), Reduce(p, Reduction::kSum); }},
    {"all at once, mean", [](auto& p) { GiveAll(p), Reduce(p, Reduction::kMean); }},
    {"all at once, by positives", [](auto& p) { GiveAll(p), DivideBy(p, Kind::kPositives); }},

    {"rank 0", [](auto& p) { SetShape(p, {}, {-1.5}, {1}); }},
    {"rank 0, mean",
     [](auto& p) { SetShape(p, {}, {-1.5}, {1}), p.options.reduction = Reduction::kMean; }},
    {"rank 8",
     [](auto& p) {
       SetShape(p, {1, 2, 1, 1, 1, 2, 1, 1}, {1, -2, 3, 0}, {1, 0, 1, 0.5});
     }},
    {"nothing, none",
     [](auto& p) {
       SetShape(p, {2, 0}, {}, {});
     }},
    {"nothing, sum",
     [](auto& p) { SetShape(p, {0}, {}, {}), p.options.reduction = Reduction::kSum; }},
    {"nothing, mean",
     [](auto& p) {
       SetShape(p, {0, 3}, {}, {}), p.options.reduction = Reduction::kMean;
     }},
    {"nothing, by rows",
     [](auto& p) {
       SetShape(p, {0, 3}, {}, {}), DivideBy(p, Kind::kRows);
     }},
    {"nothing kept, mean", [](auto& p) { p.mask = Bool({}, {0}), Reduce(p, Reduction::kMean); }},
    {"nothing kept, sum", [](auto& p) { p.mask = Bool({}, {0}), Reduce(p, Reduction::kSum); }},
    {"NaN in a logit, mean",
     [](auto& p) {
       p.logits.Set({0.5, kNaN, 3.25, -0.75, 6, -4.5}), Reduce(p, Reduction::kMean);
     }},
    {"NaN in a label",
     [](auto& p) {
       p.target.Set({1, 0, 0.25, 0.75, 1, kNaN});
     }},
};

class CppValues : public testing::TestWithParam<Row> {};

TEST_P(CppValues, AreThoseOfTheFormula) {
  Problem problem;
  GetParam().bend(problem);
  ExpectSolved(problem);
  problem.result = DType::kFloat64;  // of float32 inputs
  ExpectSolved(problem, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Options, CppValues, testing::ValuesIn(kRows), [](const auto& row) {
  std::string name = row.param.name;
  for (char& c : name) c = std::isalnum(c) != 0 ? c : '_';
  return std::to_string(row.index) + "_" + name;
});

TEST(CppValuesTest, WhatAMaskedElementHoldsDoesNotMatter) {
  Problem clean;
  GiveAll(clean);
  Reduce(clean, Reduction::kMean);
  const Results wanted = Actual(clean);
  Problem dirty = clean;  // at 2 and 3, which the mask drops
  dirty.logits.Set({0.5, -2, kNaN, HUGE_VAL, 6, -4.5});
  dirty.target.Set({1, 0, kNaN, -HUGE_VAL, 1, 0});
  dirty.weight = Float(kShape, {2, 2, kNaN, HUGE_VAL, 0.5, 0.5});
  dirty.pos_weight = Float(kShape, {1, 3, kNaN, -HUGE_VAL, 3, 0.25});
  dirty.grad_output = Float(kShape, {1.5, 1.5, kNaN, HUGE_VAL, 1.5, 1.5});
  const Results actual = Actual(dirty);
  EXPECT_EQ(actual.loss, wanted.loss);
  EXPECT_EQ(actual.loss_of_both, wanted.loss);
  EXPECT_EQ(actual.grad, wanted.grad);
  EXPECT_EQ(actual.grad_target, wanted.grad_target);
  EXPECT_EQ(actual.grad_of_both, wanted.grad_of_both);
  EXPECT_EQ(actual.grad[2], 0);
  EXPECT_EQ(actual.grad_target[3], 0);
}

TEST(CppValuesTest, InfiniteLogitsGiveTheLimits) {
  Problem p;
  SetShape(p, {4}, {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {1, 0, 1, 0});
  const Results actual = Actual(p);
  EXPECT_EQ(actual.loss, (std::vector<double>{0, HUGE_VAL, HUGE_VAL, 0}));
  EXPECT_EQ(actual.loss_of_both, actual.loss);
  EXPECT_EQ(actual.grad, (std::vector<double>{0, 1.5, -1.5, 0}));
  EXPECT_EQ(actual.grad_target, (std::vector<double>{-HUGE_VAL, -HUGE_VAL, HUGE_VAL, HUGE_VAL}));
}

// A reduced loss may have any rank.
TEST(CppValuesTest, LossOfOneElement) {
  Problem p;
  HostTensor loss = HostTensor::Unwritten(DType::kFloat64, {1, 1, 1});
  ASSERT_TRUE(sigloss::bce_with_logits(p.logits.View(), p.target.View(), loss.View()).ok());
  p.options.reduction = Reduction::kMean;  // the default
  EXPECT_NEAR(loss.Values()[0], Expected(p).loss[0], 1e-14);
}

struct LayoutRow {
  const char* name;
  Dims strides;
  int64_t origin;
  size_t elements;
};

TEST(CppValuesTest, ViewsOfAnyLayout) {
  Problem problem;
  const Results wanted = Actual(problem);
  for (const LayoutRow& row : {LayoutRow{"transposed", {1, 2}, 0, 6},
                               {"backwards", {-3, -1}, 5, 6},
                               {"with gaps", {8, 2}, 1, 16}}) {
    const auto laid_out = [&](const std::vector<double>& values) {
      HostTensor tensor({DType::kFloat32, kShape, row.strides}, row.origin, row.elements);
      tensor.Set(values);
      return tensor;
    };
    Problem views = problem;
    views.logits = laid_out(problem.logits.Values());
    views.target = laid_out(problem.target.Values());
    views.grad_output = laid_out(problem.grad_output.Values());
    EXPECT_EQ(Actual(views).loss, wanted.loss) << row.name;
    EXPECT_EQ(Actual(views).grad, wanted.grad) << row.name;

    HostTensor loss = laid_out({}), grad = laid_out({});
    const Status status =
        bce_with_logits_loss_and_grad(views.logits.View(), views.target.View(), loss.View(),
                                      grad.View(), {.reduction = Reduction::kNone});
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(loss.Values(), wanted.loss) << row.name;
    EXPECT_EQ(grad.Values(), wanted.grad_of_both) << row.name;
  }
}

TEST(CppValuesTest, InputsMayRepeatElements) {
  Problem repeated;
  repeated.logits = HostTensor({DType::kFloat32, kShape, {1, 0}}, 0, 2);
  repeated.logits.Set({0.5, 0.5, 0.5, -2, -2, -2});
  repeated.target = HostTensor({DType::kFloat32, kShape, {0, 1}}, 0, 3);
  repeated.target.Set({1, 0, 0.25, 1, 0, 0.25});
  ExpectSolved(repeated);
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
