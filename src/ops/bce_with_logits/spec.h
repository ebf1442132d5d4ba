// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The operators of the binary-cross-entropy-with-logits family as data.
#pragma once

#include <array>
#include <cstdint>

#include "core/op_spec.h"

namespace sigloss::ops::bce_with_logits {

/// The numbers are those of aclnn and of PyTorch.
enum class Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

/// SigmoidCrossEntropyWithLogitsGradV2. With p = sigmoid(logits), q = sigmoid(-logits):
///   out = (p (1 - target) - pos_weight target q) * grad_output * weight * scale,
/// scale = 1 / numel(logits) for mean, else 1.
namespace backward {

// Parameters, in the order of the aclnn call; `kOut` last.
enum Param : uint8_t { kGradOutput, kLogits, kTarget, kWeight, kPosWeight, kOut, kNumParams };

inline constexpr core::DTypeSet kDTypes = {DType::kFloat16, DType::kFloat32, DType::kBFloat16};

inline constexpr std::array<core::ParamSpec, kNumParams> kParams = {{
    {{"grad_output", "dout", "gradOutput"},
     core::Presence::kRequired,
     kDTypes,
     "upstream gradient, any shape that broadcasts to that of logits"},
    {{"logits", "predict", "self"}, core::Presence::kRequired, kDTypes, "logits x, rank 0 to 8"},
    {{"target", "target", "target"},
     core::Presence::kRequired,
     kDTypes,
     "labels y, of the shape of logits; soft labels are ordinary"},
    {{"weight", "weight", "weightOptional"},
     core::Presence::kOptional,
     kDTypes,
     "weight of each element, broadcast to the shape of logits; absent means 1"},
    {{"pos_weight", "pos_weight", "posWeightOptional"},
     core::Presence::kOptional,
     kDTypes,
     "weight of the positive part, broadcast to the shape of logits; absent means 1"},
    {{"out", "gradient", "out"},
     core::Presence::kOutput,
     kDTypes,
     "gradient, of the shape of logits"},
}};

enum Attr : uint8_t { kReduction, kNumAttrs };

inline constexpr std::array<core::AttrSpec, kNumAttrs> kAttrs = {{
    {{"reduction", "reduction", "reduction"},
     static_cast<int64_t>(Reduction::kMean),
     static_cast<int64_t>(Reduction::kNone),
     static_cast<int64_t>(Reduction::kSum),
     "0 none, 1 mean, 2 sum: the reduction of the loss whose gradient this is"},
}};

// Order and rules of aclnnBinaryCrossEntropyWithLogitsBackward, except that the rank of every
// tensor is checked, not only that of out.
inline constexpr core::Check kAclnnChecks[] = {
    {core::Rule::kNotNull, kGradOutput},
    {core::Rule::kNotNull, kLogits},
    {core::Rule::kNotNull, kTarget},
    {core::Rule::kNotNull, kOut},
    {core::Rule::kMaxRank, kGradOutput},
    {core::Rule::kMaxRank, kLogits},
    {core::Rule::kMaxRank, kTarget},
    {core::Rule::kMaxRank, kOut},
    {core::Rule::kMaxRank, kWeight},
    {core::Rule::kMaxRank, kPosWeight},
    {core::Rule::kDType, kGradOutput},
    {core::Rule::kDType, kLogits},
    {core::Rule::kDType, kTarget},
    {core::Rule::kDType, kWeight},
    {core::Rule::kDType, kPosWeight},
    {core::Rule::kDType, kOut},
    {core::Rule::kSameDType, kOut, kTarget},
    {core::Rule::kSameFormat, kLogits, kTarget},
    {core::Rule::kSameFormat, kLogits, kOut},
    {core::Rule::kStopIfEmpty, kLogits},
    {core::Rule::kSameShape, kLogits, kTarget},
    {core::Rule::kSameShape, kLogits, kOut},
    {core::Rule::kBroadcastsTo, kGradOutput, kLogits},
    {core::Rule::kBroadcastsTo, kWeight, kLogits},
    {core::Rule::kBroadcastsTo, kPosWeight, kLogits},
    {core::Rule::kAttrRange, kReduction},
};

inline constexpr core::OpSpec kSpec = {
    {"bce_with_logits_backward", "SigmoidCrossEntropyWithLogitsGradV2",
     "aclnnBinaryCrossEntropyWithLogitsBackward"},
    kParams,
    kAttrs,
    kAclnnChecks,
};

}  // namespace backward
}  // namespace sigloss::ops::bce_with_logits
