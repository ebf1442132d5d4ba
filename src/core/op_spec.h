// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// An operator as data: what the validator, the fronts, the docs and the tests read.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/dtype_table.h"

namespace sigloss::core {

enum class Front : uint8_t { kCpp, kAclnn, kGraph };

/// A name as each front spells it; empty where a front has no such thing.
struct Name {
  std::string_view cpp;    // logits
  std::string_view cann;   // predict, in the operator definition
  std::string_view aclnn;  // self

  [[nodiscard]] constexpr std::string_view In(Front front) const {
    if (front == Front::kGraph) return cann;
    return front == Front::kAclnn ? aclnn : cpp;
  }
};

enum class Presence : uint8_t { kRequired, kOptional, kOutput };

/// What each front takes for a parameter.
struct DTypes {
  DTypeSet aclnn;
  DTypeSet cpp;
  DTypeSet graph = {};

  [[nodiscard]] constexpr const DTypeSet& In(Front front) const {
    if (front == Front::kGraph) return graph;
    return front == Front::kAclnn ? aclnn : cpp;
  }
};

struct ParamSpec {
  Name name;
  Presence presence;
  DTypes dtypes;
  std::string_view meaning;
};

struct AttrSpec {
  Name name;
  int64_t default_value;
  int64_t lowest;
  int64_t highest;
  std::string_view meaning;
  bool graph_takes_number = false;  // beside its word
};

/// Words for the values of the attribute reduction, which start at 0.
inline constexpr std::string_view kReductionWords[] = {"none", "mean", "sum"};

/// An attribute that is a real number.
struct RealAttrSpec {
  Name name;
  double default_value;
  double lowest;
  double highest;
  std::string_view meaning;
};

/// What a front makes of an output that nobody describes to it.
struct ResultSpec {
  uint8_t output;
  uint8_t like;  // shape and dtype are those of this parameter
  bool is_loss;  // one number, unless the attribute reduction is none
};

/// One rule of a front; `subject` and `other` are indices into OpSpec::params (or attrs, or reals).
enum class Rule : uint8_t {
  kNotNull,       // subject is given
  kMaxRank,       // rank of subject <= kMaxRank
  kMinRank,       // rank of subject >= the number other
  kRank,          // rank of subject is the number other
  kNotEmpty,      // subject has elements
  kFormatND,      // storage format of subject is ND
  kDType,         // dtype of subject is in its set
  kSameDType,     // subject has other's dtype
  kSameFormat,    // subject and other have one storage format
  kStopIfEmpty,   // not a check: subject empty skips kSameShape and kBroadcastsTo after it
  kSameShape,     // subject and other have one shape
  kBroadcastsTo,  // subject broadcasts to other's shape, without enlarging it
  kAttrRange,     // attribute subject lies in its range
  kAttrListed,    // the same, in other words: the message lists the values
  kReal,          // real attribute subject is finite and lies in its range
  kLossShape,     // subject has other's shape if the attribute reduction is none, else one element
};

struct Check {
  Rule rule;
  uint8_t subject;
  uint8_t other = 0;
};

struct OpSpec {
  Name name;  // of the operator: the C++ function, the CANN operator, the aclnn API
  std::span<const ParamSpec> params;
  std::span<const AttrSpec> attrs;
  std::span<const Check> aclnn_checks;  // in the order in which they are made
  std::span<const Check> cpp_checks;    // likewise
  std::span<const Check> graph_checks = {};
  std::span<const RealAttrSpec> reals = {};  // of the graph front
  std::span<const ResultSpec> results = {};
  bool dynamic_rank = false;  // a graph may leave the rank of its tensors open
};

}  // namespace sigloss::core
