// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Uses every public C++ header.
#include <cstdio>

#include "sigloss/bce_with_logits.h"
#include "sigloss/dtype.h"
#include "sigloss/export.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/simd_target.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"
#include "sigloss/version.h"

int main() {
  sigloss::SetPrecision(sigloss::Precision::kFast);
  sigloss::Precision precision = sigloss::Precision::kExact;
  const sigloss::Status status = sigloss::GetPrecision(&precision);
  const auto desc = sigloss::TensorDesc::Dense(sigloss::DType::kBFloat16, {2, 3});
  const bool ok = status.ok() && precision == sigloss::Precision::kFast && desc.strides[0] == 3 &&
                  sigloss::DTypeName(desc.dtype) == "bfloat16" &&
                  sigloss::DTypeSize(desc.dtype) == 2 &&
                  sigloss::simd::CurrentTarget() == sigloss::simd::SupportedTargets().front() &&
                  !sigloss::simd::ForceTarget("none").ok();
  std::printf("sigloss %s: %s\n", SIGLOSS_VERSION, ok ? "OK" : "FAILED");
  return ok ? 0 : 1;
}
