// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What holds for every refusal: its code, a text that names the argument, and nothing written.
#include "first_phase.h"

#include <cctype>

#include "aclnn/executor.h"

namespace sigloss::ops::bce_with_logits {

std::string NameOf(const testing::TestParamInfo<FunctionAndCall>& row) {
  const auto& [function, call] = row.param;
  std::string name = call.name;
  for (char& c : name) c = std::isalnum(c) != 0 ? c : '_';
  return function->ShortName() + "_" + std::to_string(row.index) + "_" + name;
}

namespace {

// The text with the function's name for its result.
std::string Filled(std::string text, std::string_view out) {
  constexpr std::string_view kMark = "{out}";
  for (size_t at = text.find(kMark); at != std::string::npos; at = text.find(kMark)) {
    text.replace(at, kMark.size(), out);
  }
  return text;
}

}  // namespace

void ExpectFirstFaultTold(const Function& function, std::span<const BadCall> in_order) {
  for (size_t first = 0; first < in_order.size(); ++first) {
    for (size_t second = first + 1; second < in_order.size(); ++second) {
      AclnnCall call(function);
      in_order[second].bend(call);
      in_order[first].bend(call);  // last: a tensor that is null can't be bent further
      EXPECT_EQ(call.Prepare(), in_order[first].code);
      const std::string message = TakeMessage();
      EXPECT_NE(message.find(Filled(in_order[first].text, function.out)), std::string::npos)
          << in_order[first].name << " and " << in_order[second].name << ": " << message;
    }
  }
}

TEST_P(FirstPhase, RefusesWithTextAndWritesNothing) {
  const auto& [function, row] = GetParam();
  AclnnCall call(*function);
  row.bend(call);
  const size_t executors = aclnn::LiveExecutors();
  const std::vector<float> before = call.out ? call.out->data : std::vector<float>();

  EXPECT_EQ(call.Prepare(), row.code);

  const std::string message = TakeMessage();
  EXPECT_NE(message.find(Filled(row.text, function->out)), std::string::npos) << message;
  // EZ1001, or EZ1007 where a broadcast failed.
  EXPECT_NE(message.find("(EZ100"), std::string::npos) << message;
  EXPECT_NE(message.find("[FUNC:" + std::string(function->name) + "]"), std::string::npos)
      << message;
  EXPECT_EQ(call.workspace_size, AclnnCall::kUnwritten);
  EXPECT_EQ(reinterpret_cast<uint64_t>(call.executor), AclnnCall::kUnwritten);
  EXPECT_EQ(aclnn::LiveExecutors(), executors);
  if (call.out) {
    EXPECT_EQ(call.out->data, before);
  }
}

}  // namespace sigloss::ops::bce_with_logits
