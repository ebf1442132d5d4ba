// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The operators of the binary-cross-entropy-with-logits family as data. The formulas are those of
// include/sigloss/bce_with_logits.h.
#pragma once

#include <array>
#include <cstdint>

#include "core/op_spec.h"
#include "sigloss/loss_options.h"

namespace sigloss::ops::bce_with_logits {

using core::Presence;
using core::Rule;

/// What aclnn takes.
inline constexpr core::DTypeSet kAclnnTypes = {DType::kFloat16, DType::kFloat32, DType::kBFloat16};
/// The loss lists the same types in another order, which messages show.
inline constexpr core::DTypeSet kAclnnForwardTypes = {DType::kFloat32, DType::kFloat16,
                                                      DType::kBFloat16};
inline constexpr core::DTypeSet kFloatTypes = {DType::kFloat32, DType::kFloat16, DType::kBFloat16,
                                               DType::kFloat64};
inline constexpr core::DTypeSet kLabelTypes = {DType::kFloat32, DType::kFloat16, DType::kBFloat16,
                                               DType::kFloat64, DType::kBool,    DType::kUInt8,
                                               DType::kInt32,   DType::kInt64};
inline constexpr core::DTypeSet kMaskTypes = {DType::kBool};
/// What nodes of a graph take.
inline constexpr core::DTypeSet kGraphTypes = kAclnnTypes;
inline constexpr core::DTypeSet kNowhere = {};

/// Parameters that several operators have.
constexpr core::ParamSpec GradOutputParam() {
  return {{"grad_output", "dout", "gradOutput"},
          Presence::kRequired,
          {kAclnnTypes, kFloatTypes, kGraphTypes},
          "upstream gradient, any shape that broadcasts to that of logits"};
}
constexpr core::ParamSpec LogitsParam(const core::DTypeSet& aclnn_types) {
  return {{"logits", "predict", "self"},
          Presence::kRequired,
          {aclnn_types, kFloatTypes, kGraphTypes},
          "logits x, rank 0 to 8"};
}
constexpr core::ParamSpec TargetParam(const core::DTypeSet& aclnn_types) {
  return {{"target", "target", "target"},
          Presence::kRequired,
          {aclnn_types, kLabelTypes, kGraphTypes},
          "labels y, of the shape of logits; soft labels are ordinary"};
}
constexpr core::ParamSpec WeightParam(const core::DTypeSet& aclnn_types) {
  return {{"weight", "weight", "weightOptional"},
          Presence::kOptional,
          {aclnn_types, kFloatTypes, kGraphTypes},
          "weight of each element, broadcast to the shape of logits; absent means 1"};
}
constexpr core::ParamSpec PosWeightParam(const core::DTypeSet& aclnn_types) {
  return {{"pos_weight", "pos_weight", "posWeightOptional"},
          Presence::kOptional,
          {aclnn_types, kFloatTypes, kGraphTypes},
          "weight of the positive part, broadcast to the shape of logits; absent means 1"};
}
constexpr core::ParamSpec MaskParam() {
  return {{"mask", "", ""},
          Presence::kOptional,
          {kNowhere, kMaskTypes},
          "elements to keep, broadcast to the shape of logits; absent keeps all"};
}

enum Attr : uint8_t { kReduction, kNumAttrs };

inline constexpr std::array<core::AttrSpec, kNumAttrs> kAttrs = {{
    {{"reduction", "reduction", "reduction"},
     static_cast<int64_t>(Reduction::kMean),
     static_cast<int64_t>(Reduction::kNone),
     static_cast<int64_t>(Reduction::kSum),
     "0 none, 1 mean, 2 sum: what becomes of the losses of the elements"},
}};
/// Of SigmoidCrossEntropyWithLogitsGradV2, whose graph form knows both codings.
inline constexpr std::array<core::AttrSpec, kNumAttrs> kGradAttrs = {{
    {kAttrs[0].name, kAttrs[0].default_value, kAttrs[0].lowest, kAttrs[0].highest,
     kAttrs[0].meaning, true},
}};

/// A parameter that a form of the operator in a graph has not.
constexpr core::ParamSpec NotInGraph(core::ParamSpec param) {
  param.name.cann = {};
  return param;
}

/// SigmoidCrossEntropyWithLogitsV2: the loss.
namespace forward {

// In the order of the aclnn call; what only C++ and Python have follows.
enum Param : uint8_t { kLogits, kTarget, kWeight, kPosWeight, kOut, kMask, kNumParams };

inline constexpr std::array<core::ParamSpec, kNumParams> kParams = {{
    LogitsParam(kAclnnForwardTypes),
    TargetParam(kAclnnForwardTypes),
    WeightParam(kAclnnForwardTypes),
    PosWeightParam(kAclnnForwardTypes),
    {{"loss", "loss", "out"},
     Presence::kOutput,
     {kAclnnForwardTypes, kFloatTypes, kGraphTypes},
     "loss, of the shape of logits for none, else one element"},
    MaskParam(),
}};

// Order and rules of aclnnBinaryCrossEntropyWithLogits. Beyond them: the dtypes of the weights, the
// rank of out, that a weight does not enlarge the loss, and that a reduced loss has one element.
inline constexpr core::Check kAclnnChecks[] = {
    {Rule::kNotNull, kLogits},
    {Rule::kNotNull, kTarget},
    {Rule::kNotNull, kOut},
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kDType, kOut},
    {Rule::kDType, kWeight},
    {Rule::kDType, kPosWeight},
    {Rule::kSameDType, kTarget, kOut},
    {Rule::kAttrListed, kReduction},
    {Rule::kMaxRank, kLogits},
    {Rule::kMaxRank, kTarget},
    {Rule::kMaxRank, kWeight},
    {Rule::kMaxRank, kPosWeight},
    {Rule::kMaxRank, kOut},
    {Rule::kSameShape, kLogits, kTarget},
    {Rule::kStopIfEmpty, kTarget},
    {Rule::kBroadcastsTo, kWeight, kTarget},
    {Rule::kBroadcastsTo, kPosWeight, kTarget},
    {Rule::kLossShape, kOut, kTarget},
};

inline constexpr core::Check kCppChecks[] = {
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kDType, kOut},
    {Rule::kDType, kWeight},
    {Rule::kDType, kPosWeight},
    {Rule::kDType, kMask},
    {Rule::kAttrRange, kReduction},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kLossShape, kOut, kLogits},
    {Rule::kBroadcastsTo, kWeight, kLogits},
    {Rule::kBroadcastsTo, kPosWeight, kLogits},
    {Rule::kBroadcastsTo, kMask, kLogits},
};

