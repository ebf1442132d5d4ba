// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ops/bce_with_logits/tests/sweep_rows.h"
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "ops/bce_with_logits/tests/ut/cpu/expectation.h"
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

inline double SweepLabel(const SweepRow& row, double logit, testing_support::Random& random,
                         DType dtype) {
  switch (row.labels) {
    case Labels::kUniform:
      return random.Uniform(0, 1, dtype);
    case Labels::kNearProbability:
      return NearProbability(logit, random, dtype);
    case Labels::kHard:
      return random.Label();
    case Labels::kConstant:
      break;
  }
  return row.label;
}

/// The call that a row of the budgets describes.
inline BceCase SweepCase(const SweepRow& row, DType dtype, std::vector<double> logits) {
  testing_support::Random random(3);
  std::vector<double> labels;
  labels.reserve(logits.size());
  for (double logit : logits) labels.push_back(SweepLabel(row, logit, random, dtype));
  BceCase call;
  call.operation = row.operation;
  call.logits = Operand::Vector(dtype, std::move(logits));
  call.target = Operand::Vector(dtype, std::move(labels));
  call.grad_output = Operand::Scalar(dtype, row.dout);
  if (row.weight) call.weight = Operand::Scalar(dtype, *row.weight);
  if (row.pos_weight) call.pos_weight = Operand::Scalar(dtype, *row.pos_weight);
  call.label_smoothing = row.label_smoothing;
  call.reduction = row.reduction;
  call.precision = row.precision;
  return call;
}

/// What a row is called in a report.
inline std::string RowName(const SweepRow& row, DType dtype) {
  return std::string(DTypeName(dtype)) + ' ' + Name(row.operation) + ' ' + row.name;
}

}  // namespace sigloss::ops::bce_with_logits
