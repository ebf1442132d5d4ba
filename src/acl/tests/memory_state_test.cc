// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Calls of the functions on memory that lack a context or a stream, or have nothing to do.
#include "acl_testing.h"
#include "failure_rows.h"

namespace sigloss::acl {
namespace {

using MemoryStateTest = DeviceTest;
constexpr auto kPolicy = ACL_MEM_MALLOC_HUGE_FIRST;
constexpr auto kKind = ACL_MEMCPY_DEFAULT;

// In a thread that has no current context.
TEST_F(MemoryStateTest, NoCurrentContext) {
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  char bytes[8] = {};
  void* out = nullptr;
  size_t size = 0;
  const aclError code = ACL_ERROR_RT_CONTEXT_NULL;
  const auto text = [](const std::string& function) {
    return "(EE1001): " + function + " failed because this thread has no current context.\n";
  };
  ExpectAll({
      {"align 32", [&] { return aclrtMallocAlign32(&out, 1, kPolicy); }, code,
       text("aclrtMallocAlign32")},
      {"cached", [&] { return aclrtMallocCached(&out, 1, kPolicy); }, code,
       text("aclrtMallocCached")},
      {"cfg", [&] { return aclrtMallocWithCfg(&out, 1, kPolicy, nullptr); }, code,
       text("aclrtMallocWithCfg")},
      {"copy", [&] { return aclrtMemcpyAsync(bytes, 1, bytes, 1, kKind, nullptr); }, code,
       text("aclrtMemcpyAsync")},
      {"2d", [&] { return aclrtMemcpy2dAsync(bytes, 1, bytes, 1, 1, 1, kKind, nullptr); }, code,
       text("aclrtMemcpy2dAsync")},
      {"set", [&] { return aclrtMemsetAsync(bytes, 1, 1, 1, nullptr); }, code,
       text("aclrtMemsetAsync")},
      {"set 32", [&] { return aclrtMemsetD32Async(bytes, 4, 1, 1, nullptr); }, code,
       text("aclrtMemsetD32Async")},
      {"register", [&] { return aclrtHostRegister(bytes, 8, ACL_HOST_REGISTER_MAPPED, &out); },
       code, text("aclrtHostRegister")},
      {"info", [&] { return aclrtGetMemInfo(ACL_HBM_MEM, &size, &size); }, code,
       text("aclrtGetMemInfo")},
  });
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(std::string(bytes, 8), std::string(8, '\0'));
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

// The handles are no streams; nothing runs.
TEST_F(MemoryStateTest, AForeignStream) {
  char bytes[8] = {};
  auto* foreign = reinterpret_cast<aclrtStream>(0x12345);
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  const aclError code = ACL_ERROR_RT_STREAM_CONTEXT;
  const auto text = [](const std::string& function) {
    return Value(kEe1003, function, "0x12345", "stream", "a live stream");
  };
  ExpectAll({
      {"copy", [&] { return aclrtMemcpyAsync(bytes, 1, "a", 1, kKind, foreign); }, code,
       text("aclrtMemcpyAsync")},
      {"2d", [&] { return aclrtMemcpy2dAsync(bytes, 1, "a", 1, 1, 1, kKind, foreign); }, code,
       text("aclrtMemcpy2dAsync")},
      {"set", [&] { return aclrtMemsetAsync(bytes, 1, 1, 1, foreign); }, code,
       text("aclrtMemsetAsync")},
      {"set 32", [&] { return aclrtMemsetD32Async(bytes, 4, 1, 1, foreign); }, code,
       text("aclrtMemsetD32Async")},
      {"a context", [&] { return aclrtMemsetAsync(bytes, 1, 1, 1, context); },
       ACL_ERROR_RT_INVALID_HANDLE, "for parameter stream is invalid"},
  });
  EXPECT_EQ(std::string(bytes, 8), std::string(8, '\0'));
}

TEST_F(MemoryStateTest, NothingToDoSucceedsBeforeAnyOtherCheck) {
  auto* foreign = reinterpret_cast<aclrtStream>(0x12345);
  EXPECT_EQ(CopyByteAsync(nullptr, nullptr, 0, 99), ACL_SUCCESS);
  EXPECT_EQ(CopyRow(nullptr, nullptr, 0, 99), ACL_SUCCESS);
  EXPECT_EQ(CopyRowAsync(nullptr, nullptr, 0, 99), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(nullptr, 0, nullptr, 0, kKind, foreign), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy2d(nullptr, 0, nullptr, 0, 5, 0, kKind), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy2dAsync(nullptr, 0, nullptr, 0, 5, 0, kKind, foreign), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(nullptr, 0, 0, 0, foreign), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetD32(nullptr, 0, 0, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetD32Async(nullptr, 0, 0, 0, foreign), ACL_SUCCESS);
  EXPECT_EQ(TakeReport(), "");
}

}  // namespace
}  // namespace sigloss::acl
