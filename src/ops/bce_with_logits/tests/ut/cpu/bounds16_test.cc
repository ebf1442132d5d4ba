// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient of 16-bit types is decided by float32 bounds where these round alike, else computed
// in float64 lanes. Inputs at which bounds that are too narrow, or trusted where a step has left
// the normal range, would decide wrongly. A mask that keeps everything turns the bounds off, so
// that the bits can be compared without an oracle, and thus for many inputs.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ops/bce_with_logits/tests/budgets.h"
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"
#include "ops/bce_with_logits/tests/ut/cpu/expectation.h"
#include "oracle/format.h"
#include "tests/support/inputs.h"
#include "tests/support/targets.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using testing_support::Random;
using testing_support::Repeat;

constexpr size_t kCount = 200'003;

enum Factors : unsigned { kNone = 0, kPosWeight = 1, kUpstream = 2, kWeight = 4, kAll = 7 };
constexpr unsigned kFactorSets[] = {kNone,   kPosWeight,           kUpstream,
                                    kWeight, kPosWeight | kWeight, kAll};

class Generator {
 public:
  Generator(DType dtype, uint64_t seed) : dtype_(dtype), random_(seed) {}

  double Logit() {
    switch (random_.Bits() % 4) {
      case 0:
        return random_.AnyFinite(dtype_);
      case 1:
        return random_.Uniform(-110, 110, dtype_);  // past where float32 has exponentials
      default:
        return random_.Uniform(-12, 12, dtype_);
    }
  }
  // At the ends, close to the probability of the logit, anything.
  double Label(double logit) {
    const double p = 1 / (1 + std::exp(-logit));
    switch (random_.Bits() % 6) {
      case 0:
        return oracle::RoundTo(p, dtype_);
      case 1:
        return oracle::RoundTo(p * (1 + std::exp2(-random_.Uniform(1, 12, dtype_))), dtype_);
      case 2:
        return random_.Uniform(0, 1, dtype_);
      case 3:
        return random_.AnyFinite(dtype_);
      default:
        return random_.Label();
    }
  }
  // Zeros of both signs, subnormals, huge ones, and ordinary ones.
  double Factor() {
    switch (random_.Bits() % 8) {
      case 0:
        return random_.Label() == 0 ? 0.0 : -0.0;
      case 1:
      case 2:
      case 3:
        return random_.AnyFinite(dtype_);
      default:
        return random_.Uniform(-3, 3, dtype_);
    }
  }

  BceCase Case(size_t n, unsigned factors) {
    BceCase call;
    std::vector<double> logits = Repeat(n, [&] { return Logit(); });
    std::vector<double> labels;
    labels.reserve(n);
    for (double logit : logits) labels.push_back(Label(logit));
    const auto operand = [&] {
      return Operand::Vector(dtype_, Repeat(n, [&] { return Factor(); }));
    };
    call.logits = Operand::Vector(dtype_, std::move(logits));
    call.target = Operand::Vector(dtype_, std::move(labels));
    if ((factors & kPosWeight) != 0) call.pos_weight = operand();
    if ((factors & kUpstream) != 0) call.grad_output = operand();
    if ((factors & kWeight) != 0) call.weight = operand();
    return call;
  }

 private:
  DType dtype_;
  Random random_;
};

// The same bits with and without the bounds, any NaN standing for any other.
void ExpectBoundsDoNotMatter(const BceCase& call) {
  const DType dtype = call.OutDesc().dtype;
  BceCase masked = call;
  masked.mask = Operand::Scalar(DType::kBool, 1);
  ForEachTarget([&](const std::string&) {
    const std::vector<uint64_t> bits = RunCase(call);
    const std::vector<uint64_t> wanted = RunCase(masked);
    size_t wrong = 0;
    for (size_t i = 0; i < bits.size(); ++i) {
      const double value = oracle::Decode(bits[i], dtype);
      const bool nan = std::isnan(value) && std::isnan(oracle::Decode(wanted[i], dtype));
      if (bits[i] == wanted[i] || nan || ++wrong > 3) continue;
      ADD_FAILURE() << "element " << i << ": " << value << ", in float64 lanes "
                    << oracle::Decode(wanted[i], dtype) << ", x " << call.logits.storage[i]
                    << ", y " << call.target.storage[i];
    }
    EXPECT_EQ(wrong, 0u);
  });
}

class Bounds16 : public ::testing::TestWithParam<std::tuple<DType, unsigned>> {
 protected:
  static DType dtype() { return std::get<0>(GetParam()); }
  static unsigned factors() { return std::get<1>(GetParam()); }
  static size_t Size() { return kCount / testing_support::TestStride(); }
};

