// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the functions compute, by the header's formulas in plain double; options; in place.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "focal_call.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

constexpr DType kFloat32 = DType::kFloat32;
constexpr int64_t kRows = 2, kColumns = 3;
constexpr size_t kCount = 6;
constexpr float kLogits[kCount] = {0.5f, -2, 3.25f, -0.75f, 6, -4.5f};
constexpr float kWeights[kCount] = {1, 2, 0.5f, -1, 3, 1.5f};
constexpr float kUpstream[kCount] = {1, -2, 0.5f, 3, -1, 0.25f};
constexpr int64_t kClasses[kRows] = {0, 2};

/// A call on [2, 3] tensors; labels, selector and indices say the same.
struct Problem {
  std::vector<float> logits{kLogits, kLogits + kCount}, weight{kWeights, kWeights + kCount},
      upstream{kUpstream, kUpstream + kCount}, loss = std::vector<float>(kCount, -77),
                                               grad = std::vector<float>(kCount, -77),
                                               target = std::vector<float>(kCount);
  std::vector<int64_t> indices{kClasses, kClasses + kRows};
  FocalTarget::Kind kind = FocalTarget::Kind::kLabels;
  FocalOptions options;

  static TensorView View(std::vector<float>& values) {
    return TensorView::Dense(values.data(), kFloat32, {kRows, kColumns});
  }

  Status Run(Function function) {
    for (size_t i = 0; i < kCount; ++i) {
      target[i] = IsPositive(i) == (kind == FocalTarget::Kind::kLabels) ? 1.0f : 0.0f;
    }
    FocalTarget given = {kind, View(target)};
    if (kind == FocalTarget::Kind::kClassIndex) {
      given.tensor = TensorView::Dense(indices.data(), DType::kInt64, {kRows});
    }
    TensorView losses = View(loss);
    if (options.reduction != Reduction::kNone) losses.desc = TensorDesc::Dense(kFloat32, {});
    if (function == kForward) {
      return sigloss::sigmoid_focal_loss(View(logits), given, losses, options);
    }
    if (function == kBackward) {
      return sigmoid_focal_loss_backward(View(upstream), View(logits), given, View(grad), options);
    }
    return sigmoid_focal_loss_loss_and_grad(View(logits), given, losses, View(grad), options);
  }

  static bool IsPositive(size_t i) {
    return kClasses[i / kColumns] == static_cast<int64_t>(i % kColumns);
  }
  [[nodiscard]] double Side(size_t i) const {  // alpha_t
    if (!options.alpha) return 1;
    return IsPositive(i) ? *options.alpha : 1 - *options.alpha;
  }
  [[nodiscard]] double Weight(size_t i) const { return options.weight ? kWeights[i] : 1; }
  [[nodiscard]] double Loss(size_t i) const {
    const double s = IsPositive(i) ? kLogits[i] : -static_cast<double>(kLogits[i]);
    const double q = 1 / (1 + std::exp(s));
    return Side(i) * std::pow(q, options.gamma) * std::log1p(std::exp(-s)) * Weight(i);
  }
  [[nodiscard]] double Grad(size_t i) const {
    const double s = IsPositive(i) ? kLogits[i] : -static_cast<double>(kLogits[i]);
    const double q = 1 / (1 + std::exp(s)), h = std::log1p(std::exp(-s));
    const double slope = std::pow(q, options.gamma) * (options.gamma * (1 - q) * h + q);
    return (IsPositive(i) ? -1 : 1) * Side(i) * slope * Weight(i);
  }
};

constexpr FocalTarget::Kind kKinds[] = {FocalTarget::Kind::kLabels, FocalTarget::Kind::kSelector,
                                        FocalTarget::Kind::kClassIndex};

void ExpectNear(const std::vector<float>& actual, size_t i, double wanted) {
  EXPECT_NEAR(actual[i], wanted, 2e-7 * std::fabs(wanted)) << i;
}

void Solve(Function function, Problem* problem) {
  const Status status = problem->Run(function);
  EXPECT_TRUE(status.ok()) << status.message();
}

void ExpectSolved(const FocalOptions& options) {
  for (const auto kind : kKinds) {
    Problem forward, backward, both;
    for (Problem* problem : {&forward, &backward, &both}) {
      problem->kind = kind;
      problem->options = options;
      if (options.weight) problem->options.weight = Problem::View(problem->weight);
    }
    Solve(kForward, &forward);
    Solve(kBackward, &backward);
    Solve(kLossAndGrad, &both);
    for (size_t i = 0; i < kCount; ++i) {
      ExpectNear(forward.loss, i, forward.Loss(i));
      ExpectNear(backward.grad, i, backward.Grad(i) * kUpstream[i]);
      ExpectNear(both.grad, i, both.Grad(i));
    }
    EXPECT_EQ(both.loss, forward.loss);
  }
}

