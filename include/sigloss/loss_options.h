// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sigloss {

/// What becomes of the losses of the elements. The numbers are those of aclnn and of PyTorch.
enum class Reduction : int64_t {
  kNone = 0,  ///< one loss per element
  kMean = 1,  ///< their sum over the normalizer, which is their number unless said otherwise
  kSum = 2,
};

/// What the sum of the losses is divided by where the reduction is kMean.
struct Normalizer {
  enum class Kind : uint8_t {
    kNumel,      ///< the number of elements that the mask keeps, all where there is no mask
    kRows,       ///< shape[0] of logits, whatever the mask says; 1 for rank 0
    kPositives,  ///< the number of elements with target > 0, masked ones too, but at least 1
    kNumber,     ///< `number`
  };
  Kind kind = Kind::kNumel;
  double number = 1;  ///< finite and not 0; read for kNumber only
};

}  // namespace sigloss
