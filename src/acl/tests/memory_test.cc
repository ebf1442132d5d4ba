// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "acl_testing.h"

namespace sigloss::acl {
namespace {

using MemoryTest = DeviceTest;
constexpr auto kPolicy = ACL_MEM_MALLOC_HUGE_FIRST;

TEST_F(MemoryTest, IsAlignedAndHasRoomPastTheEnd) {
  for (size_t size : {1, 31, 32, 33, 64, 1000}) {
    void* device = nullptr;
    void* host = nullptr;
    ASSERT_EQ(aclrtMalloc(&device, size, kPolicy), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocHost(&host, size), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(device) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(host) % 64, 0u);
    std::memset(device, 1, (size + 31) / 32 * 32 + 32);  // a sanitizer sees it if this is outside
    EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
  }
}

TEST_F(MemoryTest, EveryPolicyIsServed) {
  for (int policy : {0, 1, 2, 3, 4, 5, 6, 7, 0x0100, 0x1000, 0x100000}) {
    void* device = nullptr;
    EXPECT_EQ(aclrtMalloc(&device, 8, static_cast<aclrtMemMallocPolicy>(policy)), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  }
}

TEST_F(MemoryTest, MoreThanThereIs) {
  void* out = nullptr;
  for (size_t size : {std::numeric_limits<size_t>::max(), std::numeric_limits<size_t>::max() / 2}) {
    EXPECT_EQ(aclrtMalloc(&out, size, kPolicy), ACL_ERROR_RT_MEMORY_ALLOCATION);
    EXPECT_NE(TakeReport().find("(EH0010): aclrtMalloc failed because " + std::to_string(size)),
              std::string::npos);
    EXPECT_EQ(aclrtMallocHost(&out, size), ACL_ERROR_RT_MEMORY_ALLOCATION);
    EXPECT_NE(TakeReport().find("(EH0010): aclrtMallocHost failed"), std::string::npos);
  }
  EXPECT_EQ(out, nullptr);
}

TEST_F(MemoryTest, OnlyLiveAllocationsOfTheKindAreFreed) {
  void* device = nullptr;
  void* host = nullptr;
  char local = 0;
  ASSERT_EQ(aclrtMalloc(&device, 8, kPolicy), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&host, 8), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(host), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_EQ(aclrtFreeHost(device), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_EQ(aclrtFree(static_cast<char*>(device) + 1), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_EQ(aclrtFree(&local), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
  TakeReport();
  EXPECT_EQ(aclrtFree(device), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_NE(TakeReport().find("aclrtFree failed because value 0x"), std::string::npos);
  EXPECT_EQ(aclrtFreeHost(host), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_NE(TakeReport().find("for parameter hostPtr"), std::string::npos);
}

TEST_F(MemoryTest, OutlivesTheDevice) {
  void* device = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, 8, kPolicy), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemset(device, 8, 7, 8), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST_F(MemoryTest, HostMemoryNeedsNoDevice) {
  aclError code = ACL_ERROR_FAILURE;
  std::thread([&] {
    void* host = nullptr;
    code = aclrtMallocHost(&host, 8);
    if (code == ACL_SUCCESS) code = aclrtFreeHost(host);
  }).join();
  EXPECT_EQ(code, ACL_SUCCESS);
}

TEST_F(MemoryTest, CopiesForEveryKind) {
  for (int kind = 0; kind <= 7; ++kind) {
    const std::array<char, 4> source = {1, 2, 3, static_cast<char>(4 + kind)};
    std::array<char, 4> target = {};
    EXPECT_EQ(aclrtMemcpy(target.data(), 4, source.data(), 4, static_cast<aclrtMemcpyKind>(kind)),
              ACL_SUCCESS);
    EXPECT_EQ(target, source);
  }
}

TEST_F(MemoryTest, CopyWritesNotMoreThanTheCount) {
  const std::array<char, 4> source = {1, 2, 3, 4};
  std::array<char, 4> target = {9, 9, 9, 9};
  EXPECT_EQ(aclrtMemcpy(target.data(), 4, source.data(), 2, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
  EXPECT_EQ(target, (std::array<char, 4>{1, 2, 9, 9}));
}

TEST_F(MemoryTest, CopyToItselfAndToAnOverlap) {
  std::array<char, 5> bytes = {1, 2, 3, 4, 5};
  EXPECT_EQ(aclrtMemcpy(bytes.data(), 5, bytes.data(), 5, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(bytes, (std::array<char, 5>{1, 2, 3, 4, 5}));
  EXPECT_EQ(aclrtMemcpy(&bytes[1], 4, &bytes[0], 4, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(bytes, (std::array<char, 5>{1, 1, 2, 3, 4}));
}

TEST_F(MemoryTest, ACountOfZeroSucceedsBeforeAnyOtherCheck) {
  EXPECT_EQ(CopyByte(nullptr, nullptr, 0, 99), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemset(nullptr, 0, 0, 0), ACL_SUCCESS);
  EXPECT_EQ(TakeReport(), "");
}

TEST_F(MemoryTest, ARefusedCopyWritesNothing) {
  const std::array<char, 4> source = {1, 2, 3, 4};
  std::array<char, 4> target = {9, 9, 9, 9};
  EXPECT_EQ(aclrtMemcpy(target.data(), 3, source.data(), 4, ACL_MEMCPY_DEFAULT),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemset(target.data(), 3, 0, 4), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(target, (std::array<char, 4>{9, 9, 9, 9}));
}

TEST_F(MemoryTest, SetTakesTheLowByte) {
  std::array<unsigned char, 3> bytes = {9, 9, 9};
  EXPECT_EQ(aclrtMemset(bytes.data(), 3, 0x1234, 2), ACL_SUCCESS);
  EXPECT_EQ(bytes, (std::array<unsigned char, 3>{0x34, 0x34, 9}));
}

TEST_F(MemoryTest, ManyThreadsAllocateAndFree) {
  std::vector<std::thread> threads;
  std::array<int, 4> failures = {};
  for (int& count : failures) {
    threads.emplace_back([&count] {
      for (int i = 0; i < 500; ++i) {
        void* host = nullptr;
        if (aclrtMallocHost(&host, 100) != ACL_SUCCESS) ++count;
        if (aclrtMemset(host, 100, i, 100) != ACL_SUCCESS) ++count;
        if (aclrtFreeHost(host) != ACL_SUCCESS) ++count;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures, (std::array<int, 4>{}));
}

}  // namespace
}  // namespace sigloss::acl