// Nodes of a graph have equal shapes and dtypes: nothing is broadcast or promoted.
inline constexpr core::Check kGraphChecks[] = {
    {Rule::kNotNull, kLogits},
    {Rule::kNotNull, kTarget},
    {Rule::kDType, kLogits},
    {Rule::kSameDType, kTarget, kLogits},
    {Rule::kSameDType, kWeight, kLogits},
    {Rule::kSameDType, kPosWeight, kLogits},
    {Rule::kMinRank, kLogits, 1},
    {Rule::kMaxRank, kLogits},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kSameShape, kWeight, kLogits},
    {Rule::kSameShape, kPosWeight, kLogits},
    {Rule::kAttrRange, kReduction},
};
inline constexpr core::ResultSpec kResults[] = {{kOut, kLogits, true}};

inline constexpr core::OpSpec kSpec = {
    {"bce_with_logits", "SigmoidCrossEntropyWithLogitsV2", "aclnnBinaryCrossEntropyWithLogits"},
    kParams,
    kAttrs,
    kAclnnChecks,
    kCppChecks,
    kGraphChecks,
    {},
    kResults,
    true,
};

/// SigmoidCrossEntropyWithLogits: the losses of the elements, without weights; graphs only.
inline constexpr std::array<core::ParamSpec, kNumParams> kUnweightedParams = {{
    kParams[kLogits],
    kParams[kTarget],
    NotInGraph(kParams[kWeight]),
    NotInGraph(kParams[kPosWeight]),
    kParams[kOut],
    kParams[kMask],
}};
inline constexpr core::Check kUnweightedChecks[] = {
    {Rule::kNotNull, kLogits},
    {Rule::kNotNull, kTarget},
    {Rule::kDType, kLogits},
    {Rule::kSameDType, kTarget, kLogits},
    {Rule::kMinRank, kLogits, 1},
    {Rule::kMaxRank, kLogits},
    {Rule::kSameShape, kTarget, kLogits},
};
inline constexpr core::ResultSpec kUnweightedResults[] = {{kOut, kLogits, false}};
inline constexpr core::OpSpec kUnweightedSpec = {
    {"", "SigmoidCrossEntropyWithLogits", ""},
    kUnweightedParams,
    {},
    {},
    {},
    kUnweightedChecks,
    {},
    kUnweightedResults,
    true,
};

}  // namespace forward

