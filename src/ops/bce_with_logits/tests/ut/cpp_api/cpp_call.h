// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A call of any of the four functions, which a test can bend out of shape.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sigloss/bce_with_logits.h"

namespace sigloss::ops::bce_with_logits {

enum Function : uint8_t {
  kForward = 1,
  kBackward = 2,
  kLossAndGrad = 4,
  kTargetBackward = 8,
};
/// Sets of functions, by the arguments they have.
inline constexpr uint8_t kAll = 15;
inline constexpr uint8_t kWithLoss = kForward | kLossAndGrad;
inline constexpr uint8_t kWithGrad = kBackward | kLossAndGrad | kTargetBackward;
inline constexpr uint8_t kWithGradOutput = kBackward | kTargetBackward;

[[nodiscard]] std::vector<Function> FunctionsIn(uint8_t set);
[[nodiscard]] std::string_view NameOf(Function function);

/// Arguments of all of them; each takes those it has. The gradient by the target goes to `grad`.
struct Arguments {
  TensorView grad_output;
  TensorView logits;
  TensorView target;
  TensorView loss;
  TensorView grad;
  BceOptions options;

  [[nodiscard]] Status Run(Function function) const;
};

/// A valid call on [2, 2] float32 tensors, reduction none, with memory for every layout used here.
class CppCall : public Arguments {
 public:
  CppCall();
  CppCall(const CppCall&) = delete;
  CppCall& operator=(const CppCall&) = delete;

  /// Adds all the optional tensors.
  void GiveOptional();
  void Reshape(const Dims& shape);  // of all tensors that are given

  /// True if no memory, of outputs or inputs, differs from what it was at the start.
  [[nodiscard]] bool Untouched() const;

  std::array<std::array<float, 64>, 8> memory;
};

/// The text with each "$grad" replaced by what the function calls that argument.
[[nodiscard]] std::string TextFor(Function function, std::string text);

}  // namespace sigloss::ops::bce_with_logits
