// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Prints, as a Markdown table, gradients for positive labels in float32: exact (MPFR), sigloss, and
// the formula in float32 operations as NPU kernels and frameworks compose it.
#include <cmath>
#include <cstdio>
#include <memory>

#include "ops/bce_with_logits/cpu/plans.h"
#include "oracle/bce_grad.h"

namespace {

using namespace sigloss::ops::bce_with_logits;
using sigloss::DType;
using sigloss::TensorDesc;

struct Row {
  float x;
  float pos_weight;
};

constexpr float kLabel = 1.0f;

float Composed(const Row& row) {
  const float sigmoid = 1.0f / (1.0f + std::exp(-row.x));
  const float weighted = row.pos_weight * kLabel;
  return (weighted + 1.0f - kLabel) * sigmoid - weighted;
}

bool Sigloss(const Row& row, float* result) {
  const auto scalar = TensorDesc::Dense(DType::kFloat32, {});
  cpu::BackwardCall call;
  call.grad_output = call.logits = call.target = call.out = scalar;
  call.pos_weight = scalar;
  call.reduction = sigloss::Reduction::kNone;
  std::unique_ptr<const sigloss::device::Plan> plan;
  float x = row.x, y = kLabel, one = 1.0f, pos_weight = row.pos_weight;
  void* const addresses[] = {&one, &x, &y, nullptr, &pos_weight, result};
  return cpu::PlanBackward(call, &plan).ok() && plan->Run(addresses).ok();
}

}  // namespace

int main() {
  std::printf("| x | pos_weight | exact | sigloss | float32 formula |\n|---|---|---|---|---|\n");
  for (const Row& row : {Row{5, 1}, {10, 1}, {16, 1}, {20, 1}, {50, 1}, {100, 1}, {30, 0x1p24f}}) {
    sigloss::oracle::BceInput input;
    input.x = row.x;
    input.y = kLabel;
    input.pos_weight = row.pos_weight;
    const auto exact = sigloss::oracle::BceGrad(input, DType::kFloat32).exact;
    float ours = 0;
    if (!Sigloss(row, &ours)) return 1;
    std::printf("| %g | %.9g | %.10Lg | %.9g | %.9g |\n", static_cast<double>(row.x),
                static_cast<double>(row.pos_weight), exact, static_cast<double>(ours),
                static_cast<double>(Composed(row)));
  }
}
