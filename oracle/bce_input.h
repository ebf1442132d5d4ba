// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sigloss::oracle {

/// One element's inputs to binary cross entropy with logits, as exact values.
struct BceInput {
  double x = 0;
  double y = 0;
  double dout = 1;
  double weight = 1;
  double pos_weight = 1;
  double label_smoothing = 0;  // e in [0, 1]: y (1 - e) + e / 2 takes the label's place
  double mean_divisor = 1;     // what a mean divides by, finite and not 0
};

[[nodiscard]] std::string Describe(const BceInput& input);

}  // namespace sigloss::oracle
