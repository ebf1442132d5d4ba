// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sigmoid_focal_loss/tests/ut/cpu/expectation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "oracle/exact_sum.h"
#include "oracle/focal.h"
#include "oracle/format.h"
#include "tests/support/targets.h"

namespace sigloss::ops::sigmoid_focal_loss {
namespace {

using testing_support::Accuracy;
using testing_support::Budget;

// The call's operands, element by element.
class Elements {
 public:
  explicit Elements(const FocalCase& call)
      : call_(call), size_(testing_support::Count(call.logits.desc.shape)) {
    for (Input input : kInputs) {
      const Operand* operand = call.Find(input);
      if (operand == nullptr) continue;
      TensorDesc desc = operand->desc;
      if (input == Input::kTarget && IsClassIndex()) {
        desc.shape = call.logits.desc.shape;
        desc.strides.push_back(0);
      }
      offsets_[static_cast<size_t>(input)] =
          testing_support::Offsets(desc, operand->origin, call.logits.desc.shape);
    }
    divisor_ = call.reduction == Reduction::kMean ? Divisor() : 1;
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] double divisor() const { return divisor_; }
  [[nodiscard]] bool IsKept(size_t i) const {
    const bool ignored = IsClassIndex() && Value(Input::kTarget, i) < 0;
    return Value(Input::kMask, i) != 0 && !ignored;
  }

  /// Without the divisor. The target is a selector for a gradient by one, else a label.
  [[nodiscard]] oracle::FocalInput At(size_t i) const {
    oracle::FocalInput in;
    in.x = Value(Input::kLogits, i);
    in.t = Target(i);
    in.dout = Value(Input::kGradOutput, i);
    in.weight = Value(Input::kWeight, i);
    in.gamma = call_.gamma;
    if (call_.Find(Input::kClassAlpha) != nullptr) {
      in.alpha = Value(Input::kClassAlpha, i);
    } else if (call_.alpha) {
      in.alpha = *call_.alpha;
    } else {
      in.alpha = 0.5;
      in.weight *= 2;
    }
    return in;
  }

 private:
  [[nodiscard]] bool IsClassIndex() const { return call_.target_kind == TargetKind::kClassIndex; }
  // 1 for what is absent.
  [[nodiscard]] double Value(Input input, size_t i) const {
    const Operand* operand = call_.Find(input);
    if (operand == nullptr) return 1;
    return operand->storage[static_cast<size_t>(offsets_[static_cast<size_t>(input)][i])];
  }
  [[nodiscard]] double Target(size_t i) const {
    const double t = Value(Input::kTarget, i);
    if (!IsClassIndex()) return t;
    const Dims& shape = call_.logits.desc.shape;
    const auto columns = static_cast<size_t>(shape[shape.size() - 1]);
    return t == static_cast<double>(i % columns) ? 1 : 0;
  }
  [[nodiscard]] bool IsPositive(size_t i) const {
    return call_.target_kind == TargetKind::kSelector ? Target(i) < 1 : Target(i) > 0;
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
        return std::max(1.0, CountIf([&](size_t i) { return IsPositive(i); }));
      case Normalizer::Kind::kNumber:
        return call_.normalizer.number;
      case Normalizer::Kind::kNumel:
        break;
    }
    return CountIf([&](size_t i) { return IsKept(i); });
  }

  const FocalCase& call_;
  size_t size_;
  std::array<std::vector<int64_t>, std::size(kInputs)> offsets_;
  double divisor_;
};

// The mixture of the losses of both branches, which the oracle has for the gradient only.
oracle::Reference SelectorLoss(const oracle::FocalInput& input, DType dtype) {
  oracle::FocalInput side = input;
  side.t = 1 - input.t;
  const bool is_hard = input.t == 0 || input.t == 1;
  if (is_hard || std::isnan(input.t)) return oracle::FocalLossLabel(side, dtype);
  side.t = 1;
  side.weight = input.weight * (1 - input.t);
  const oracle::Reference positive = oracle::FocalLossLabel(side, dtype);
  side.t = 0;
  side.weight = input.weight * input.t;
  const oracle::Reference negative = oracle::FocalLossLabel(side, dtype);
  if (positive.exact == 0 && negative.exact == 0) {
    return std::signbit(positive.exact) ? negative : positive;
  }
  oracle::ExactSum sum;
  sum.Add(positive);
  sum.Add(negative);
  return sum.Over(input.mean_divisor, dtype);
}

oracle::Reference Answer(const FocalCase& call, const oracle::FocalInput& input, DType dtype) {
  const bool is_selector = call.target_kind == TargetKind::kSelector;
  if (IsLoss(call.operation)) {
    return is_selector ? SelectorLoss(input, dtype) : oracle::FocalLossLabel(input, dtype);
  }
  return is_selector ? oracle::FocalGradSelector(input, dtype)
                     : oracle::FocalGradLabel(input, dtype);
}

oracle::Reference ExpectReduced(const FocalCase& call, const Elements& elements) {
  const DType dtype = call.HasFloat64() ? DType::kFloat64 : DType::kFloat32;
  oracle::ExactSum sum;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (elements.IsKept(i)) sum.Add(Answer(call, elements.At(i), dtype));
  }
  return sum.Over(elements.divisor(), call.OutDesc().dtype);
}

