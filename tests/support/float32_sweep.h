// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every float32 logit, all 2^32 of them: how far a result is from the exact value.
// A reference in double precision, whose relative error has a stated bound, settles a logit if both
// ends of its error interval round to what came out. The few others go to the oracle.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "oracle/reference.h"

namespace sigloss::testing_support {

/// One set of operands for all logits.
struct Float32Sweep {
  std::string name;
  /// Results for a batch of logits; false if the library refuses.
  std::function<bool(std::span<float> logits, std::span<float> results)> run;
  /// The exact value but for `relative_error`.
  std::function<double(double logit)> reference;
  double relative_error = 0x1p-50;
  std::function<oracle::Reference(double logit)> oracle;
};

/// Runs the sweeps, prints a verdict on each and a Markdown table of all, which goes to `path`,
/// too, unless that is null. Returns an exit code: 0 if each is within 0.501 ULP with at most one
/// result in a million misrounded.
int RunFloat32Sweeps(const std::vector<Float32Sweep>& sweeps, const char* path);

}  // namespace sigloss::testing_support
