// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every refused call: its code, and a text that names the function and the argument.
#include <string>
#include <vector>

#include "acl_testing.h"
#include "failure_rows.h"

namespace sigloss::acl {
namespace {

using FailureTest = DeviceTest;

TEST_F(FailureTest, NullPointers) {
  int32_t number = 0;
  char byte = 0;
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 0, nullptr, ACL_FORMAT_ND);
  const aclError code = ACL_ERROR_INVALID_PARAM;
  const auto kind = ACL_MEMCPY_HOST_TO_HOST;
  ExpectAll({
      {"version 1", [&] { return aclrtGetVersion(nullptr, &number, &number); }, code,
       Null("aclrtGetVersion", "majorVersion")},
      {"version 2", [&] { return aclrtGetVersion(&number, nullptr, &number); }, code,
       Null("aclrtGetVersion", "minorVersion")},
      {"version 3", [&] { return aclrtGetVersion(&number, &number, nullptr); }, code,
       Null("aclrtGetVersion", "patchVersion")},
      {"device", [] { return aclrtGetDevice(nullptr); }, code, Null("aclrtGetDevice", "deviceId")},
      {"count", [] { return aclrtGetDeviceCount(nullptr); }, code,
       Null("aclrtGetDeviceCount", "count")},
      {"run mode", [] { return aclrtGetRunMode(nullptr); }, code,
       Null("aclrtGetRunMode", "runMode")},
      {"context create", [] { return aclrtCreateContext(nullptr, 0); }, code,
       Null("aclrtCreateContext", "context")},
      {"context destroy", [] { return aclrtDestroyContext(nullptr); }, code,
       Null("aclrtDestroyContext", "context")},
      {"context set", [] { return aclrtSetCurrentContext(nullptr); }, code,
       Null("aclrtSetCurrentContext", "context")},
      {"context get", [] { return aclrtGetCurrentContext(nullptr); }, code,
       Null("aclrtGetCurrentContext", "context")},
      {"stream create", [] { return aclrtCreateStream(nullptr); }, code,
       Null("aclrtCreateStream", "stream")},
      {"stream destroy", [] { return aclrtDestroyStream(nullptr); }, code,
       Null("aclrtDestroyStream", "stream")},
      {"stream query", [] { return aclrtStreamQuery(nullptr, nullptr); }, code,
       Null("aclrtStreamQuery", "status")},
      {"malloc", [] { return aclrtMalloc(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST); }, code,
       Null("aclrtMalloc", "devPtr")},
      {"free", [] { return aclrtFree(nullptr); }, code, Null("aclrtFree", "devPtr")},
      {"malloc host", [] { return aclrtMallocHost(nullptr, 1); }, code,
       Null("aclrtMallocHost", "hostPtr")},
      {"free host", [] { return aclrtFreeHost(nullptr); }, code, Null("aclrtFreeHost", "hostPtr")},
      {"memcpy dst", [&] { return aclrtMemcpy(nullptr, 1, &byte, 1, kind); }, code,
       Null("aclrtMemcpy", "dst")},
      {"memcpy src", [&] { return aclrtMemcpy(&byte, 1, nullptr, 1, kind); }, code,
       Null("aclrtMemcpy", "src")},
      {"memset", [] { return aclrtMemset(nullptr, 1, 0, 1); }, code, Null("aclrtMemset", "devPtr")},
      {"buffer destroy", [] { return aclDestroyDataBuffer(nullptr); }, code,
       Null("aclDestroyDataBuffer", "dataBuffer")},
      {"buffer update", [&] { return aclUpdateDataBuffer(nullptr, &byte, 1); }, code,
       Null("aclUpdateDataBuffer", "dataBuffer")},
      {"dim of null", [] { return aclGetTensorDescDimV2(nullptr, 0, nullptr); }, code,
       Null("aclGetTensorDescDimV2", "desc")},
      {"dim to null", [&] { return aclGetTensorDescDimV2(desc, 0, nullptr); }, code,
       Null("aclGetTensorDescDimV2", "dimSize")},
  });
  aclDestroyTensorDesc(desc);
}

TEST_F(FailureTest, InvalidValues) {
  void* memory = nullptr;
  char bytes[4] = {};
  int64_t extent = 0;
  aclrtContext context = nullptr;
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 0, nullptr, ACL_FORMAT_ND);
  auto* buffer = reinterpret_cast<aclDataBuffer*>(desc);  // a handle, but of another kind
  const aclError invalid = ACL_ERROR_INVALID_PARAM;
  auto* foreign = reinterpret_cast<void*>(0x12345);
  ExpectAll({
      {"malloc", [&] { return aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST); }, invalid,
       Value(kEh0007, "aclrtMalloc", "0", "size", "greater than 0.\n")},
      {"malloc host", [&] { return aclrtMallocHost(&memory, 0); }, invalid,
       Value(kEh0007, "aclrtMallocHost", "0", "size", "greater than 0.\n")},
      {"memcpy kind 8", [&] { return CopyByte(bytes, bytes, 1, 8); }, invalid,
       Value(kEh0007, "aclrtMemcpy", "8", "kind", "[0, 7].\n")},
      {"memcpy kind -1", [&] { return CopyByte(bytes, bytes, 1, -1); }, invalid,
       Value(kEh0007, "aclrtMemcpy", "-1", "kind", "[0, 7].\n")},
      {"memcpy count", [&] { return aclrtMemcpy(bytes, 3, bytes, 4, ACL_MEMCPY_DEFAULT); },
       ACL_ERROR_RT_PARAM_INVALID, Value(kEe1003, "aclrtMemcpy", "4", "count", "at most 3")},
      {"memset count", [&] { return aclrtMemset(bytes, 3, 0, 4); }, ACL_ERROR_RT_PARAM_INVALID,
       Value(kEe1003, "aclrtMemset", "4", "count", "at most 3")},
      {"timeout", [] { return aclrtSynchronizeStreamWithTimeout(nullptr, -2); },
       ACL_ERROR_RT_PARAM_INVALID,
       Value(kEe1003, "aclrtSynchronizeStreamWithTimeout", "-2", "timeout", "-1 or")},
      {"device 1", [] { return aclrtSetDevice(1); }, ACL_ERROR_RT_INVALID_DEVICEID,
       Value(kEe1003, "aclrtSetDevice", "1", "deviceId", "[0, 1).\n")},
      {"device -1", [] { return aclrtSetDevice(-1); }, ACL_ERROR_RT_INVALID_DEVICEID,
       Value(kEe1003, "aclrtSetDevice", "-1", "deviceId", "[0, 1).\n")},
      {"reset 1", [] { return aclrtResetDevice(1); }, ACL_ERROR_RT_INVALID_DEVICEID,
       Value(kEe1003, "aclrtResetDevice", "1", "deviceId", "[0, 1).\n")},
      {"context on 1", [&] { return aclrtCreateContext(&context, 1); },
       ACL_ERROR_RT_INVALID_DEVICEID,
       Value(kEe1003, "aclrtCreateContext", "1", "deviceId", "[0, 1).\n")},
      {"foreign context set", [&] { return aclrtSetCurrentContext(foreign); },
       ACL_ERROR_RT_CONTEXT_NULL,
       Value(kEe1003, "aclrtSetCurrentContext", "0x12345", "context", "a live context")},
      {"foreign context destroy", [&] { return aclrtDestroyContext(foreign); },
       ACL_ERROR_RT_CONTEXT_NULL,
       Value(kEe1003, "aclrtDestroyContext", "0x12345", "context", "a live context")},
      {"index", [&] { return aclGetTensorDescDimV2(desc, 0, &extent); }, invalid,
       Value(kEh0007, "aclGetTensorDescDimV2", "0", "index", "[0, 0).\n")},
      {"not a buffer", [&] { return aclDestroyDataBuffer(buffer); }, invalid,
       "for parameter dataBuffer is invalid. Expected value: a live data buffer.\n"},
      {"not a buffer to update", [&] { return aclUpdateDataBuffer(buffer, nullptr, 0); }, invalid,
       "for parameter dataBuffer is invalid. Expected value: a live data buffer.\n"},
  });
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(aclGetTensorDescType(desc), ACL_FLOAT) << "it is still there";
  aclDestroyTensorDesc(desc);
}

