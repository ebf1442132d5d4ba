// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The operators of the sigmoid-focal-loss family as data. The formulas are those of
// include/sigloss/sigmoid_focal_loss.h.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "core/op_spec.h"
#include "sigloss/loss_options.h"

namespace sigloss::ops::sigmoid_focal_loss {

using core::Presence;
using core::Rule;

inline constexpr core::DTypeSet kNowhere = {};  // no aclnn function has these operators
inline constexpr core::DTypeSet kFloatTypes = {DType::kFloat32, DType::kFloat16, DType::kBFloat16,
                                               DType::kFloat64};
inline constexpr core::DTypeSet kTargetTypes = {DType::kFloat32, DType::kFloat16, DType::kBFloat16,
                                                DType::kFloat64, DType::kBool,    DType::kUInt8,
                                                DType::kInt32,   DType::kInt64};
inline constexpr core::DTypeSet kIndexTypes = {DType::kInt32, DType::kInt64};
inline constexpr core::DTypeSet kMaskTypes = {DType::kBool};
/// What nodes of a graph take.
inline constexpr core::DTypeSet kGraphTypes = {DType::kFloat16, DType::kFloat32};
inline constexpr core::DTypeSet kGraphTargetTypes = {DType::kInt32};

constexpr core::ParamSpec LogitsParam() {
  return {{"logits", "pred", ""},
          Presence::kRequired,
          {kNowhere, kFloatTypes, kGraphTypes},
          "logits x, rank 0 to 8"};
}
constexpr core::ParamSpec TargetParam() {
  return {{"target", "target", ""},
          Presence::kRequired,
          {kNowhere, kTargetTypes, kGraphTargetTypes},
          "labels or selector, of the shape of logits"};
}
constexpr core::ParamSpec WeightParam() {
  return {{"weight", "weight", ""},
          Presence::kOptional,
          {kNowhere, kFloatTypes, kGraphTypes},
          "weight of each element, broadcast to the shape of logits; absent means 1"};
}
constexpr core::ParamSpec LossParam() {
  return {{"loss", "y", ""},
          Presence::kOutput,
          {kNowhere, kFloatTypes, kGraphTypes},
          "loss, of the shape of logits for none, else one element"};
}
constexpr core::ParamSpec GradParam() {
  return {{"grad", "grad", ""},
          Presence::kOutput,
          {kNowhere, kFloatTypes, kGraphTypes},
          "gradient by the logits, of their shape"};
}
constexpr core::ParamSpec ClassAlphaParam() {
  return {{"class_alpha", "", ""},
          Presence::kOptional,
          {kNowhere, kFloatTypes, kGraphTypes},
          "alpha of each element, broadcast to the shape of logits; absent means the number alpha"};
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
     static_cast<int64_t>(Reduction::kNone),
     static_cast<int64_t>(Reduction::kNone),
     static_cast<int64_t>(Reduction::kSum),
     "0 none, 1 mean, 2 sum: what becomes of the losses of the elements"},
}};

/// Attributes of nodes of a graph.
enum Real : uint8_t { kAlpha, kGamma, kNumReals };

constexpr std::array<core::RealAttrSpec, kNumReals> RealsWithin(double alpha_lowest,
                                                                double alpha_highest,
                                                                double gamma_lowest,
                                                                double gamma_highest) {
  return {{
      {{"alpha", "alpha", ""}, 0.25, alpha_lowest, alpha_highest, "weight of positive elements"},
      {{"gamma", "gamma", ""}, 2, gamma_lowest, gamma_highest, "exponent of the focus"},
  }};
}
/// Nodes of a graph scale by the mean unless told otherwise.
inline constexpr std::array<core::AttrSpec, kNumAttrs> kGraphAttrs = {{
    {kAttrs[0].name, static_cast<int64_t>(Reduction::kMean), kAttrs[0].lowest, kAttrs[0].highest,
     kAttrs[0].meaning},
}};

/// SigmoidFocalLoss.
namespace forward {

enum Param : uint8_t { kLogits, kTarget, kWeight, kLoss, kClassAlpha, kMask, kNumParams };

inline constexpr std::array<core::ParamSpec, kNumParams> kParams = {
    {LogitsParam(), TargetParam(), WeightParam(), LossParam(), ClassAlphaParam(), MaskParam()}};

inline constexpr core::Check kCppChecks[] = {
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kDType, kLoss},
    {Rule::kDType, kWeight},
    {Rule::kDType, kClassAlpha},
    {Rule::kDType, kMask},
    {Rule::kAttrRange, kReduction},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kLossShape, kLoss, kLogits},
    {Rule::kBroadcastsTo, kWeight, kLogits},
    {Rule::kBroadcastsTo, kClassAlpha, kLogits},
    {Rule::kBroadcastsTo, kMask, kLogits},
};

inline constexpr core::OpSpec kSpec = {
    {"sigmoid_focal_loss", "SigmoidFocalLoss", ""}, kParams, kAttrs, {}, kCppChecks,
};

