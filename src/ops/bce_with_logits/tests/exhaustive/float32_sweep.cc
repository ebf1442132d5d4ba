// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient at every float32 logit, for hard labels.
//   bce_float32_sweep [TABLE.md]
#include "tests/support/float32_sweep.h"

#include <cmath>
#include <memory>
#include <span>
#include <string>

#include "ops/bce_with_logits/cpu/plans.h"
#include "oracle/bce_grad.h"

namespace {

using namespace sigloss::ops::bce_with_logits;
using sigloss::DType;
using sigloss::TensorDesc;
using sigloss::testing_support::Float32Sweep;

bool Run(std::span<float> logits, float label, float pos_weight, std::span<float> results) {
  const auto scalar = TensorDesc::Dense(DType::kFloat32, {});
  const auto batch = TensorDesc::Dense(DType::kFloat32, {static_cast<int64_t>(logits.size())});
  cpu::BackwardCall call;
  call.grad_output = scalar;
  call.logits = call.out = call.target = batch;
  call.target.strides = {0};
  call.pos_weight = scalar;
  call.reduction = sigloss::Reduction::kNone;
  call.precision = sigloss::Precision::kExact;
  cpu::PlanPtr plan;
  float one = 1;
  void* const addresses[] = {&one, logits.data(), &label, nullptr, &pos_weight, results.data()};
  return cpu::PlanBackward(call, &plan).ok() && plan->Run(addresses).ok();
}

Float32Sweep Sweep(const std::string& name, float label, float pos_weight) {
  // exp and quotient, an ulp each, and two roundings: 2^-50.
  const auto reference = [=](double x) {
    const double sign = label == 0 ? 1 : -1;
    return sign * static_cast<double>(pos_weight) / (1 + std::exp(-sign * x));
  };
  const auto oracle = [=](double x) {
    return sigloss::oracle::BceGrad({.x = x, .y = label, .pos_weight = pos_weight},
                                    DType::kFloat32);
  };
  const auto run = [=](std::span<float> logits, std::span<float> results) {
    return Run(logits, label, pos_weight, results);
  };
  return {name, run, reference, 0x1p-50, oracle};
}

}  // namespace

int main(int argc, char** argv) {
  return sigloss::testing_support::RunFloat32Sweeps(
      {Sweep("y = 0", 0, 1), Sweep("y = 1", 1, 1), Sweep("y = 1, pos_weight = 3.7", 1, 3.7f)},
      argc > 1 ? argv[1] : nullptr);
}
