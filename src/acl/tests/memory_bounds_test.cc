// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Refused calls of the functions on memory: areas that are too large.
#include <array>
#include <limits>

#include "acl_testing.h"
#include "failure_rows.h"
#include "memory_testing.h"

namespace sigloss::acl {
namespace {

using MemoryBoundsTest = DeviceTest;
constexpr auto kPolicy = ACL_MEM_MALLOC_HUGE_FIRST;
constexpr auto kKind = ACL_MEMCPY_DEFAULT;
constexpr aclError kRuntimeInvalid = ACL_ERROR_RT_PARAM_INVALID;

// 96 bytes are usable from a block of 64, or 64 if it is one of aclrtMallocAlign32. The text names
// the parameter that makes the area too large and the pointer.
TEST_F(MemoryBoundsTest, NothingLeavesItsBlock) {
  const OwnMemory device = OwnMemory::Device(64);
  const OwnMemory host = OwnMemory::Host(64);
  std::array<char, 256> large = {};
  void* narrow = nullptr;
  ASSERT_EQ(aclrtMallocAlign32(&narrow, 64, kPolicy), ACL_SUCCESS);
  char* const big = large.data();
  const auto text = [](const std::string& function, const std::string& value,
                       const std::string& parameter, const std::string& pointer,
                       const std::string& room) {
    return Value(kEe1003, function, value, parameter,
                 "an area of at most " + room + " bytes, the room from " + pointer +
                     " to the end of its block.\n");
  };
  ExpectAll({
      {"copy to", [&] { return aclrtMemcpy(device.get(), 97, big, 97, kKind); }, kRuntimeInvalid,
       text("aclrtMemcpy", "97", "count", "dst", "96")},
      {"copy to the middle", [&] { return aclrtMemcpy(device.get() + 60, 97, big, 37, kKind); },
       kRuntimeInvalid, text("aclrtMemcpy", "37", "count", "dst", "36")},
      {"copy from", [&] { return aclrtMemcpy(big, 97, host.get(), 97, kKind); }, kRuntimeInvalid,
       text("aclrtMemcpy", "97", "count", "src", "96")},
      {"copy to a narrow block", [&] { return aclrtMemcpy(narrow, 65, big, 65, kKind); },
       kRuntimeInvalid, text("aclrtMemcpy", "65", "count", "dst", "64")},
      {"async to", [&] { return aclrtMemcpyAsync(device.get(), 97, big, 97, kKind, nullptr); },
       kRuntimeInvalid, text("aclrtMemcpyAsync", "97", "count", "dst", "96")},
      {"async from", [&] { return aclrtMemcpyAsync(big, 97, host.get(), 97, kKind, nullptr); },
       kRuntimeInvalid, text("aclrtMemcpyAsync", "97", "count", "src", "96")},
      {"2d to", [&] { return aclrtMemcpy2d(device.get(), 48, big, 4, 1, 4, kKind); },
       kRuntimeInvalid, text("aclrtMemcpy2d", "4", "height", "dst", "96")},
      {"2d from", [&] { return aclrtMemcpy2d(big, 4, host.get(), 48, 1, 3, kKind); },
       kRuntimeInvalid, text("aclrtMemcpy2d", "3", "height", "src", "96")},
      {"2d async",
       [&] { return aclrtMemcpy2dAsync(device.get(), 48, big, 4, 1, 3, kKind, nullptr); },
       kRuntimeInvalid, text("aclrtMemcpy2dAsync", "3", "height", "dst", "96")},
      {"set", [&] { return aclrtMemset(device.get(), 97, 1, 97); }, kRuntimeInvalid,
       text("aclrtMemset", "97", "count", "devPtr", "96")},
      {"set async", [&] { return aclrtMemsetAsync(host.get(), 97, 1, 97, nullptr); },
       kRuntimeInvalid, text("aclrtMemsetAsync", "97", "count", "devPtr", "96")},
      {"set 32", [&] { return aclrtMemsetD32(device.get() + 1, 100, 1, 24); }, kRuntimeInvalid,
       text("aclrtMemsetD32", "24", "N", "ptr", "95")},
      {"set 32 async", [&] { return aclrtMemsetD32Async(device.get(), 100, 1, 25, nullptr); },
       kRuntimeInvalid, text("aclrtMemsetD32Async", "25", "N", "ptr", "96")},
      {"flush", [&] { return aclrtMemFlush(device.get(), 97); }, kRuntimeInvalid,
       text("aclrtMemFlush", "97", "size", "devPtr", "96")},
      {"invalidate", [&] { return aclrtMemInvalidate(device.get(), 97); }, kRuntimeInvalid,
       text("aclrtMemInvalidate", "97", "size", "devPtr", "96")},
  });
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(device.Text(), std::string(64, '\0'));
  EXPECT_EQ(host.Text(), std::string(64, '\0'));
  EXPECT_EQ(aclrtMemset(device.get(), 96, 1, 96), ACL_SUCCESS) << "the whole block";
  EXPECT_EQ(aclrtMemcpy2d(device.get(), 32, big, 32, 32, 3, kKind), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemFlush(device.get(), 96), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemInvalidate(device.get() + 95, 1), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(narrow), ACL_SUCCESS);
}

TEST_F(MemoryBoundsTest, NothingLeavesTheAddressSpace) {
  constexpr size_t kMax = std::numeric_limits<size_t>::max();
  char bytes[8] = {};
  void* out = nullptr;
  const std::string end = "to the end of the address space.\n";
  ExpectAll({
      {"copy", [&] { return aclrtMemcpy(bytes, kMax, bytes + 1, kMax, kKind); }, kRuntimeInvalid,
       end},
      {"2d", [&] { return aclrtMemcpy2d(bytes, kMax / 2, bytes, kMax / 2, 1, 9, kKind); },
       kRuntimeInvalid, "value 9 for parameter height is invalid"},
      {"set", [&] { return aclrtMemset(bytes, kMax, 1, kMax); }, kRuntimeInvalid, end},
      {"set 32", [&] { return aclrtMemsetD32(bytes, kMax, 1, kMax / 4); }, kRuntimeInvalid, end},
      {"register", [&] { return aclrtHostRegister(bytes, kMax, ACL_HOST_REGISTER_MAPPED, &out); },
       kRuntimeInvalid, end},
  });
}

}  // namespace
}  // namespace sigloss::acl
