// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/focal_input.h"

#include <cmath>
#include <cstdio>

namespace sigloss::oracle {

std::string Describe(const FocalInput& input) {
  char text[256];
  std::snprintf(text, sizeof text,
                "x=%a (%.9g) t=%.9g dout=%.9g weight=%.9g alpha=%.9g gamma=%.9g N=%.9g", input.x,
                input.x, input.t, input.dout, input.weight, input.alpha, input.gamma,
                input.mean_divisor);
  return text;
}

bool HasNaN(const FocalInput& in) {
  return std::isnan(in.x) || std::isnan(in.t) || std::isnan(in.dout) || std::isnan(in.weight) ||
         std::isnan(in.alpha) || std::isnan(in.gamma) || std::isnan(in.mean_divisor);
}

bool AllFinite(const FocalInput& in) {
  return std::isfinite(in.x) && std::isfinite(in.t) && std::isfinite(in.dout) &&
         std::isfinite(in.weight) && std::isfinite(in.alpha) && std::isfinite(in.gamma) &&
         std::isfinite(in.mean_divisor);
}

}  // namespace sigloss::oracle