TEST(FocalValues, Default) { ExpectSolved({}); }

TEST(FocalValues, AlphaGammaAndWeight) {
  for (const double gamma : {0.0, 0.5, 1.3, 5.0, -0.5}) {
    FocalOptions options;
    options.gamma = gamma;
    ExpectSolved(options);
    options.alpha.reset();
    ExpectSolved(options);
    options.alpha = -0.5;
    options.weight = TensorView();  // replaced by the problem's
    ExpectSolved(options);
  }
}

TEST(FocalValues, MeanAndSum) {
  for (const auto kind : kKinds) {
    Problem problem;
    problem.kind = kind;
    double sum = 0;
    for (size_t i = 0; i < kCount; ++i) sum += problem.Loss(i);
    problem.options.reduction = Reduction::kSum;
    Solve(kForward, &problem);
    ExpectNear(problem.loss, 0, sum);
    problem.options.reduction = Reduction::kMean;
    Solve(kForward, &problem);
    ExpectNear(problem.loss, 0, sum / kCount);
    problem.options.normalizer.kind = Normalizer::Kind::kPositives;  // two
    Solve(kLossAndGrad, &problem);
    ExpectNear(problem.loss, 0, sum / 2);
    ExpectNear(problem.grad, 3, problem.Grad(3) / 2);
  }
}

// Over the logits, and over the upstream gradient.
TEST(FocalInPlace, SameBits) {
  for (const auto kind : kKinds) {
    Problem apart;
    apart.kind = kind;
    Solve(kForward, &apart);
    Solve(kBackward, &apart);
    const FocalTarget given = {kind,
                               kind == FocalTarget::Kind::kClassIndex
                                   ? TensorView::Dense(apart.indices.data(), DType::kInt64, {kRows})
                                   : Problem::View(apart.target)};
    Problem over;
    const TensorView logits = Problem::View(over.logits);
    ASSERT_TRUE(sigloss::sigmoid_focal_loss(logits, given, logits).ok());
    EXPECT_EQ(over.logits, apart.loss);
    for (const bool over_logits : {true, false}) {
      Problem mine;
      std::vector<float>& place = over_logits ? mine.logits : mine.upstream;
      ASSERT_TRUE(sigmoid_focal_loss_backward(Problem::View(mine.upstream),
                                              Problem::View(mine.logits), given,
                                              Problem::View(place))
                      .ok());
      EXPECT_EQ(place, apart.grad) << over_logits;
    }
  }
}

TEST(FocalOptions, PrecisionOfTheCall) {
  Problem unsaid, exact, fast;
  for (Problem* problem : {&unsaid, &exact, &fast}) problem->options.gamma = 1.3;
  exact.options.precision = Precision::kExact;
  fast.options.precision = Precision::kFast;
  for (Problem* problem : {&unsaid, &exact, &fast}) Solve(kBackward, problem);
  EXPECT_EQ(unsaid.grad, exact.grad);
  EXPECT_NE(fast.grad, exact.grad);
}

TEST(FocalOptions, AMisspeltPrecisionOfTheEnvironmentIsAnError) {
  ASSERT_EQ(setenv("SIGLOSS_PRECISION", "fastest", 1), 0);
  for (const Function function : FunctionsIn(kAll)) {
    FocalCall call;
    const Status status = call.Run(function);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(status.message().find(std::string(NameOf(function)) + ": "), 0u);
    EXPECT_NE(status.message().find("SIGLOSS_PRECISION"), std::string::npos) << status.message();
    EXPECT_TRUE(call.Untouched());
    call.options.precision = Precision::kExact;
    EXPECT_TRUE(call.Run(function).ok());
  }
  ASSERT_EQ(unsetenv("SIGLOSS_PRECISION"), 0);
}

// Memory that an empty tensor does not have is not looked at.
TEST(FocalEmpty, NoData) {
  for (const Function function : FunctionsIn(kAll)) {
    FocalCall call;
    call.Reshape({0, 2});
    call.logits.data = call.target.tensor.data = call.grad_output.data = nullptr;
    call.loss.data = call.grad.data = nullptr;
    const Status status = call.Run(function);
    EXPECT_TRUE(status.ok()) << status.message();
  }
}

}  // namespace
}  // namespace sigloss::ops::sigmoid_focal_loss