inline constexpr core::Check kGraphChecks[] = {
    {Rule::kNotNull, kLogits},
    {Rule::kNotNull, kTarget},
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kSameDType, kWeight, kLogits},
    {Rule::kFormatND, kLogits},
    {Rule::kFormatND, kTarget},
    {Rule::kFormatND, kWeight},
    {Rule::kRank, kLogits, 2},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kSameShape, kWeight, kLogits},
    {Rule::kReal, kAlpha},
    {Rule::kReal, kGamma},
    {Rule::kAttrRange, kReduction},
};
inline constexpr auto kReals = RealsWithin(0, 1, 0, 5);
inline constexpr core::ResultSpec kResults[] = {{kLoss, kLogits, true}};

/// The operator as a node of a graph.
inline constexpr core::OpSpec kGraphSpec = {
    {"sigmoid_focal_loss", "SigmoidFocalLoss", ""},
    kParams,
    kGraphAttrs,
    {},
    {},
    kGraphChecks,
    kReals,
    kResults,
    true,
};

}  // namespace forward

/// SigmoidFocalLossGrad.
namespace backward {

enum Param : uint8_t {
  kLogits,
  kTarget,
  kGradOutput,
  kWeight,
  kGrad,
  kClassAlpha,
  kMask,
  kNumParams
};

inline constexpr std::array<core::ParamSpec, kNumParams> kParams = {{
    LogitsParam(),
    TargetParam(),
    {{"grad_output", "dout", ""},
     Presence::kRequired,
     {kNowhere, kFloatTypes, kGraphTypes},
     "upstream gradient, any shape that broadcasts to that of logits"},
    WeightParam(),
    GradParam(),
    ClassAlphaParam(),
    MaskParam(),
}};

inline constexpr core::Check kCppChecks[] = {
    {Rule::kDType, kGradOutput},
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kDType, kGrad},
    {Rule::kDType, kWeight},
    {Rule::kDType, kClassAlpha},
    {Rule::kDType, kMask},
    {Rule::kAttrRange, kReduction},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kSameShape, kGrad, kLogits},
    {Rule::kBroadcastsTo, kGradOutput, kLogits},
    {Rule::kBroadcastsTo, kWeight, kLogits},
    {Rule::kBroadcastsTo, kClassAlpha, kLogits},
    {Rule::kBroadcastsTo, kMask, kLogits},
};

inline constexpr core::OpSpec kSpec = {
    {"sigmoid_focal_loss_backward", "SigmoidFocalLossGrad", ""}, kParams, kAttrs, {}, kCppChecks,
};

inline constexpr core::Check kGraphChecks[] = {
    {Rule::kNotNull, kLogits},
    {Rule::kNotNull, kTarget},
    {Rule::kNotNull, kGradOutput},
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kDType, kGradOutput},
    {Rule::kDType, kWeight},
    {Rule::kFormatND, kLogits},
    {Rule::kFormatND, kTarget},
    {Rule::kFormatND, kGradOutput},
    {Rule::kFormatND, kWeight},
    {Rule::kRank, kLogits, 2},
    {Rule::kNotEmpty, kLogits},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kSameShape, kGradOutput, kLogits},
    {Rule::kSameShape, kWeight, kLogits},
    {Rule::kReal, kAlpha},
    {Rule::kReal, kGamma},
    {Rule::kAttrRange, kReduction},
};
inline constexpr double kLargest = std::numeric_limits<double>::max();
inline constexpr auto kReals = RealsWithin(-kLargest, kLargest, -1e6, 1e6);
inline constexpr core::ResultSpec kResults[] = {{kGrad, kLogits, false}};

/// The operator as a node of a graph.
inline constexpr core::OpSpec kGraphSpec = {
    {"sigmoid_focal_loss_backward", "SigmoidFocalLossGrad", ""},
    kParams,
    kGraphAttrs,
    {},
    {},
    kGraphChecks,
    kReals,
    kResults,
    false,
};

}  // namespace backward

/// Loss and gradient in one pass: C++ and Python only.
namespace loss_and_grad {

enum Param : uint8_t { kLogits, kTarget, kWeight, kLoss, kGrad, kClassAlpha, kMask, kNumParams };

inline constexpr std::array<core::ParamSpec, kNumParams> kParams = {
    {LogitsParam(), TargetParam(), WeightParam(), LossParam(), GradParam(), ClassAlphaParam(),
     MaskParam()}};

inline constexpr core::Check kCppChecks[] = {
    {Rule::kDType, kLogits},
    {Rule::kDType, kTarget},
    {Rule::kDType, kLoss},
    {Rule::kDType, kGrad},
    {Rule::kDType, kWeight},
    {Rule::kDType, kClassAlpha},
    {Rule::kDType, kMask},
    {Rule::kAttrRange, kReduction},
    {Rule::kSameShape, kTarget, kLogits},
    {Rule::kLossShape, kLoss, kLogits},
    {Rule::kSameShape, kGrad, kLogits},
    {Rule::kBroadcastsTo, kWeight, kLogits},
    {Rule::kBroadcastsTo, kClassAlpha, kLogits},
    {Rule::kBroadcastsTo, kMask, kLogits},
};

inline constexpr core::OpSpec kSpec = {
    {"sigmoid_focal_loss_loss_and_grad", "", ""}, kParams, kAttrs, {}, kCppChecks,
};

}  // namespace loss_and_grad
}  // namespace sigloss::ops::sigmoid_focal_loss
