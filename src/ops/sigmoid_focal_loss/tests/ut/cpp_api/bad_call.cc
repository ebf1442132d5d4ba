// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "bad_call.h"

#include <cctype>

namespace sigloss::ops::sigmoid_focal_loss {

void ExpectRefused(const BadCall& row) {
  for (const Function function : FunctionsIn(row.functions)) {
    FocalCall call;
    call.GiveOptional();
    row.bend(call);
    const Status status = call.Run(function);
    EXPECT_EQ(status.code(), row.code) << NameOf(function);
    EXPECT_NE(status.message().find(row.text), std::string::npos) << status.message();
    EXPECT_EQ(status.message().find(std::string(NameOf(function)) + ": "), 0u) << status.message();
    EXPECT_TRUE(call.Untouched()) << NameOf(function);
  }
}

std::string RowName(const testing::TestParamInfo<BadCall>& row) {
  std::string name = row.param.name;
  for (char& c : name) c = std::isalnum(c) != 0 ? c : '_';
  return std::to_string(row.index) + "_" + name;
}

}  // namespace sigloss::ops::sigmoid_focal_loss
