// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A call of any of the three functions, which a test can bend out of shape.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sigloss/sigmoid_focal_loss.h"

namespace sigloss::ops::sigmoid_focal_loss {

enum Function : uint8_t { kForward = 1, kBackward = 2, kLossAndGrad = 4 };
/// Sets of functions, by the arguments they have.
inline constexpr uint8_t kAll = 7;
inline constexpr uint8_t kWithLoss = kForward | kLossAndGrad;
inline constexpr uint8_t kWithGrad = kBackward | kLossAndGrad;

[[nodiscard]] std::vector<Function> FunctionsIn(uint8_t set);
[[nodiscard]] std::string_view NameOf(Function function);

/// A valid call on [2, 2] float32 tensors full of ones, with memory for every layout used here.
class FocalCall {
 public:
  FocalCall();
  FocalCall(const FocalCall&) = delete;
  FocalCall& operator=(const FocalCall&) = delete;

  [[nodiscard]] Status Run(Function function) const;

  /// Adds all the optional tensors.
  void GiveOptional();
  /// The target becomes class indices of that type, class 0 for both rows.
  void GiveClassIndex(DType dtype);
  void Reshape(const Dims& shape);  // of all tensors that are given

  /// True if no memory, of outputs or inputs, differs from what it was at the start.
  [[nodiscard]] bool Untouched() const;

  TensorView grad_output, logits, loss, grad;
  FocalTarget target;
  FocalOptions options;
  std::array<std::array<float, 64>, 9> memory;
};

}  // namespace sigloss::ops::sigmoid_focal_loss
