// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/accuracy.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "oracle/format.h"

namespace sigloss::testing_support {
void Accuracy::Add(const std::function<std::string()>& describe, const oracle::Reference& wanted,
                   double actual) {
  const auto input = [&] { return describe ? describe() : "(not described)"; };
  ++compared_;
  if (std::isfinite(wanted.rounded) && wanted.rounded != 0) ++nonzero_;
  if (wanted.rounded != previous_) ++distinct_;
  previous_ = wanted.rounded;

  double ulps = oracle::UlpError(wanted.exact, actual, dtype_);
  if (std::fabs(wanted.exact) < wanted.magnitude * budget_.cancels_below) {
    ++cancelled_count_;
    const long double allowed = 0.5L * oracle::Ulp(wanted.exact, dtype_);
    const long double excess =
        std::max(0.0L, std::fabs(static_cast<long double>(actual) - wanted.exact) - allowed);
    const auto part = static_cast<double>(excess / wanted.magnitude);
    if (excess > 0 && !(part <= worst_cancelled_)) {
      worst_cancelled_ = std::isnan(part) ? std::numeric_limits<double>::infinity() : part;
      worst_cancelled_input_ = input();
    }
    if (std::isnan(actual)) worst_cancelled_ = std::numeric_limits<double>::infinity();
    return;
  }
  if (!std::isnan(wanted.exact) && std::signbit(actual) != std::signbit(wanted.exact)) {
    ++wrong_signs_;
    ulps = std::numeric_limits<double>::infinity();
  }
  const bool right = actual == wanted.rounded || (std::isnan(actual) && std::isnan(wanted.rounded));
  if (!right && oracle::NearTie(wanted.exact, dtype_)) {
    ++ties_;
  } else if (!right) {
    ++misrounded_;
  }
  if (ulps > worst_ulps_ || compared_ == 1) {
    worst_ulps_ = ulps;
    worst_input_ = input();
    worst_actual_ = actual;
    worst_wanted_ = wanted.rounded;
  }
}

::testing::AssertionResult Accuracy::Verdict() const {
  const auto fail = [&](const char* why) {
    return ::testing::AssertionFailure() << why << "\n  " << Summary();
  };
  if (nonzero_ == 0) return fail("nothing but zeros was compared, or nothing at all");
  if (compared_ > 1 && distinct_ < 2) return fail("every answer is the same: the check can't tell");
  if (wrong_signs_ > 0) return fail("wrong signs");
  if (!(worst_ulps_ <= budget_.ulps)) return fail("past the budget");
  if (budget_.correctly_rounded && misrounded_ > 0) return fail("not correctly rounded");
  if (!(worst_cancelled_ <= budget_.cancelled)) return fail("past the budget where terms cancel");
  return ::testing::AssertionSuccess();
}

std::string Accuracy::Summary() const {
  char text[256];
  std::snprintf(text, sizeof text, "%s: %zu compared, worst %.6f ULP (budget %g), %zu misrounded%s",
                what_.c_str(), compared_, worst_ulps_, budget_.ulps, misrounded_,
                ties_ > 0 ? (" besides " + std::to_string(ties_) + " ties").c_str() : "");
  std::string summary = text;
  if (wrong_signs_ > 0) summary += ", " + std::to_string(wrong_signs_) + " wrong signs";
  std::snprintf(text, sizeof text, ": %.9g, wanted %.9g", worst_actual_, worst_wanted_);
  summary += "\n    worst at " + worst_input_ + text;
  if (cancelled_count_ > 0) {
    std::snprintf(text, sizeof text, "\n    %zu where terms cancel, worst excess 2^%.2f at ",
                  cancelled_count_, std::log2(worst_cancelled_));
    summary += text + worst_cancelled_input_;
  }
  return summary;
}

}  // namespace sigloss::testing_support
