// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/backward_case.h"
#include "oracle/format.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::bce_with_logits {

/// A label that agrees with the probability of that logit to some number of bits.
inline double NearProbability(double logit, testing_support::Random& random, DType dtype) {
  if (std::isnan(logit)) return 0.5;
  const double p = 1 / (1 + std::exp(-logit));
  const double apart = std::exp2(-random.Uniform(1, 20, DType::kFloat64));
  return oracle::RoundTo(p * (1 - apart * (random.Label() * 2 - 1)), dtype);
}

/// The call that a row of the budgets describes.
inline BackwardCase SweepCase(const SweepRow& row, DType dtype, std::vector<double> logits) {
  testing_support::Random random(3);
  std::vector<double> labels(logits.size(), row.label);
  for (size_t i = 0; i < labels.size() && row.labels != Labels::kConstant; ++i) {
    labels[i] = row.labels == Labels::kUniform ? random.Uniform(0, 1, dtype)
                                               : NearProbability(logits[i], random, dtype);
  }
  BackwardCase call;
  call.logits = Operand::Vector(dtype, std::move(logits));
  call.target = Operand::Vector(dtype, std::move(labels));
  call.grad_output = Operand::Scalar(dtype, row.dout);
  if (row.weight) call.weight = Operand::Scalar(dtype, *row.weight);
  if (row.pos_weight) call.pos_weight = Operand::Scalar(dtype, *row.pos_weight);
  call.reduction = row.reduction;
  call.precision = row.precision;
  return call;
}

/// Runs the call on every target and holds each to the budget.
inline void ExpectAccurateOnEveryTarget(const std::string& what, const BackwardCase& call,
                                        const Budget& budget) {
  const Expectation expectation = Expect(call);
  ForEachTarget([&](const std::string& target) {
    Compare(what + " on " + target, expectation, RunCase(call), call.OutDesc().dtype, budget,
            /*print=*/true);
  });
}

}  // namespace sigloss::ops::bce_with_logits
