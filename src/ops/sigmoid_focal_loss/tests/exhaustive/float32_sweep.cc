// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient at every float32 logit, for a positive example; a negative one is its mirror image.
//   focal_float32_sweep [TABLE.md]
#include "tests/support/float32_sweep.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>

#include "ops/sigmoid_focal_loss/cpu/plans.h"
#include "oracle/focal.h"

namespace {

using namespace sigloss::ops::sigmoid_focal_loss;
using sigloss::DType;
using sigloss::TensorDesc;
using sigloss::testing_support::Float32Sweep;

constexpr double kAlpha = 0.25;

bool Run(std::span<float> logits, double gamma, std::span<float> results) {
  const auto scalar = TensorDesc::Dense(DType::kFloat32, {});
  const auto batch = TensorDesc::Dense(DType::kFloat32, {static_cast<int64_t>(logits.size())});
  cpu::BackwardCall call;
  call.grad_output = scalar;
  call.logits = call.grad = call.target = batch;
  call.target.strides = {0};
  call.alpha = kAlpha;
  call.gamma = gamma;
  call.precision = sigloss::Precision::kExact;
  cpu::PlanPtr plan;
  float one = 1;
  void* const addresses[] = {logits.data(), &one, &one, nullptr, results.data()};
  return cpu::PlanBackward(call, &plan).ok() && plan->Run(addresses).ok();
}

Float32Sweep Sweep(const std::string& name, double gamma) {
  // exp, log1p and pow, an ulp each, the first of them gamma times, and a dozen roundings: 2^-47.
  const auto reference = [=](double x) {
    const double far = std::clamp(x, -700.0, 700.0);
    const double e = std::exp(-std::fabs(far));
    const double larger = 1 / (1 + e);
    const double p = far >= 0 ? larger : e * larger;
    const double q = far >= 0 ? e * larger : larger;
    const double h = std::max(-far, 0.0) + std::log1p(e);
    return -kAlpha * std::pow(q, gamma) * (gamma * p * h + q);
  };
  const auto oracle = [=](double x) {
    return sigloss::oracle::FocalGradLabel({.x = x, .t = 1, .alpha = kAlpha, .gamma = gamma},
                                           DType::kFloat32);
  };
  const auto run = [=](std::span<float> logits, std::span<float> results) {
    return Run(logits, gamma, results);
  };
  return {name, run, reference, 0x1p-47, oracle};
}

}  // namespace

int main(int argc, char** argv) {
  return sigloss::testing_support::RunFloat32Sweeps(
      {Sweep("gamma 2", 2), Sweep("gamma 1.7", 1.7), Sweep("gamma 0.5", 0.5)},
      argc > 1 ? argv[1] : nullptr);
}
