// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Faults of a call, and what must become of them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>

#include "focal_call.h"

namespace sigloss::ops::sigmoid_focal_loss {

struct BadCall {
  const char* name;
  std::function<void(FocalCall&)> bend;
  StatusCode code;
  const char* text;  // what the message must contain
  uint8_t functions = kAll;
};

inline std::ostream& operator<<(std::ostream& os, const BadCall& row) { return os << row.name; }

inline constexpr StatusCode kNull = StatusCode::kNullArgument;
inline constexpr StatusCode kInvalid = StatusCode::kInvalidArgument;
inline constexpr StatusCode kMismatch = StatusCode::kBroadcastMismatch;

/// Every function that has the argument refuses the call with that code and text, behind its name,
/// and writes nothing.
void ExpectRefused(const BadCall& row);

/// For a test's name.
[[nodiscard]] std::string RowName(const testing::TestParamInfo<BadCall>& row);

}  // namespace sigloss::ops::sigmoid_focal_loss
