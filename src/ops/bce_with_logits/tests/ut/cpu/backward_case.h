// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A gradient call as a value: fill in what differs, run it, compare it with the oracle.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ops/bce_with_logits/cpu/plans.h"
#include "oracle/bce_grad.h"
#include "sigloss/precision.h"
#include "sigloss/tensor_view.h"
#include "tests/support/accuracy.h"
#include "tests/support/guarded_buffer.h"

namespace sigloss::ops::bce_with_logits {

/// A tensor with its memory: logical element (i0, ..., ik) is storage[origin + sum(i * stride)].
struct Operand {
  TensorDesc desc;
  std::vector<double> storage;  // values of desc.dtype
  int64_t origin = 0;

  /// Row-major; values are rounded to the type.
  static Operand Dense(DType dtype, const Dims& shape, std::vector<double> values);
  /// Rank 1.
  static Operand Vector(DType dtype, std::vector<double> values);
  /// Rank 0.
  static Operand Scalar(DType dtype, double value);
  static Operand View(DType dtype, const Dims& shape, const Dims& strides, int64_t origin,
                      std::vector<double> storage);

  [[nodiscard]] DType dtype() const { return desc.dtype; }
};

/// Defaults: float32 logits and labels are to be set; the upstream gradient is the number 1, the
/// weights are absent, the output is dense with the type and shape of the logits.
struct BackwardCase {
  Operand grad_output = Operand::Scalar(DType::kFloat32, 1);
  Operand logits;
  Operand target;
  std::optional<Operand> weight;
  std::optional<Operand> pos_weight;
  std::optional<TensorDesc> out;
  int64_t out_origin = 0;
  std::optional<backward::Param> out_replaces;  // the input in whose memory the output lies
  Reduction reduction = Reduction::kNone;
  Precision precision = Precision::kExact;
  testing_support::Edge edge = testing_support::Edge::kEnd;
  size_t gap = 0;  // elements between the guard page and the data, to move it off the lanes

  [[nodiscard]] TensorDesc OutDesc() const;
};

/// Output bits in logical order. Checks with EXPECT that the call succeeds, that every element of
/// the output is written and that nothing else is.
[[nodiscard]] std::vector<uint32_t> RunCase(const BackwardCase& call);

/// The oracle's inputs and answers, in logical order.
struct Expectation {
  std::vector<oracle::BceInput> inputs;
  std::vector<oracle::Reference> references;
};
[[nodiscard]] Expectation Expect(const BackwardCase& call);

/// Holds an output to the budget; prints the summary where `print` is set.
void Compare(const std::string& what, const Expectation& expectation,
             const std::vector<uint32_t>& bits, DType dtype, const testing_support::Budget& budget,
             bool print = false);

/// Runs the call on the current target and holds the output to the budget.
void ExpectAccurate(const std::string& what, const BackwardCase& call,
                    const testing_support::Budget& budget, bool print = false);

/// A case of n elements with every operand full and random: logits in (-20, 20), soft labels, and
/// factors of either sign.
[[nodiscard]] BackwardCase RandomCase(DType dtype, const Dims& shape, uint64_t seed);

/// Calls body(target) with every target of this processor forced, after asserting that it is
/// really in use, and restores the best one.
void ForEachTarget(const std::function<void(const std::string& target)>& body);

/// Targets with fused multiply-add, which must agree in every bit; the others round twice.
[[nodiscard]] bool HasFma(const std::string& target);

/// Bits of the correctly rounded answers; NaN as the type's plain quiet NaN.
[[nodiscard]] std::vector<uint32_t> RoundedBits(const Expectation& expectation, DType dtype);

}  // namespace sigloss::ops::bce_with_logits
