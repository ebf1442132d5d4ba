// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sigloss::ops::bce_with_logits {
namespace {

// Of one element, not divided by anything.
struct Element {
  double loss = 0;
  double by_logit = 0;
  double by_target = 0;
};

double Softplus(double x) { return std::log1p(std::exp(x)); }
double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double Factor(const std::optional<HostTensor>& tensor, const Dims& shape, size_t i) {
  return tensor ? tensor->At(shape, i) : 1;
}

Element ElementAt(const Problem& problem, size_t i) {
  const Dims& shape = problem.logits.shape();
  if (Factor(problem.mask, shape, i) == 0) return {};
  const double x = problem.logits.At(shape, i);
  const double e = problem.options.label_smoothing;
  const double y = problem.target.At(shape, i) * (1 - e) + e / 2;
  const double w = Factor(problem.weight, shape, i);
  const double pos = Factor(problem.pos_weight, shape, i);
  return {((1 - y) * Softplus(x) + pos * y * Softplus(-x)) * w,
          (Sigmoid(x) * (1 - y) - pos * y * Sigmoid(-x)) * w,
          (pos * Softplus(-x) - Softplus(x)) * (1 - e) * w};
}

double Divisor(const Problem& problem, size_t count) {
  if (problem.options.reduction != Reduction::kMean) return 1;
  const Dims& shape = problem.logits.shape();
  size_t kept = 0, positives = 0;
  for (size_t i = 0; i < count; ++i) {
    kept += Factor(problem.mask, shape, i) != 0 ? 1 : 0;
    positives += problem.target.At(shape, i) > 0 ? 1 : 0;
  }
  switch (problem.options.normalizer.kind) {
    case Normalizer::Kind::kNumel:
      return static_cast<double>(kept);
    case Normalizer::Kind::kRows:
      return shape.size() == 0 ? 1 : static_cast<double>(shape[0]);
    case Normalizer::Kind::kPositives:
      return std::max(1.0, static_cast<double>(positives));
    case Normalizer::Kind::kNumber:
      return problem.options.normalizer.number;
  }
  return 0;
}

void ExpectNear(const char* what, const std::vector<double>& actual,
                const std::vector<double>& wanted, double tolerance) {
  ASSERT_EQ(actual.size(), wanted.size()) << what;
  for (size_t i = 0; i < actual.size(); ++i) {
    if (std::isnan(wanted[i])) {
      EXPECT_TRUE(std::isnan(actual[i])) << what << " " << i << ": " << actual[i];
    } else {
      EXPECT_NEAR(actual[i], wanted[i], tolerance * std::max(0x1p-10, std::fabs(wanted[i])))
          << what << " " << i;
    }
  }
}

}  // namespace

Problem::Problem()
    : logits(DType::kFloat32, {2, 3}, {0.5, -2, 3.25, -0.75, 6, -4.5}),
      target(DType::kFloat32, {2, 3}, {1, 0, 0.25, 0.75, 1, 0}),
      grad_output(DType::kFloat32, {2, 3}, {1, -2, 0.5, 3, -1, 0.25}) {
  options.reduction = Reduction::kNone;
}

Results Expected(const Problem& problem) {
  const Dims& shape = problem.logits.shape();
  const size_t count = problem.logits.Values().size();
  const double divisor = Divisor(problem, count);
  double sum = 0;
  Results results;
  for (size_t i = 0; i < count; ++i) {
    const Element element = ElementAt(problem, i);
    const bool kept = Factor(problem.mask, shape, i) != 0;
    const double factor = kept ? problem.grad_output.At(shape, i) / divisor : 0;
    sum += element.loss;
    results.loss.push_back(element.loss);
    results.grad.push_back(kept ? element.by_logit * factor : 0);
    results.grad_target.push_back(kept ? element.by_target * factor : 0);
    results.grad_of_both.push_back(kept ? element.by_logit / divisor : 0);
  }
  if (problem.options.reduction != Reduction::kNone) results.loss = {sum / divisor};
  results.loss_of_both = results.loss;
  return results;
}

Results Actual(Problem& problem) {
  const Dims& shape = problem.logits.shape();
  const Dims loss_shape = problem.options.reduction == Reduction::kNone ? shape : Dims();
  BceOptions options = problem.options;
  if (problem.weight) options.weight = problem.weight->View();
  if (problem.pos_weight) options.pos_weight = problem.pos_weight->View();
  if (problem.mask) options.mask = problem.mask->View();
  const auto run = [&](Function function, std::vector<double>* losses,
                       std::vector<double>* gradients) {
    HostTensor loss = HostTensor::Unwritten(problem.result, loss_shape);
    HostTensor grad = HostTensor::Unwritten(problem.result, shape);
    const Arguments arguments = {problem.grad_output.View(),
                                 problem.logits.View(),
                                 problem.target.View(),
                                 loss.View(),
                                 grad.View(),
                                 options};
    const Status status = arguments.Run(function);
    EXPECT_TRUE(status.ok()) << status.message();
    if (losses != nullptr) *losses = loss.Values();
    if (gradients != nullptr) *gradients = grad.Values();
  };
  Results results;
  run(kForward, &results.loss, nullptr);
  run(kBackward, nullptr, &results.grad);
  run(kTargetBackward, nullptr, &results.grad_target);
  run(kLossAndGrad, &results.loss_of_both, &results.grad_of_both);
  return results;
}

void ExpectSolved(Problem& problem, double tolerance) {
  const Results actual = Actual(problem);
  const Results wanted = Expected(problem);
  ExpectNear("loss", actual.loss, wanted.loss, tolerance);
  ExpectNear("grad", actual.grad, wanted.grad, tolerance);
  ExpectNear("grad_target", actual.grad_target, wanted.grad_target, tolerance);
  ExpectNear("loss of both", actual.loss_of_both, wanted.loss_of_both, tolerance);
  ExpectNear("grad of both", actual.grad_of_both, wanted.grad_of_both, tolerance);
}

}  // namespace sigloss::ops::bce_with_logits
