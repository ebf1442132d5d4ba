// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What is known about memory, and registered memory.
#include <unistd.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "acl_testing.h"
#include "memory_testing.h"

namespace sigloss::acl {
namespace {

using MemoryInfoTest = DeviceTest;
constexpr auto kPolicy = ACL_MEM_MALLOC_HUGE_FIRST;
constexpr auto kMapped = ACL_HOST_REGISTER_MAPPED;

aclrtPtrAttributes Attributes(const void* address) {
  aclrtPtrAttributes attributes = {};
  attributes.location.id = 99;
  EXPECT_EQ(aclrtPointerGetAttributes(address, &attributes), ACL_SUCCESS);
  return attributes;
}
aclrtMemLocationType TypeOf(const void* address) { return Attributes(address).location.type; }

TEST_F(MemoryInfoTest, EveryVariantIsDeviceMemory) {
  const struct {
    const char* name;
    aclError (*allocate)(void**, size_t, aclrtMemMallocPolicy);
    size_t usable;  // of 100
  } rows[] = {
      {"plain", aclrtMalloc, 160},
      {"align 32", aclrtMallocAlign32, 128},
      {"cached", aclrtMallocCached, 160},
      {"with cfg",
       [](void** out, size_t size, aclrtMemMallocPolicy policy) {
         return aclrtMallocWithCfg(out, size, policy, nullptr);
       },
       160},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    void* address = nullptr;
    ASSERT_EQ(row.allocate(&address, 100, kPolicy), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(address) % 64, 0u);
    EXPECT_EQ(aclrtMemset(address, 1000, 1, row.usable), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemset(address, 1000, 1, row.usable + 1), ACL_ERROR_RT_PARAM_INVALID);
    for (size_t offset : {size_t{0}, size_t{99}, row.usable - 1}) {
      const auto attributes = Attributes(static_cast<char*>(address) + offset);
      EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
      EXPECT_EQ(attributes.location.id, 0u);
      EXPECT_EQ(attributes.pageSize, static_cast<uint32_t>(sysconf(_SC_PAGESIZE)));
    }
    EXPECT_EQ(aclrtFree(address), ACL_SUCCESS);
    EXPECT_EQ(TypeOf(address), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    EXPECT_EQ(row.allocate(&address, SIZE_MAX, kPolicy), ACL_ERROR_RT_MEMORY_ALLOCATION);
  }
}

TEST_F(MemoryInfoTest, HostMemoryAndMemoryOfTheProgram) {
  const OwnMemory host = OwnMemory::Host(10);
  char local = 0;
  for (size_t offset : {0, 9}) {
    EXPECT_EQ(TypeOf(host.get() + offset), ACL_MEM_LOCATION_TYPE_HOST);
    EXPECT_EQ(Attributes(host.get() + offset).location.id, 0u);
  }
  EXPECT_EQ(TypeOf(&local), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  EXPECT_EQ(Attributes(&local).location.id, 0u);
  EXPECT_EQ(Attributes(&local).pageSize, 0u);
  EXPECT_EQ(TypeOf(reinterpret_cast<void*>(UINTPTR_MAX)), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
}

TEST_F(MemoryInfoTest, NeedsNoDevice) {
  const OwnMemory device = OwnMemory::Device(8);
  aclrtMemLocationType type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
  std::thread([&] { type = TypeOf(device.get()); }).join();
  EXPECT_EQ(type, ACL_MEM_LOCATION_TYPE_DEVICE);
}

TEST_F(MemoryInfoTest, RegisteredMemory) {
  for (int type : {0, 4, 8}) {
    std::string bytes(100, '.');
    EXPECT_EQ(RegisterAs(&bytes[10], 20, type), ACL_SUCCESS);
    EXPECT_EQ(TypeOf(&bytes[9]), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    EXPECT_EQ(TypeOf(&bytes[10]), ACL_MEM_LOCATION_TYPE_HOST);
    EXPECT_EQ(TypeOf(&bytes[29]), ACL_MEM_LOCATION_TYPE_HOST);
    EXPECT_EQ(TypeOf(&bytes[30]), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    EXPECT_EQ(aclrtMemset(&bytes[10], 90, 'x', 90), ACL_SUCCESS) << "its end is no limit";
    EXPECT_EQ(aclrtHostUnregister(&bytes[11]), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    EXPECT_EQ(aclrtHostUnregister(&bytes[10]), ACL_SUCCESS);
    EXPECT_EQ(TypeOf(&bytes[10]), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    EXPECT_EQ(aclrtHostUnregister(&bytes[10]), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  }
}

TEST_F(MemoryInfoTest, TheDeviceSeesRegisteredMemoryWhereItIs) {
  char bytes[4] = {};
  void* mapped = nullptr;
  ASSERT_EQ(aclrtHostRegister(bytes, 4, kMapped, &mapped), ACL_SUCCESS);
  EXPECT_EQ(mapped, bytes);
  EXPECT_EQ(aclrtFree(mapped), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_EQ(aclrtFreeHost(mapped), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_EQ(aclrtHostUnregister(bytes), ACL_SUCCESS);
}

TEST_F(MemoryInfoTest, KnownMemoryIsNotRegisteredAgain) {
  const OwnMemory device = OwnMemory::Device(64);
  const OwnMemory host = OwnMemory::Host(64);
  std::string bytes(100, '.');
  void* mapped = nullptr;
  ASSERT_EQ(aclrtHostRegister(&bytes[50], 10, kMapped, &mapped), ACL_SUCCESS);
  const struct {
    const char* name;
    void* address;
    uint64_t size;
  } rows[] = {
      {"the same", &bytes[50], 10},  {"its start", &bytes[40], 11}, {"its end", &bytes[59], 1},
      {"around it", &bytes[0], 100}, {"device", device.get(), 64},  {"host", host.get() + 9, 1},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    mapped = nullptr;
    EXPECT_EQ(aclrtHostRegister(row.address, row.size, kMapped, &mapped),
              ACL_ERROR_RT_PARAM_INVALID);
    const std::string report = TakeReport();
    EXPECT_NE(report.find("aclrtHostRegister failed because value 0x"), std::string::npos);
    EXPECT_NE(report.find("for parameter ptr is invalid."), std::string::npos) << report;
    EXPECT_EQ(mapped, nullptr);
  }
  EXPECT_EQ(aclrtHostRegister(&bytes[40], 10, kMapped, &mapped), ACL_SUCCESS) << "side by side";
  EXPECT_EQ(aclrtHostUnregister(&bytes[40]), ACL_SUCCESS);
  EXPECT_EQ(aclrtHostUnregister(&bytes[50]), ACL_SUCCESS);
}

TEST_F(MemoryInfoTest, MemoryOfTheHost) {
  for (int attr = ACL_DDR_MEM; attr <= ACL_MEM_P2P_HUGE1G; ++attr) {
    size_t unused = 0;
    size_t all = 0;
    EXPECT_EQ(GetMemory(attr, &unused, &all), ACL_SUCCESS);
    EXPECT_GT(unused, 0u);
    EXPECT_GT(all, size_t{1} << 20);
    EXPECT_LE(unused, all);
  }
}

}  // namespace
}  // namespace sigloss::acl
