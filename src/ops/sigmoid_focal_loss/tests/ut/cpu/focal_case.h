// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A call of the family as a value: fill in what differs, run it.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "ops/sigmoid_focal_loss/cpu/plans.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/sigmoid_focal_loss.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"
#include "tests/support/operand.h"

namespace sigloss::ops::sigmoid_focal_loss {

using testing_support::Operand;
using TargetKind = FocalTarget::Kind;

/// A result that the family computes; the last two are those of the pass that computes both.
enum class Operation : uint8_t { kGrad, kLoss, kFusedLoss, kFusedGrad };
inline constexpr Operation kOperations[] = {Operation::kGrad, Operation::kLoss,
                                            Operation::kFusedLoss, Operation::kFusedGrad};

constexpr const char* Name(Operation operation) {
  constexpr const char* kNames[] = {"grad", "loss", "fused loss", "fused grad"};
  return kNames[static_cast<uint8_t>(operation)];
}
constexpr bool IsLoss(Operation operation) {
  return operation == Operation::kLoss || operation == Operation::kFusedLoss;
}
constexpr bool IsFused(Operation operation) {
  return operation == Operation::kFusedLoss || operation == Operation::kFusedGrad;
}
inline std::ostream& operator<<(std::ostream& out, Operation operation) {
  return out << Name(operation);
}

enum class Input : uint8_t { kLogits, kTarget, kGradOutput, kWeight, kClassAlpha, kMask };
inline constexpr Input kInputs[] = {Input::kLogits, Input::kTarget,     Input::kGradOutput,
                                    Input::kWeight, Input::kClassAlpha, Input::kMask};

/// Defaults: the gradient for a selector; logits and target are to be set, the upstream gradient is
/// the number 1, the optional operands are absent, outputs are dense with the type of the logits.
struct FocalCase {
  Operation operation = Operation::kGrad;
  Operand grad_output = Operand::Scalar(DType::kFloat32, 1);  // read by kGrad only
  Operand logits;
  Operand target;
  TargetKind target_kind = TargetKind::kSelector;
  std::optional<Operand> weight;
  std::optional<Operand> class_alpha;
  std::optional<Operand> mask;
  std::optional<double> alpha = 0.25;
  double gamma = 2;
  Reduction reduction = Reduction::kNone;
  Normalizer normalizer = {};
  Precision precision = Precision::kExact;
  int max_threads = 0;
  std::optional<TensorDesc> out;

  /// Null where it is absent or the operation does not take it.
  [[nodiscard]] const Operand* Find(Input input) const;
  /// The operand must be there.
  [[nodiscard]] Operand& At(Input input);
  /// Whether the result is one number for all elements.
  [[nodiscard]] bool IsReduced() const;
  /// Whether it computes in float64 on float64 inputs.
  [[nodiscard]] bool HasFloat64() const;
  [[nodiscard]] TensorDesc OutDesc() const;
  /// Of a fused pass: the result that is not returned.
  [[nodiscard]] TensorDesc OtherOutDesc() const;
};

struct Outcome {
  Status status;
  std::vector<uint64_t> bits;  // of the output in logical order; empty after a failure
};

/// Runs the call. Checks with EXPECT that every element of the outputs is written and that nothing
/// else is, and after a failure that nothing at all is.
[[nodiscard]] Outcome TryCase(const FocalCase& call);

/// The bits of a call that must succeed.
[[nodiscard]] std::vector<uint64_t> RunCase(const FocalCase& call);

}  // namespace sigloss::ops::sigmoid_focal_loss
