// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A small call with the formula of the header in plain double beside it. The logits are moderate,
// so that the formula as it is written is good to about 1e-15.
#pragma once

#include <optional>
#include <vector>

#include "cpp_call.h"
#include "host_tensor.h"

namespace sigloss::ops::bce_with_logits {

/// A call on [2, 3] tensors, reduction none; fill in what differs.
struct Problem {
  Problem();

  HostTensor logits;
  HostTensor target;
  HostTensor grad_output;
  std::optional<HostTensor> weight = {};
  std::optional<HostTensor> pos_weight = {};
  std::optional<HostTensor> mask = {};
  BceOptions options = {};  // without tensors
  DType result = DType::kFloat32;
};

struct Results {
  std::vector<double> loss;                        // of bce_with_logits
  std::vector<double> grad;                        // of bce_with_logits_backward
  std::vector<double> grad_target;                 // of bce_with_logits_target_backward
  std::vector<double> loss_of_both, grad_of_both;  // of bce_with_logits_loss_and_grad
};

/// What the formula says.
[[nodiscard]] Results Expected(const Problem& problem);
/// What the functions say; a failure of one is a failure of the test.
[[nodiscard]] Results Actual(Problem& problem);

/// Compares them: each number may be off by `tolerance` of the larger of 2^-10 and its magnitude.
void ExpectSolved(Problem& problem, double tolerance = 0x1p-23);

}  // namespace sigloss::ops::bce_with_logits
