// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

namespace sigloss::ops::bce_with_logits {

/// A result that the family computes; the last two are the results of the pass that computes both.
enum class Operation : uint8_t { kGrad, kTargetGrad, kLoss, kFusedLoss, kFusedGrad };

inline constexpr Operation kOperations[] = {Operation::kGrad, Operation::kTargetGrad,
                                            Operation::kLoss, Operation::kFusedLoss,
                                            Operation::kFusedGrad};

constexpr const char* Name(Operation operation) {
  constexpr const char* kNames[] = {"grad", "target grad", "loss", "fused loss", "fused grad"};
  return kNames[static_cast<uint8_t>(operation)];
}

constexpr bool IsLoss(Operation operation) {
  return operation == Operation::kLoss || operation == Operation::kFusedLoss;
}

constexpr bool IsFused(Operation operation) {
  return operation == Operation::kFusedLoss || operation == Operation::kFusedGrad;
}

/// Whether it takes an upstream gradient.
constexpr bool HasGradOutput(Operation operation) {
  return operation == Operation::kGrad || operation == Operation::kTargetGrad;
}

inline std::ostream& operator<<(std::ostream& out, Operation operation) {
  return out << Name(operation);
}

}  // namespace sigloss::ops::bce_with_logits
