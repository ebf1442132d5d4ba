// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A call of the family as a value: fill in what differs, run it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ops/bce_with_logits/cpu/plans.h"
#include "ops/bce_with_logits/tests/operation.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/tensor_view.h"
#include "tests/support/guarded_buffer.h"
#include "tests/support/operand.h"
#include "tests/support/targets.h"

namespace sigloss::ops::bce_with_logits {

using testing_support::Count;
using testing_support::ForEachTarget;
using testing_support::HasFma;
using testing_support::IsFloat;
using testing_support::Offsets;
using testing_support::Operand;

enum class Input : uint8_t { kLogits, kTarget, kGradOutput, kWeight, kPosWeight, kMask };
inline constexpr Input kInputs[] = {Input::kLogits, Input::kTarget,    Input::kGradOutput,
                                    Input::kWeight, Input::kPosWeight, Input::kMask};

/// Defaults: the gradient; logits and labels are to be set, the upstream gradient is the number 1,
/// weights and mask are absent, the outputs are dense with the type of the logits.
struct BceCase {
  Operation operation = Operation::kGrad;
  Operand grad_output = Operand::Scalar(DType::kFloat32, 1);  // not read for a loss
  Operand logits;
  Operand target;
  std::optional<Operand> weight;
  std::optional<Operand> pos_weight;
  std::optional<Operand> mask;
  Reduction reduction = Reduction::kNone;
  Normalizer normalizer = {};
  double label_smoothing = 0;
  Precision precision = Precision::kExact;
  int max_threads = 0;
  std::optional<TensorDesc> out;
  int64_t out_origin = 0;
  std::optional<Input> out_replaces;    // the input in whose memory the output lies
  std::optional<TensorDesc> other_out;  // of a fused pass: the result that is not returned
  testing_support::Edge edge = testing_support::Edge::kEnd;
  size_t gap = 0;  // elements between the guard page and the data, to move it off the lanes

  /// Null where it is absent or the operation does not take it.
  [[nodiscard]] const Operand* Find(Input input) const;
  /// For tests that change any of them; the operand must be there.
  [[nodiscard]] Operand& At(Input input);
  /// Whether the result is one number for all elements.
  [[nodiscard]] bool IsReduced() const;
  /// Whether it computes in float64 on float64 inputs.
  [[nodiscard]] bool HasFloat64() const;
  [[nodiscard]] TensorDesc OutDesc() const;
  [[nodiscard]] TensorDesc OtherOutDesc() const;
};

/// Output bits in logical order. Checks with EXPECT that the call succeeds, that every element of
/// the outputs is written and that nothing else is.
[[nodiscard]] std::vector<uint64_t> RunCase(const BceCase& call);

/// A case with every operand full and random: logits in (-20, 20), soft labels, and factors of
/// either sign.
[[nodiscard]] BceCase RandomCase(Operation operation, DType dtype, const Dims& shape,
                                 uint64_t seed);

}  // namespace sigloss::ops::bce_with_logits