// True for NaN where NaN is wanted, and for finite numbers within the budget. Among terms that
// cancel the sign of a zero means nothing, and no factor of these tests is larger than 4.
bool IsWithin(const Budget& budget, const oracle::Reference& wanted, double value, DType dtype) {
  if (std::isnan(wanted.rounded)) return std::isnan(value);
  if (!std::isfinite(value) || !std::isfinite(wanted.rounded)) return false;
  if (wanted.rounded == 0) return std::fabs(value) <= budget.cancelled && budget.cancelled > 0;
  const bool cancels = std::fabs(wanted.exact) < wanted.magnitude * budget.cancels_below;
  if (cancels && std::fabs(value - wanted.exact) <= wanted.magnitude * budget.cancelled) {
    return true;
  }
  return std::signbit(value) == std::signbit(wanted.rounded) &&
         oracle::UlpError(wanted.exact, value, dtype) <= budget.ulps;
}

}  // namespace

Expectation Expect(const FocalCase& call) {
  const Elements elements(call);
  if (call.IsReduced()) return {{}, {ExpectReduced(call, elements)}};
  Expectation expectation;
  for (size_t i = 0; i < elements.size(); ++i) {
    oracle::FocalInput input = elements.At(i);
    // A loss of each element is not divided.
    if (!IsLoss(call.operation)) input.mean_divisor = elements.divisor();
    expectation.references.push_back(elements.IsKept(i) ? Answer(call, input, call.OutDesc().dtype)
                                                        : oracle::Reference{});
    expectation.inputs.push_back(input);
  }
  return expectation;
}

void EveryTarget::Add(const FocalCase& call, const Expectation& expectation) {
  testing_support::ForEachTarget([&](const std::string& target) {
    const std::vector<uint64_t> bits = RunCase(call);
    ASSERT_EQ(bits.size(), expectation.references.size()) << what_;
    Accuracy& accuracy =
        accuracies_.try_emplace(target, what_ + " on " + target, dtype_, budget_).first->second;
    for (size_t i = 0; i < bits.size(); ++i) {
      const auto describe = [&] {
        const bool reduced = expectation.inputs.empty();
        return reduced ? std::string("(reduced)") : Describe(expectation.inputs[i]);
      };
      accuracy.Add(describe, expectation.references[i], oracle::Decode(bits[i], dtype_));
    }
  });
}

void EveryTarget::ExpectWithinBudget() const {
  for (const auto& [target, accuracy] : accuracies_) {
    std::cout << "  " << accuracy.Summary() << std::endl;
    EXPECT_TRUE(accuracy.Verdict());
  }
}

void ExpectAccurate(const std::string& what, const FocalCase& call, const Budget& budget) {
  EveryTarget comparison(what, call.OutDesc().dtype, budget);
  comparison.Add(call);
  comparison.ExpectWithinBudget();
}

void ExpectBits(const FocalCase& call, const Budget& budget) {
  const DType dtype = call.OutDesc().dtype;
  const Expectation expectation = Expect(call);
  testing_support::ForEachTarget([&](const std::string&) {
    const std::vector<uint64_t> bits = RunCase(call);
    ASSERT_EQ(bits.size(), expectation.references.size());
    for (size_t i = 0; i < bits.size(); ++i) {
      const oracle::Reference& reference = expectation.references[i];
      const double value = oracle::Decode(bits[i], dtype);
      if (bits[i] == oracle::Encode(reference.rounded, dtype)) continue;
      if (IsWithin(budget, reference, value, dtype)) continue;
      ADD_FAILURE() << call.operation << ' ' << DTypeName(dtype) << ' '
                    << (expectation.inputs.empty() ? "" : Describe(expectation.inputs[i])) << ": "
                    << value << ", wanted " << reference.rounded;
    }
  });
}

}  // namespace sigloss::ops::sigmoid_focal_loss
