// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/bce_input.h"

#include <cstdio>

namespace sigloss::oracle {

std::string Describe(const BceInput& input) {
  char text[256];
  std::snprintf(text, sizeof text,
                "x=%a (%.9g) y=%.9g dout=%.9g weight=%.9g pos_weight=%.9g smoothing=%.9g N=%.9g",
                input.x, input.x, input.y, input.dout, input.weight, input.pos_weight,
                input.label_smoothing, input.mean_divisor);
  return text;
}

}  // namespace sigloss::oracle
