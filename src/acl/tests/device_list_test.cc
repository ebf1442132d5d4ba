// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/device_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sigloss::core {
namespace {

using Chips = std::vector<std::string>;

TEST(DeviceList, Parses) {
  const struct {
    const char* list;
    size_t devices;
  } rows[] = {{"", 1}, {" \t", 1}, {"cpu", 1}, {"cpu,cpu", 2}, {" cpu , cpu,\tcpu ", 3}};
  for (const auto& row : rows) {
    SCOPED_TRACE(row.list);
    Chips chips;
    EXPECT_TRUE(ParseDeviceList(row.list, &chips).ok());
    EXPECT_EQ(chips, Chips(row.devices, "cpu"));
  }
}

TEST(DeviceList, NamesWhatItDoesNotKnow) {
  const struct {
    const char* list;
    const char* name;
  } rows[] = {{"tpu", "\"tpu\""},        {"cpu,CPU", "\"CPU\""}, {"cpu,", "\"\""},
              {",cpu", "\"\""},          {"cpu,,cpu", "\"\""},   {"cpu cpu", "\"cpu cpu\""},
              {"cpu;cpu", "\"cpu;cpu\""}};
  for (const auto& row : rows) {
    SCOPED_TRACE(row.list);
    Chips chips = {"untouched"};
    const Status status = ParseDeviceList(row.list, &chips);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find(kDeviceListVariable), std::string::npos);
    EXPECT_NE(status.message().find(row.name), std::string::npos) << status.message();
    EXPECT_NE(status.message().find("Known chips: cpu."), std::string::npos);
    EXPECT_EQ(chips, Chips{"untouched"});
  }
}

}  // namespace
}  // namespace sigloss::core
