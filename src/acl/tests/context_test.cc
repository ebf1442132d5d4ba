// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Devices and contexts.
#include <thread>

#include "acl/objects.h"
#include "acl_testing.h"

namespace sigloss::acl {
namespace {

using ContextTest = DeviceTest;

aclrtContext Current() {
  aclrtContext context = nullptr;
  EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  return context;
}

aclError SynchronizeDefault() { return aclrtSynchronizeStream(nullptr); }

TEST(Device, ACProgramRuns) { EXPECT_EQ(RunCProgram(), 0); }

TEST_F(ContextTest, WhatTheCpuSays) {
  int32_t device = -1;
  uint32_t count = 0;
  auto mode = ACL_DEVICE;
  int32_t version[3] = {};
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_HOST);
  EXPECT_EQ(aclrtGetSocName(), nullptr);
  EXPECT_EQ(aclrtGetVersion(&version[0], &version[1], &version[2]), ACL_SUCCESS);
  EXPECT_EQ(version[0], 1);
  EXPECT_EQ(version[1], 17);
  EXPECT_EQ(version[2], 0);
  EXPECT_EQ(TakeReport(), "");
}

TEST_F(ContextTest, ThreadsShareTheDefaultContext) {
  const aclrtContext mine = Current();
  aclrtContext theirs = nullptr;
  aclError before = ACL_SUCCESS;
  aclError after = ACL_ERROR_FAILURE;
  std::thread([&] {
    before = aclrtGetCurrentContext(&theirs);
    aclrtSetDevice(0);
    theirs = Current();
    after = aclrtResetDevice(0);
  }).join();
  EXPECT_EQ(before, ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(after, ACL_SUCCESS);
  EXPECT_EQ(mine, theirs);
  EXPECT_EQ(SynchronizeDefault(), ACL_SUCCESS) << "one user is left";
}

TEST_F(ContextTest, TheDeviceIsReleasedWithItsLastUser) {
  aclrtContext explicit_context = nullptr;
  const aclrtContext first = Current();
  ASSERT_EQ(aclrtCreateContext(&explicit_context, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(Current(), first);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(Current(), first);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(SynchronizeDefault(), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtSetCurrentContext(first), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtSetCurrentContext(explicit_context), ACL_ERROR_RT_CONTEXT_NULL);
  TakeReport();
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
  EXPECT_NE(TakeReport().find("aclrtResetDevice failed because value 0 for parameter deviceId"),
            std::string::npos);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_NE(Current(), first);
}

TEST_F(ContextTest, TheLastOneCreatedOrSetIsCurrent) {
  const aclrtContext default_context = Current();
  aclrtContext a = nullptr;
  aclrtContext b = nullptr;
  ASSERT_EQ(aclrtCreateContext(&a, 0), ACL_SUCCESS);
  EXPECT_EQ(Current(), a);
  ASSERT_EQ(aclrtCreateContext(&b, 0), ACL_SUCCESS);
  EXPECT_EQ(Current(), b);
  EXPECT_EQ(aclrtSetCurrentContext(a), ACL_SUCCESS);
  EXPECT_EQ(Current(), a);
  EXPECT_EQ(aclrtDestroyContext(b), ACL_SUCCESS);
  EXPECT_EQ(Current(), a);
  EXPECT_EQ(aclrtDestroyContext(a), ACL_SUCCESS);
  EXPECT_EQ(SynchronizeDefault(), ACL_ERROR_RT_CONTEXT_NULL) << "the current one is gone";
  EXPECT_EQ(aclrtSetCurrentContext(default_context), ACL_SUCCESS);
  EXPECT_EQ(Current(), default_context);
}

TEST_F(ContextTest, WhatIsNotDestroyed) {
  aclrtContext context = nullptr;
  aclrtStream stream = nullptr;
  EXPECT_EQ(aclrtDestroyContext(Current()), ACL_ERROR_RT_CONTEXT_NULL) << "the default one";
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(stream), ACL_ERROR_RT_CONTEXT_NULL) << "a stream";
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_ERROR_RT_CONTEXT_NULL) << "destroyed already";
}

TEST_F(ContextTest, AContextNeedsNoSetDevice) {
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  EXPECT_EQ(SynchronizeDefault(), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST_F(ContextTest, StreamsEndWithTheirContext) {
  const size_t objects = Objects().size();
  const aclrtContext default_context = Current();
  aclrtContext context = nullptr;
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetCurrentContext(default_context), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(Objects().size(), objects) << "nothing is left in the table";
}

}  // namespace
}  // namespace sigloss::acl
