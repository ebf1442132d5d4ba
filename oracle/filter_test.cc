// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The quick estimates against MPFR alone, for every formula and over the whole range of inputs.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "oracle/bce_grad.h"
#include "oracle/bce_loss.h"
#include "oracle/format.h"

namespace sigloss::oracle {
namespace {

// Random inputs: values of `dtype`, each from the whole range of bit patterns or from where the
// formulas live.
class Inputs {
 public:
  Inputs(DType dtype, uint64_t seed) : dtype_(dtype), random_(seed) {}

  BceInput Next() {
    const double labels[] = {0, 1, 0.5, 0.3, 0.999, 2, -1};
    BceInput in;
    in.x = Once(3) ? Any() : Rounded(normal_(random_) * (Once(2) ? 1 : 50));
    in.y = Once(8) ? Any() : Rounded(labels[random_() % 7]);
    if (Once(2)) in.dout = Any();
    if (Once(4)) in.weight = Any();
    if (Once(3)) in.pos_weight = Once(2) ? Any() : Rounded(std::fabs(normal_(random_)));
    if (Once(3)) in.label_smoothing = std::fabs(Once(2) ? std::fmod(Any(), 1) : Rounded(0.1));
    if (Once(2)) in.mean_divisor = static_cast<double>(1 + random_() % 1000);
    if (Once(8)) in.mean_divisor = Any();
    if (in.mean_divisor == 0) in.mean_divisor = 1;
    return in;
  }

 private:
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
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

struct Formula {
  const char* name;
  Reference (*quick)(const BceInput&, DType);
  Reference (*slow)(const BceInput&, DType);
};

constexpr Formula kFormulas[] = {{"gradient", BceGrad, BceGradByMpfr},
                                 {"loss", BceLoss, BceLossByMpfr},
                                 {"target gradient", BceTargetGrad, BceTargetGradByMpfr}};

bool SameBits(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

// Returns whether the sizes could be compared, too: far out a tail's is arbitrary in both.
bool ExpectAgreement(const Reference& quick, const Reference& slow, const BceInput& in) {
  EXPECT_TRUE(SameBits(quick.rounded, slow.rounded)) << quick.rounded << ' ' << slow.rounded;
  EXPECT_EQ(std::signbit(quick.exact), std::signbit(slow.exact));
  if (slow.exact == 0 || std::fabs(in.x) > 1000) return false;
  const long double apart = std::fabs(quick.exact - slow.exact);
  EXPECT_LE(apart, std::fabs(slow.exact) * 0x1p-50L);
  EXPECT_LE(apart, slow.magnitude * 0x1p-56L);
  EXPECT_LE(std::fabs(quick.magnitude - slow.magnitude), slow.magnitude * 0x1p-50L);
  return true;
}

TEST(Filter, AgreesWithMpfr) {
  for (const Formula& formula : kFormulas) {
    SCOPED_TRACE(formula.name);
    int compared = 0;
    for (DType dtype : {DType::kFloat16, DType::kBFloat16, DType::kFloat32}) {
      for (DType input_dtype : {dtype, DType::kFloat64}) {
        Inputs inputs(input_dtype, 6);
        for (int i = 0; i < 3000 && !testing::Test::HasFailure(); ++i) {
          const BceInput in = inputs.Next();
          SCOPED_TRACE(Describe(in));
          compared += ExpectAgreement(formula.quick(in, dtype), formula.slow(in, dtype), in);
        }
      }
    }
    EXPECT_GT(compared, 8000);
  }
}

// Of float64 there is no filter: every rounding is decided, and fits the value beside it.
TEST(Filter, Float64OverTheWholeRange) {
  for (const Formula& formula : kFormulas) {
    SCOPED_TRACE(formula.name);
    int numbers = 0;
    for (DType input_dtype : {DType::kFloat32, DType::kFloat64}) {
      Inputs inputs(input_dtype, 7);
      for (int i = 0; i < 3000; ++i) {
        const BceInput in = inputs.Next();
        const Reference answer = formula.quick(in, DType::kFloat64);
        ASSERT_LE(UlpError(answer.exact, answer.rounded, DType::kFloat64), 0.5 + 0x1p-10)
            << Describe(in);
        numbers += answer.rounded != 0 && std::isfinite(answer.rounded);
      }
    }
    EXPECT_GT(numbers, 2000);
  }
}

}  // namespace
}  // namespace sigloss::oracle
