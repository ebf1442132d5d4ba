// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// An operator as data: what the validator, the fronts, the docs and the tests read.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/dtype_table.h"

namespace sigloss::core {

enum class Front : uint8_t { kCpp, kAclnn };

/// A name as each front spells it.
struct Name {
  std::string_view cpp;    // logits
  std::string_view cann;   // predict, in the operator definition
  std::string_view aclnn;  // self

  [[nodiscard]] constexpr std::string_view In(Front front) const {
    return front == Front::kAclnn ? aclnn : cpp;
  }
};

enum class Presence : uint8_t { kRequired, kOptional, kOutput };

/// What each front takes for a parameter.
struct DTypes {
  DTypeSet aclnn;
  DTypeSet cpp;

  [[nodiscard]] constexpr const DTypeSet& In(Front front) const {
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
};

/// One rule of a front; `subject` and `other` are indices into OpSpec::params (or attrs).
enum class Rule : uint8_t {
  kNotNull,       // subject is given
  kMaxRank,       // rank of subject <= kMaxRank
  kDType,         // dtype of subject is in its set
  kSameDType,     // subject has other's dtype
  kSameFormat,    // subject and other have one storage format
  kStopIfEmpty,   // not a check: subject empty skips kSameShape and kBroadcastsTo after it
  kSameShape,     // subject and other have one shape
  kBroadcastsTo,  // subject broadcasts to other's shape, without enlarging it
  kAttrRange,     // attribute subject lies in its range
  kAttrListed,    // the same, in other words: the message lists the values
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
};

}  // namespace sigloss::core
