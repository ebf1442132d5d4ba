// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Calls that the first phase must refuse, as rows of a table; first_phase_test.cc runs them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "aclnn_call.h"
#include "on_device.h"

namespace sigloss::ops::bce_with_logits {

struct BadCall {
  const char* name;
  std::function<void(AclnnCall&)> bend;
  aclnnStatus code;
  const char* text;  // what the message must contain; {out} is the function's name for its result
};

inline std::ostream& operator<<(std::ostream& os, const BadCall& row) { return os << row.name; }

using FunctionAndCall = std::tuple<const Function*, BadCall>;
class FirstPhase : public OnDeviceWith<FunctionAndCall> {};

/// Name of a row's test: Backward_12_self_int64.
std::string NameOf(const testing::TestParamInfo<FunctionAndCall>& row);

/// Runs calls with one fault each, in the order of the checks that find them, and each pair of
/// faults in one call: the first is the one that is told.
void ExpectFirstFaultTold(const Function& function, std::span<const BadCall> in_order);

/// The argument, given from now on if it was not.
inline TensorArg& Given(std::optional<TensorArg>& arg) { return arg ? *arg : arg.emplace(); }

/// A shape of one rank too many.
inline const std::vector<int64_t> kRank9(9, 1);

}  // namespace sigloss::ops::bce_with_logits