// What needs a current context, called in a thread that has none.
TEST_F(FailureTest, NoCurrentContext) {
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  int32_t device = 0;
  void* out = nullptr;
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  const aclError code = ACL_ERROR_RT_CONTEXT_NULL;
  const auto text = [](const std::string& function) {
    return "(EE1001): " + function + " failed because this thread has no current context.\n";
  };
  ExpectAll({
      {"get device", [&] { return aclrtGetDevice(&device); }, code, text("aclrtGetDevice")},
      {"get context", [&] { return aclrtGetCurrentContext(&out); }, code,
       text("aclrtGetCurrentContext")},
      {"synchronize device", [] { return aclrtSynchronizeDevice(); }, code,
       text("aclrtSynchronizeDevice")},
      {"create stream", [&] { return aclrtCreateStream(&out); }, code, text("aclrtCreateStream")},
      {"destroy stream", [&] { return aclrtDestroyStream(&device); }, code,
       text("aclrtDestroyStream")},
      {"synchronize", [] { return aclrtSynchronizeStream(nullptr); }, code,
       text("aclrtSynchronizeStream")},
      {"synchronize limited", [] { return aclrtSynchronizeStreamWithTimeout(nullptr, 1); }, code,
       text("aclrtSynchronizeStreamWithTimeout")},
      {"query", [&] { return aclrtStreamQuery(nullptr, &status); }, code, text("aclrtStreamQuery")},
      {"malloc", [&] { return aclrtMalloc(&out, 1, ACL_MEM_MALLOC_HUGE_FIRST); }, code,
       text("aclrtMalloc")},
  });
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

}  // namespace
}  // namespace sigloss::acl