/// What the gradients by logits and by target share: parameters, and the checks on them.
namespace gradient {

enum Param : uint8_t {
  kGradOutput,
  kLogits,
  kTarget,
  kWeight,
  kPosWeight,
  kOut,
  kMask,
  kNumParams
};

constexpr std::array<core::ParamSpec, kNumParams> ParamsWith(const core::ParamSpec& out) {
  return {{GradOutputParam(), LogitsParam(kAclnnTypes), TargetParam(kAclnnTypes),
           WeightParam(kAclnnTypes), PosWeightParam(kAclnnTypes), out, MaskParam()}};
}

// Order and rules of aclnnBinaryCrossEntropyWithLogitsBackward and ...TargetBackward, except that
// the rank of every tensor is checked, not only that of out.
inline constexpr core::Check kAclnnChecks[] = {
    {Rule::kNotNull, kGradOutput},
    {Rule::kNotNull, kLogits},
    {Rule::kNotNull, kTarget},
    {Rule::kNotNull, kOut},
    {Rule::kMaxRank, kGradOutput},
    {Rule::kMaxRank, kLogits},
    {Rule::kMaxRank, kTarget},
    {Rule::kMaxRank, kOut},
    {Rule::kMaxRank, kWeight},
    {Rule::kMaxRank, kPosWeight},
    {Rule::kDType, kGradOutput},
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kDType, kWeight},
    {Rule::kDType, kPosWeight},
    {Rule::kDType, kOut},
    {Rule::kSameDType, kOut, kTarget},
    {Rule::kSameFormat, kLogits, kTarget},
    {Rule::kSameFormat, kLogits, kOut},
    {Rule::kStopIfEmpty, kLogits},
    {Rule::kSameShape, kLogits, kTarget},
    {Rule::kSameShape, kLogits, kOut},
    {Rule::kBroadcastsTo, kGradOutput, kLogits},
    {Rule::kBroadcastsTo, kWeight, kLogits},
    {Rule::kBroadcastsTo, kPosWeight, kLogits},
    {Rule::kAttrRange, kReduction},
};

inline constexpr core::Check kCppChecks[] = {
    {Rule::kDType, kGradOutput},
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kDType, kOut},
    {Rule::kDType, kWeight},
    {Rule::kDType, kPosWeight},
    {Rule::kDType, kMask},
    {Rule::kAttrRange, kReduction},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kSameShape, kOut, kLogits},
    {Rule::kBroadcastsTo, kGradOutput, kLogits},
    {Rule::kBroadcastsTo, kWeight, kLogits},
    {Rule::kBroadcastsTo, kPosWeight, kLogits},
    {Rule::kBroadcastsTo, kMask, kLogits},
};

}  // namespace gradient

/// SigmoidCrossEntropyWithLogitsGradV2: the gradient by the logits.
namespace backward {

using namespace gradient;  // NOLINT(google-build-using-namespace): the same parameters

inline constexpr auto kParams = ParamsWith({{"grad", "gradient", "out"},
                                            Presence::kOutput,
                                            {kAclnnTypes, kFloatTypes, kGraphTypes},
                                            "gradient by the logits, of their shape"});

inline constexpr core::Check kGraphChecks[] = {
    {Rule::kNotNull, kLogits},
    {Rule::kNotNull, kTarget},
    {Rule::kNotNull, kGradOutput},
    {Rule::kDType, kLogits},
    {Rule::kSameDType, kTarget, kLogits},
    {Rule::kSameDType, kGradOutput, kLogits},
    {Rule::kSameDType, kWeight, kLogits},
    {Rule::kSameDType, kPosWeight, kLogits},
    {Rule::kMinRank, kLogits, 1},
    {Rule::kMaxRank, kLogits},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kSameShape, kGradOutput, kLogits},
    {Rule::kSameShape, kWeight, kLogits},
    {Rule::kSameShape, kPosWeight, kLogits},
    {Rule::kAttrRange, kReduction},
};
inline constexpr core::ResultSpec kResults[] = {{kOut, kLogits, false}};

