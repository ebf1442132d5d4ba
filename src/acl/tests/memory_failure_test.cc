// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Refused calls of the functions on memory: arguments that are wrong by themselves.
#include "acl/api_call.h"
#include "acl_testing.h"
#include "failure_rows.h"

namespace sigloss::acl {
namespace {

using MemoryFailureTest = DeviceTest;
constexpr auto kPolicy = ACL_MEM_MALLOC_HUGE_FIRST;
constexpr auto kKind = ACL_MEMCPY_DEFAULT;
constexpr aclError kInvalid = ACL_ERROR_INVALID_PARAM;
constexpr aclError kRuntimeInvalid = ACL_ERROR_RT_PARAM_INVALID;

TEST_F(MemoryFailureTest, NullPointers) {
  char byte = 0;
  void* out = nullptr;
  size_t size = 0;
  aclrtPtrAttributes attributes = {};
  ExpectAll({
      {"align 32", [] { return aclrtMallocAlign32(nullptr, 1, kPolicy); }, kInvalid,
       Null("aclrtMallocAlign32", "devPtr")},
      {"cached", [] { return aclrtMallocCached(nullptr, 1, kPolicy); }, kInvalid,
       Null("aclrtMallocCached", "devPtr")},
      {"cfg", [] { return aclrtMallocWithCfg(nullptr, 1, kPolicy, nullptr); }, kInvalid,
       Null("aclrtMallocWithCfg", "devPtr")},
      {"flush", [] { return aclrtMemFlush(nullptr, 1); }, kInvalid,
       Null("aclrtMemFlush", "devPtr")},
      {"invalidate", [] { return aclrtMemInvalidate(nullptr, 1); }, kInvalid,
       Null("aclrtMemInvalidate", "devPtr")},
      {"async dst", [&] { return aclrtMemcpyAsync(nullptr, 1, &byte, 1, kKind, nullptr); },
       kInvalid, Null("aclrtMemcpyAsync", "dst")},
      {"async src", [&] { return aclrtMemcpyAsync(&byte, 1, nullptr, 1, kKind, nullptr); },
       kInvalid, Null("aclrtMemcpyAsync", "src")},
      {"2d dst", [&] { return aclrtMemcpy2d(nullptr, 1, &byte, 1, 1, 1, kKind); }, kInvalid,
       Null("aclrtMemcpy2d", "dst")},
      {"2d src", [&] { return aclrtMemcpy2d(&byte, 1, nullptr, 1, 1, 1, kKind); }, kInvalid,
       Null("aclrtMemcpy2d", "src")},
      {"2d async dst",
       [&] { return aclrtMemcpy2dAsync(nullptr, 1, &byte, 1, 1, 1, kKind, nullptr); }, kInvalid,
       Null("aclrtMemcpy2dAsync", "dst")},
      {"2d async src",
       [&] { return aclrtMemcpy2dAsync(&byte, 1, nullptr, 1, 1, 1, kKind, nullptr); }, kInvalid,
       Null("aclrtMemcpy2dAsync", "src")},
      {"set async", [] { return aclrtMemsetAsync(nullptr, 1, 0, 1, nullptr); }, kInvalid,
       Null("aclrtMemsetAsync", "devPtr")},
      {"set 32", [] { return aclrtMemsetD32(nullptr, 4, 0, 1); }, kInvalid,
       Null("aclrtMemsetD32", "ptr")},
      {"set 32 async", [] { return aclrtMemsetD32Async(nullptr, 4, 0, 1, nullptr); }, kInvalid,
       Null("aclrtMemsetD32Async", "ptr")},
      {"pointer", [&] { return aclrtPointerGetAttributes(nullptr, &attributes); }, kInvalid,
       Null("aclrtPointerGetAttributes", "ptr")},
      {"attributes", [&] { return aclrtPointerGetAttributes(&byte, nullptr); }, kInvalid,
       Null("aclrtPointerGetAttributes", "attributes")},
      {"register", [&] { return aclrtHostRegister(nullptr, 1, ACL_HOST_REGISTER_MAPPED, &out); },
       kInvalid, Null("aclrtHostRegister", "ptr")},
      {"register out",
       [&] { return aclrtHostRegister(&byte, 1, ACL_HOST_REGISTER_MAPPED, nullptr); }, kInvalid,
       Null("aclrtHostRegister", "devPtr")},
      {"unregister", [] { return aclrtHostUnregister(nullptr); }, kInvalid,
       Null("aclrtHostUnregister", "ptr")},
      {"free", [&] { return aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &size); }, kInvalid,
       Null("aclrtGetMemInfo", "free")},
      {"total", [&] { return aclrtGetMemInfo(ACL_HBM_MEM, &size, nullptr); }, kInvalid,
       Null("aclrtGetMemInfo", "total")},
  });
  EXPECT_EQ(out, nullptr);
}

TEST_F(MemoryFailureTest, InvalidValues) {
  char bytes[8] = {};
  void* out = nullptr;
  size_t size = 0;
  ExpectAll({
      {"align 32", [&] { return aclrtMallocAlign32(&out, 0, kPolicy); }, kInvalid,
       Value(kEh0007, "aclrtMallocAlign32", "0", "size", "greater than 0.\n")},
      {"cached", [&] { return aclrtMallocCached(&out, 0, kPolicy); }, kInvalid,
       Value(kEh0007, "aclrtMallocCached", "0", "size", "greater than 0.\n")},
      {"cfg", [&] { return aclrtMallocWithCfg(&out, 0, kPolicy, nullptr); }, kInvalid,
       Value(kEh0007, "aclrtMallocWithCfg", "0", "size", "greater than 0.\n")},
      {"a configuration",
       [&] {
         auto* cfg = reinterpret_cast<aclrtMallocConfig*>(0x1234);
         return aclrtMallocWithCfg(&out, 1, kPolicy, cfg);
       },
       ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
       "Not_Supported(EH0006): aclrtMallocWithCfg failed because value 0x1234 for parameter cfg is "
       "invalid. Reason: attributes of an allocation are not offered"},
      {"flush", [&] { return aclrtMemFlush(bytes, 0); }, kInvalid,
       Value(kEh0007, "aclrtMemFlush", "0", "size", "greater than 0.\n")},
      {"invalidate", [&] { return aclrtMemInvalidate(bytes, 0); }, kInvalid,
       Value(kEh0007, "aclrtMemInvalidate", "0", "size", "greater than 0.\n")},
      {"async kind", [&] { return CopyByteAsync(bytes, bytes, 1, 8); }, kInvalid,
       Value(kEh0007, "aclrtMemcpyAsync", "8", "kind", "[0, 7].\n")},
      {"2d kind", [&] { return CopyRow(bytes, bytes, 1, -1); }, kInvalid,
       Value(kEh0007, "aclrtMemcpy2d", "-1", "kind", "[0, 7].\n")},
      {"2d async kind", [&] { return CopyRowAsync(bytes, bytes, 1, 8); }, kInvalid,
       Value(kEh0007, "aclrtMemcpy2dAsync", "8", "kind", "[0, 7].\n")},
      {"async count", [&] { return aclrtMemcpyAsync(bytes, 3, bytes, 4, kKind, nullptr); },
       kRuntimeInvalid,
       Value(kEe1003, "aclrtMemcpyAsync", "4", "count",
             "at most 3, the value of parameter destMax.\n")},
      {"2d dpitch", [&] { return aclrtMemcpy2d(bytes, 2, bytes, 3, 3, 1, kKind); }, kRuntimeInvalid,
       Value(kEe1003, "aclrtMemcpy2d", "3", "width",
             "at most 2, the value of parameter dpitch.\n")},
      {"2d spitch", [&] { return aclrtMemcpy2d(bytes, 3, bytes, 2, 3, 1, kKind); }, kRuntimeInvalid,
       Value(kEe1003, "aclrtMemcpy2d", "3", "width",
             "at most 2, the value of parameter spitch.\n")},
      {"2d async dpitch",
       [&] { return aclrtMemcpy2dAsync(bytes, 2, bytes, 3, 3, 1, kKind, nullptr); },
       kRuntimeInvalid,
       Value(kEe1003, "aclrtMemcpy2dAsync", "3", "width",
             "at most 2, the value of parameter dpitch.\n")},
      {"set async", [&] { return aclrtMemsetAsync(bytes, 3, 1, 4, nullptr); }, kRuntimeInvalid,
       Value(kEe1003, "aclrtMemsetAsync", "4", "count",
             "at most 3, the value of parameter maxCount.\n")},
      {"set 32", [&] { return aclrtMemsetD32(bytes, 7, 1, 2); }, kRuntimeInvalid,
       Value(kEe1003, "aclrtMemsetD32", "2", "N",
             "at most 1, the value of parameter memSize divided by 4.\n")},
      {"set 32 async", [&] { return aclrtMemsetD32Async(bytes, 7, 1, 2, nullptr); },
       kRuntimeInvalid,
       Value(kEe1003, "aclrtMemsetD32Async", "2", "N",
             "at most 1, the value of parameter memSize divided by 4.\n")},
      {"register size", [&] { return aclrtHostRegister(bytes, 0, ACL_HOST_REGISTER_MAPPED, &out); },
       kInvalid, Value(kEh0007, "aclrtHostRegister", "0", "size", "greater than 0.\n")},
      {"register type", [&] { return RegisterAs(bytes, 8, 1); }, kInvalid,
       Value(kEh0007, "aclrtHostRegister", "1", "type", "0, 4 or 8.\n")},
      {"unregister", [&] { return aclrtHostUnregister(bytes); }, ACL_ERROR_RT_DRV_INTERNAL_ERROR,
       "aclrtHostUnregister failed because value " + ToText(bytes) + " for parameter ptr is"},
      {"attr -1", [&] { return GetMemory(-1, &size, &size); }, kInvalid,
       Value(kEh0007, "aclrtGetMemInfo", "-1", "attr", "[0, 17].\n")},
      {"attr 18", [&] { return GetMemory(18, &size, &size); }, kInvalid,
       Value(kEh0007, "aclrtGetMemInfo", "18", "attr", "[0, 17].\n")},
  });
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(std::string(bytes, 8), std::string(8, '\0'));
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << "nothing is queued";
}

}  // namespace
}  // namespace sigloss::acl
