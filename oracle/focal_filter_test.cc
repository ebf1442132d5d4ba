// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The quick estimates of focal loss against MPFR alone, for every formula and over the whole range
// of inputs.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "oracle/focal.h"
#include "oracle/format.h"

namespace sigloss::oracle {
namespace {

enum class Kind { kHard, kSoft, kAny };

// Random inputs: values of `dtype`, each from the whole range of bit patterns or from where the
// formulas live.
class Inputs {
 public:
  Inputs(DType dtype, Kind kind, uint64_t seed) : dtype_(dtype), kind_(kind), random_(seed) {}

  FocalInput Next() {
    const double gammas[] = {0, 0.5, 1, 1.7, 2, 2.5, 5, -0.5, -1, -2.5};
    FocalInput in;
    in.x = Once(3) ? Any() : Rounded(normal_(random_) * (Once(2) ? 1 : 50));
    in.t = Label();
    in.gamma = Once(8) ? Any() : Rounded(gammas[random_() % 10]);
    in.alpha = Once(4) ? Any() : Rounded(Once(2) ? 0.25 : normal_(random_));
    if (Once(2)) in.dout = Any();
    if (Once(4)) in.weight = Any();
    if (Once(2)) in.mean_divisor = static_cast<double>(1 + random_() % 1000);
    if (Once(8)) in.mean_divisor = Any();
    if (in.mean_divisor == 0) in.mean_divisor = 1;
    return in;
  }

 private:
  double Label() {
    const double some[] = {0.5, 0.3, 0.999, 1e-3};
    if (kind_ == Kind::kHard) return Once(2) ? 1 : 0;
    if (kind_ == Kind::kSoft)
      return Once(4) ? std::fabs(std::fmod(Any(), 1)) : Rounded(some[random_() % 4]);
    return Once(2) ? Any() : Rounded(normal_(random_));
  }

  bool Once(uint64_t in_so_many) { return random_() % in_so_many == 0; }
  double Rounded(double value) const { return RoundTo(value, dtype_); }
  double Any() {
    for (;;) {
      const int width = FormatOf(dtype_).width;
      const double value = Decode(random_() >> (64 - width), dtype_);
      if (std::isfinite(value)) return value;
    }
  }

  DType dtype_;
  Kind kind_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

struct Formula {
  const char* name;
  Reference (*quick)(const FocalInput&, DType);
  Reference (*slow)(const FocalInput&, DType);
  Kind kind;
};

constexpr Formula kFormulas[] = {
    {"gradient by the selector", FocalGradSelector, FocalGradSelectorByMpfr, Kind::kHard},
    {"mixed gradient", FocalGradSelector, FocalGradSelectorByMpfr, Kind::kAny},
    {"hard loss", FocalLossLabel, FocalLossLabelByMpfr, Kind::kHard},
    {"soft loss", FocalLossLabel, FocalLossLabelByMpfr, Kind::kSoft},
    {"loss of any label", FocalLossLabel, FocalLossLabelByMpfr, Kind::kAny},
    {"soft gradient", FocalGradLabel, FocalGradLabelByMpfr, Kind::kSoft},
    {"gradient of any label", FocalGradLabel, FocalGradLabelByMpfr, Kind::kAny}};

bool Same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

// Returns whether the sizes could be compared, too: what is far below every format is bounded only.
bool ExpectAgreement(const Reference& quick, const Reference& slow) {
  EXPECT_TRUE(Same(quick.rounded, slow.rounded)) << quick.rounded << ' ' << slow.rounded;
  if (std::isnan(slow.exact)) return false;
  EXPECT_EQ(std::signbit(quick.exact), std::signbit(slow.exact));
  if (std::fabs(slow.exact) < 0x1p-600L) return false;
  if (std::isinf(slow.magnitude)) return quick.magnitude == slow.magnitude;
  const long double apart = std::fabs(quick.exact - slow.exact);
  EXPECT_LE(apart, std::fabs(slow.exact) * 0x1p-50L);
  EXPECT_LE(apart, slow.magnitude * 0x1p-56L);
  EXPECT_LE(std::fabs(quick.magnitude - slow.magnitude), slow.magnitude * 0x1p-50L);
  return true;
}

TEST(FocalFilter, AgreesWithMpfr) {
  for (const Formula& formula : kFormulas) {
    SCOPED_TRACE(formula.name);
    int compared = 0;
    for (DType dtype : {DType::kFloat16, DType::kBFloat16, DType::kFloat32}) {
      for (DType input_dtype : {dtype, DType::kFloat64}) {
        Inputs inputs(input_dtype, formula.kind, 6);
        for (int i = 0; i < 1000 && !testing::Test::HasFailure(); ++i) {
          const FocalInput in = inputs.Next();
          SCOPED_TRACE(Describe(in));
          compared += ExpectAgreement(formula.quick(in, dtype), formula.slow(in, dtype));
        }
      }
    }
    EXPECT_GT(compared, 1500);
  }
}

// Of float64 there is no filter: every rounding is decided, and fits the value beside it.
TEST(FocalFilter, Float64OverTheWholeRange) {
  for (const Formula& formula : kFormulas) {
    SCOPED_TRACE(formula.name);
    int numbers = 0;
    for (DType input_dtype : {DType::kFloat32, DType::kFloat64}) {
      Inputs inputs(input_dtype, formula.kind, 7);
      for (int i = 0; i < 1000; ++i) {
        const FocalInput in = inputs.Next();
        const Reference answer = formula.quick(in, DType::kFloat64);
        if (std::isnan(answer.exact)) continue;
        ASSERT_LE(UlpError(answer.exact, answer.rounded, DType::kFloat64), 0.5 + 0x1p-10)
            << Describe(in);
        numbers += answer.rounded != 0 && std::isfinite(answer.rounded);
      }
    }
    EXPECT_GT(numbers, 300);
  }
}

}  // namespace
}  // namespace sigloss::oracle
