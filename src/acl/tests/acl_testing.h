// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "acl/acl.h"

// In headers_c11.c
extern "C" {
int RunCProgram(void);
size_t SizeOfType(int number);
aclError CopyByte(char* to, const char* from, size_t count, int kind);
aclError CopyByteAsync(char* to, const char* from, size_t count, int kind);
aclError CopyRow(char* to, const char* from, size_t width, int kind);
aclError CopyRowAsync(char* to, const char* from, size_t width, int kind);
aclError RegisterAs(void* address, size_t size, int type);
aclError GetMemory(int attr, size_t* unused, size_t* all);
}

namespace sigloss::acl {

/// The report of this thread's errors, "" if there are none.
inline std::string TakeReport() {
  const char* report = aclGetRecentErrMsg();
  return report == nullptr ? "" : report;
}

/// A test that has device 0 and no errors left over.
class DeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    TakeReport();
  }
  void TearDown() override { EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS); }
};

}  // namespace sigloss::acl
