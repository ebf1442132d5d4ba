// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/tests/ut/cpu/expectation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "oracle/bce_grad.h"
#include "oracle/bce_loss.h"
#include "oracle/exact_sum.h"
#include "oracle/format.h"
#include "tests/support/targets.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using testing_support::Accuracy;
using testing_support::Budget;

// The call's operands, element by element.
class Elements {
 public:
  explicit Elements(const BceCase& call) : call_(call), size_(Count(call.logits.desc.shape)) {
    for (Input input : kInputs) {
      const Operand* operand = call.Find(input);
      if (operand == nullptr) continue;
      offsets_[static_cast<size_t>(input)] =
          Offsets(operand->desc, operand->origin, call.logits.desc.shape);
    }
    // Labels that are no float32 are rounded to it unless everything is float64.
    label_type_ = call.HasFloat64() ? DType::kFloat64 : DType::kFloat32;
    divisor_ = call.reduction == Reduction::kMean ? Divisor() : 1;
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] double divisor() const { return divisor_; }
  [[nodiscard]] bool IsKept(size_t i) const { return Value(Input::kMask, i) != 0; }

  /// Without the divisor.
  [[nodiscard]] oracle::BceInput At(size_t i) const {
    oracle::BceInput in;
    in.x = Value(Input::kLogits, i);
    in.y = Label(i);
    in.dout = Value(Input::kGradOutput, i);
    in.weight = Value(Input::kWeight, i);
    in.pos_weight = Value(Input::kPosWeight, i);
    in.label_smoothing = call_.label_smoothing;
    return in;
  }

 private:
  // 1 for what is absent.
  [[nodiscard]] double Value(Input input, size_t i) const {
    const Operand* operand = call_.Find(input);
    if (operand == nullptr) return 1;
    return operand->storage[static_cast<size_t>(offsets_[static_cast<size_t>(input)][i])];
  }
  [[nodiscard]] double Label(size_t i) const {
    const double y = Value(Input::kTarget, i);
    return IsFloat(call_.target.dtype()) ? y : oracle::RoundTo(y, label_type_);
  }
  template <class Predicate>
  [[nodiscard]] double CountIf(const Predicate& predicate) const {
    size_t count = 0;
    for (size_t i = 0; i < size_; ++i) count += predicate(i) ? 1 : 0;
    return static_cast<double>(count);
  }
  [[nodiscard]] double Divisor() const {
    const Dims& shape = call_.logits.desc.shape;
    switch (call_.normalizer.kind) {
      case Normalizer::Kind::kRows:
        return shape.size() > 0 ? static_cast<double>(shape[0]) : 1;
      case Normalizer::Kind::kPositives:
        return std::max(1.0, CountIf([&](size_t i) { return Label(i) > 0; }));
      case Normalizer::Kind::kNumber:
        return call_.normalizer.number;
      case Normalizer::Kind::kNumel:
        break;
    }
    return CountIf([&](size_t i) { return IsKept(i); });
  }

  const BceCase& call_;
  size_t size_;
  std::array<std::vector<int64_t>, std::size(kInputs)> offsets_;
  DType label_type_;
  double divisor_;
};

oracle::Reference Answer(Operation operation, const oracle::BceInput& input, DType dtype) {
  if (IsLoss(operation)) return oracle::BceLoss(input, dtype);
  if (operation == Operation::kTargetGrad) return oracle::BceTargetGrad(input, dtype);
  return oracle::BceGrad(input, dtype);
}

oracle::Reference ExpectReduced(const BceCase& call, const Elements& elements) {
  const DType dtype = call.HasFloat64() ? DType::kFloat64 : DType::kFloat32;
  oracle::ExactSum sum;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (elements.IsKept(i)) sum.Add(Answer(call.operation, elements.At(i), dtype));
  }
  return sum.Over(elements.divisor(), call.OutDesc().dtype);
}

