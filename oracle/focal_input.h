// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sigloss::oracle {

/// One element's inputs to sigmoid focal loss, as exact values.
struct FocalInput {
  double x = 0;
  double t = 0;  // the selector of FocalGradSelector, the label of the others: see there
  double dout = 1;
  double weight = 1;
  double alpha = 0.25;  // finite; no alpha at all is 1/2 here and twice the weight, for any label
  double gamma = 2;     // finite
  double mean_divisor = 1;  // what a mean divides by, finite and not 0
};

[[nodiscard]] std::string Describe(const FocalInput& input);

[[nodiscard]] bool HasNaN(const FocalInput& in);
[[nodiscard]] bool AllFinite(const FocalInput& in);

}  // namespace sigloss::oracle
