// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Uses every public C++ header.
#include <cstdio>

#include "sigloss/bce_with_logits.h"
#include "sigloss/dtype.h"
#include "sigloss/export.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/sigloss.h"
#include "sigloss/sigmoid_focal_loss.h"
#include "sigloss/simd_target.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"
#include "sigloss/threads.h"
#include "sigloss/version.h"

namespace {

bool GradientIsThere() {
  float logit = 0, label = 1, loss = 0, grad = 0;
  const auto view = [](float* of) {
    return sigloss::TensorView::Dense(of, sigloss::DType::kFloat32, {});
  };
  const sigloss::Status status =
      sigloss::bce_with_logits_loss_and_grad(view(&logit), view(&label), view(&loss), view(&grad));
  return status.ok() && loss > 0.69f && loss < 0.7f && grad == -0.5f;
}

}  // namespace

int main() {
  sigloss::SetPrecision(sigloss::Precision::kFast);
  sigloss::Precision precision = sigloss::Precision::kExact;
  const sigloss::Status status = sigloss::GetPrecision(&precision);
  const auto desc = sigloss::TensorDesc::Dense(sigloss::DType::kBFloat16, {2, 3});
  const bool ok = status.ok() && precision == sigloss::Precision::kFast && desc.strides[0] == 3 &&
                  sigloss::DTypeName(desc.dtype) == "bfloat16" &&
                  sigloss::DTypeSize(desc.dtype) == 2 &&
                  sigloss::simd::CurrentTarget() == sigloss::simd::SupportedTargets().front() &&
                  !sigloss::simd::ForceTarget("none").ok() && sigloss::SetNumThreads(1).ok() &&
                  sigloss::GetNumThreads() == 1 && GradientIsThere();
  std::printf("sigloss %s: %s\n", SIGLOSS_VERSION, ok ? "OK" : "FAILED");
  return ok ? 0 : 1;
}