inline constexpr core::OpSpec kSpec = {
    {"bce_with_logits_backward", "SigmoidCrossEntropyWithLogitsGradV2",
     "aclnnBinaryCrossEntropyWithLogitsBackward"},
    kParams,
    kGradAttrs,
    kAclnnChecks,
    kCppChecks,
    kGraphChecks,
    {},
    kResults,
    true,
};

/// SigmoidCrossEntropyWithLogitsGrad: the gradient without weights and reduction; graphs only.
inline constexpr std::array<core::ParamSpec, kNumParams> kUnweightedParams = {{
    kParams[kGradOutput],
    kParams[kLogits],
    kParams[kTarget],
    NotInGraph(kParams[kWeight]),
    NotInGraph(kParams[kPosWeight]),
    kParams[kOut],
    kParams[kMask],
}};
inline constexpr core::Check kUnweightedChecks[] = {
    {Rule::kNotNull, kLogits},
    {Rule::kNotNull, kTarget},
    {Rule::kNotNull, kGradOutput},
    {Rule::kDType, kLogits},
    {Rule::kSameDType, kTarget, kLogits},
    {Rule::kSameDType, kGradOutput, kLogits},
    {Rule::kMinRank, kLogits, 1},
    {Rule::kMaxRank, kLogits},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kSameShape, kGradOutput, kLogits},
};
inline constexpr core::OpSpec kUnweightedSpec = {
    {"", "SigmoidCrossEntropyWithLogitsGrad", ""},
    kUnweightedParams,
    {},
    {},
    {},
    kUnweightedChecks,
    {},
    kResults,
    true,
};

}  // namespace backward

/// The gradient by the target; no CANN operator of its own.
namespace target_backward {

using namespace gradient;  // NOLINT(google-build-using-namespace): the same parameters

inline constexpr auto kParams = ParamsWith({{"grad_target", "", "gradTarget"},
                                            Presence::kOutput,
                                            {kAclnnTypes, kFloatTypes, kGraphTypes},
                                            "gradient by the target, of its shape"});

inline constexpr core::OpSpec kSpec = {
    {"bce_with_logits_target_backward", "", "aclnnBinaryCrossEntropyWithLogitsTargetBackward"},
    kParams,
    kAttrs,
    kAclnnChecks,
    kCppChecks,
};

}  // namespace target_backward

/// Loss and gradient in one pass: C++ and Python only.
namespace loss_and_grad {

enum Param : uint8_t { kLogits, kTarget, kWeight, kPosWeight, kLoss, kGrad, kMask, kNumParams };

inline constexpr std::array<core::ParamSpec, kNumParams> kParams = {{
    LogitsParam(kNowhere),
    TargetParam(kNowhere),
    WeightParam(kNowhere),
    PosWeightParam(kNowhere),
    {{"loss", "", ""},
     Presence::kOutput,
     {kNowhere, kFloatTypes},
     "loss, of the shape of logits for none, else one element"},
    {{"grad", "", ""},
     Presence::kOutput,
     {kNowhere, kFloatTypes},
     "gradient by the logits, of their shape"},
    MaskParam(),
}};

inline constexpr core::Check kCppChecks[] = {
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kDType, kLoss},
    {Rule::kDType, kGrad},
    {Rule::kDType, kWeight},
    {Rule::kDType, kPosWeight},
    {Rule::kDType, kMask},
    {Rule::kAttrRange, kReduction},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kLossShape, kLoss, kLogits},
    {Rule::kSameShape, kGrad, kLogits},
    {Rule::kBroadcastsTo, kWeight, kLogits},
    {Rule::kBroadcastsTo, kPosWeight, kLogits},
    {Rule::kBroadcastsTo, kMask, kLogits},
};

inline constexpr core::OpSpec kSpec = {
    {"bce_with_logits_loss_and_grad", "", ""}, kParams, kAttrs, {}, kCppChecks,
};

}  // namespace loss_and_grad
}  // namespace sigloss::ops::bce_with_logits