TEST_P(Bounds16, GiveTheBitsOfFloat64Lanes) {
  BceCase call = Generator(dtype(), 91).Case(Size(), factors());
  ExpectBoundsDoNotMatter(call);
  call.out = TensorDesc::Dense(dtype() == DType::kFloat16 ? DType::kBFloat16 : DType::kFloat16,
                               call.logits.desc.shape);
  ExpectBoundsDoNotMatter(call);
}

// The scale moves every product along the range of float32, and past its ends.
TEST_P(Bounds16, OfAnyScale) {
  if ((factors() & kUpstream) != 0) GTEST_SKIP() << "here the upstream gradient is the scale";
  const BceCase whole = Generator(dtype(), 92).Case(Size() / 20, factors());
  for (int exponent = -149; exponent <= 127; exponent += 6) {
    BceCase call = whole;
    call.grad_output = Operand::Scalar(DType::kFloat32, -1.37 * std::exp2(exponent));
    ExpectBoundsDoNotMatter(call);
  }
}

// Each product lands where the type's numbers end, above or below.
TEST_P(Bounds16, AtTheEndsOfTheType) {
  if ((factors() & kUpstream) != 0) GTEST_SKIP() << "here the upstream gradient is the scale";
  const oracle::Format format = oracle::FormatOf(dtype());
  BceCase call = Generator(dtype(), 93).Case(Size() / 4, factors());
  for (int exponent :
       {format.min_exponent - format.precision, format.min_exponent - 2, format.max_exponent + 1}) {
    call.grad_output = Operand::Scalar(DType::kFloat32, std::exp2(exponent) * 1.1);
    ExpectBoundsDoNotMatter(call);
  }
}

// The gradient without the weight, to a few units of float64.
double WithoutWeight(const BceCase& call, size_t i) {
  const double e = std::exp(-call.logits.storage[i]);
  const double y = call.target.storage[i];
  const double w = call.pos_weight ? call.pos_weight->storage[i] : 1;
  return (1 - y - w * y * e) / (1 + e) * call.grad_output.storage[i];
}

// float32 operands, with weights that bring each result next to a tie of the output's type: the
// nearest float32 weight leaves it less than half a unit of float32 away, so bounds that are too
// narrow by less than that decide some of them, and half of those wrongly.
TEST_P(Bounds16, NextToTies) {
  if ((factors() & kWeight) == 0) GTEST_SKIP() << "the weight is what brings them there";
  constexpr DType kFloat32 = DType::kFloat32;
  const size_t n = 5 * Size();
  Random random(96);
  const auto operand = [&](double low, double high) {
    return Operand::Vector(kFloat32,
                           Repeat(n, [&] { return random.Uniform(low, high, kFloat32); }));
  };
  BceCase call;
  call.logits = operand(-20, 20);
  call.target = Operand::Vector(kFloat32, Repeat(n, [&] {
                                  return random.Label() == 0 ? random.Uniform(0, 1, kFloat32)
                                                             : random.Label();
                                }));
  call.grad_output = (factors() & kUpstream) != 0
                         ? operand(0.5, 2)
                         : Operand::Vector(kFloat32, std::vector<double>(n, 1));
  if ((factors() & kPosWeight) != 0) call.pos_weight = operand(0.5, 8);
  call.weight = Operand::Vector(kFloat32, std::vector<double>(n, 1));
  const int precision = oracle::FormatOf(dtype()).precision;
  for (size_t i = 0; i < n; ++i) {
    const auto odd =
        static_cast<double>((random.Bits() % (uint64_t{1} << (precision - 1))) * 2 + 1);
    const double tie = 1 + std::ldexp(odd, -precision);
    call.weight->storage[i] = oracle::RoundTo(tie / WithoutWeight(call, i), kFloat32);
  }
  call.out = TensorDesc::Dense(dtype(), call.logits.desc.shape);
  ExpectBoundsDoNotMatter(call);
}

// The oracle's word on the same inputs, labels at the ends so that nothing cancels.
TEST_P(Bounds16, AreCorrectlyRounded) {
  BceCase call = Generator(dtype(), 94).Case(Size() / 4, factors());
  Random random(95);
  for (double& label : call.target.storage) label = random.Label();
  const bool wide = dtype() == DType::kBFloat16;  // whose products may need the scale to bring back
  for (int exponent : {0, wide ? -120 : -20, wide ? -60 : -10, wide ? 60 : 5, wide ? 120 : 10}) {
    if ((factors() & kUpstream) == 0) {
      call.grad_output = Operand::Scalar(DType::kFloat32, 1.1 * std::exp2(exponent));
    }
    ExpectAccurate(std::string(DTypeName(dtype())) + " factors of any size, set " +
                       std::to_string(factors()) + ", scale 2^" + std::to_string(exponent),
                   call, kRight16, /*print=*/true);
    if ((factors() & kUpstream) != 0) break;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Bounds16,
                         ::testing::Combine(::testing::Values(DType::kFloat16, DType::kBFloat16),
                                            ::testing::ValuesIn(kFactorSets)));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