// True for NaN where NaN is wanted, and for finite numbers within the budget.
bool IsWithin(const Budget& budget, const oracle::Reference& wanted, double value, DType dtype) {
  if (std::isnan(wanted.rounded)) return std::isnan(value);
  if (!std::isfinite(value) || !std::isfinite(wanted.rounded)) return false;
  const bool cancels = std::fabs(wanted.exact) < wanted.magnitude * budget.cancels_below;
  if (cancels && std::fabs(value - wanted.exact) <= wanted.magnitude * budget.cancelled) {
    return true;
  }
  return wanted.rounded != 0 && std::signbit(value) == std::signbit(wanted.rounded) &&
         oracle::UlpError(wanted.exact, value, dtype) <= budget.ulps;
}

}  // namespace

Expectation Expect(const BceCase& call) {
  const Elements elements(call);
  if (call.IsReduced()) return {{}, {ExpectReduced(call, elements)}};
  const DType dtype = call.OutDesc().dtype;
  Expectation expectation;
  expectation.inputs.reserve(elements.size());
  expectation.references.reserve(elements.size());
  for (size_t i = 0; i < elements.size(); ++i) {
    oracle::BceInput input = elements.At(i);
    if (elements.IsKept(i)) {
      // A loss of each element is not divided.
      if (!IsLoss(call.operation)) input.mean_divisor = elements.divisor();
      expectation.references.push_back(Answer(call.operation, input, dtype));
    } else {
      expectation.references.push_back({});
    }
    expectation.inputs.push_back(input);
  }
  return expectation;
}

void Compare(const std::string& what, const Expectation& expectation,
             const std::vector<uint64_t>& bits, DType dtype, const Budget& budget, bool print) {
  ASSERT_EQ(bits.size(), expectation.references.size()) << what;
  Accuracy accuracy(what, dtype, budget);
  for (size_t i = 0; i < bits.size(); ++i) {
    const auto describe = [&] {
      const bool reduced = expectation.inputs.empty();
      return reduced ? std::string("(reduced)") : Describe(expectation.inputs[i]);
    };
    accuracy.Add(describe, expectation.references[i], oracle::Decode(bits[i], dtype));
  }
  if (print) std::cout << "  " << accuracy.Summary() << std::endl;
  EXPECT_TRUE(accuracy.Verdict());
}

void ExpectAccurate(const std::string& what, const BceCase& call, const Budget& budget,
                    bool print) {
  Compare(what, Expect(call), RunCase(call), call.OutDesc().dtype, budget, print);
}

void ExpectAccurateOnEveryTarget(const std::string& what, const BceCase& call,
                                 const Budget& budget) {
  const Expectation expectation = Expect(call);
  ForEachTarget([&](const std::string& target) {
    Compare(what + " on " + target, expectation, RunCase(call), call.OutDesc().dtype, budget,
            /*print=*/true);
  });
}

void ExpectBitsOnEveryTarget(const BceCase& call, const Budget& budget) {
  const DType dtype = call.OutDesc().dtype;
  const Expectation expectation = Expect(call);
  const std::vector<uint64_t> wanted = RoundedBits(expectation, dtype);
  ForEachTarget([&](const std::string&) {
    const std::vector<uint64_t> bits = RunCase(call);
    ASSERT_EQ(bits.size(), wanted.size());
    for (size_t i = 0; i < bits.size(); ++i) {
      const oracle::Reference& reference = expectation.references[i];
      const double value = oracle::Decode(bits[i], dtype);
      if (bits[i] == wanted[i] || IsWithin(budget, reference, value, dtype)) continue;
      ADD_FAILURE() << call.operation << ' ' << DTypeName(dtype) << ' '
                    << (expectation.inputs.empty() ? "" : Describe(expectation.inputs[i])) << ": "
                    << value << ", wanted " << reference.rounded;
    }
  });
}

std::vector<uint64_t> RoundedBits(const Expectation& expectation, DType dtype) {
  std::vector<uint64_t> bits;
  bits.reserve(expectation.references.size());
  for (const oracle::Reference& reference : expectation.references) {
    bits.push_back(oracle::Encode(reference.rounded, dtype));
  }
  return bits;
}

}  // namespace sigloss::ops::bce_with_logits
