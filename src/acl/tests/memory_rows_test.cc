// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Copies of rows and sets of words.
#include <cstdint>
#include <cstring>
#include <string>

#include "acl_testing.h"
#include "memory_testing.h"

namespace sigloss::acl {
namespace {

using MemoryRowsTest = DeviceTest;

// Bytes between the rows and past the last one stay as they are.
TEST_F(MemoryRowsTest, PitchesAndGuardBytes) {
  const struct {
    size_t dpitch;
    size_t spitch;
    size_t width;
    size_t height;
    const char* result;
  } rows[] = {
      {4, 4, 4, 2, "abcdefgh............"}, {3, 3, 3, 2, "abcdef.............."},
      {5, 3, 2, 3, "ab...de...gh........"}, {3, 5, 3, 3, "abcfghklm..........."},
      {6, 4, 1, 3, "a.....e.....i......."}, {9, 7, 5, 1, "abcde..............."},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.result);
    for (bool async : {false, true}) {
      const OwnMemory source = OwnMemory::Host(20);
      const OwnMemory target = OwnMemory::Device(20);
      std::memcpy(source.get(), "abcdefghijklmnopqrst", 20);
      std::memset(target.get(), '.', 20);
      EXPECT_EQ(async
                    ? aclrtMemcpy2dAsync(target.get(), row.dpitch, source.get(), row.spitch,
                                         row.width, row.height, ACL_MEMCPY_HOST_TO_DEVICE, nullptr)
                    : aclrtMemcpy2d(target.get(), row.dpitch, source.get(), row.spitch, row.width,
                                    row.height, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_SUCCESS);
      EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
      EXPECT_EQ(target.Text(), row.result);
      EXPECT_EQ(source.Text(), "abcdefghijklmnopqrst");
    }
  }
}

TEST_F(MemoryRowsTest, EveryKind) {
  for (int kind = 0; kind <= 7; ++kind) {
    const char source = static_cast<char>('0' + kind);
    char target = 0;
    EXPECT_EQ(CopyRow(&target, &source, 1, kind), ACL_SUCCESS);
    EXPECT_EQ(target, source);
  }
}

TEST_F(MemoryRowsTest, Overlaps) {
  std::string bytes = "abcdefghij";
  EXPECT_EQ(aclrtMemcpy2d(&bytes[1], 3, &bytes[0], 3, 3, 3, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
  EXPECT_EQ(bytes, "aabcdefghi");
  EXPECT_EQ(aclrtMemcpy2d(&bytes[0], 1, &bytes[0], 2, 1, 5, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
  EXPECT_EQ(bytes, "abdfhefghi");
  EXPECT_EQ(aclrtMemcpy2d(&bytes[0], 2, &bytes[0], 2, 2, 5, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
  EXPECT_EQ(bytes, "abdfhefghi");
}

TEST_F(MemoryRowsTest, WordsAtAnyAddress) {
  const uint32_t value = 0x01020304;
  for (size_t offset = 0; offset < 4; ++offset) {
    std::string bytes(20, '.');
    std::string expected = bytes;
    for (size_t i = 0; i < 3; ++i) std::memcpy(&expected[offset + 4 * i], &value, 4);
    EXPECT_EQ(aclrtMemsetD32(&bytes[offset], 15, value, 3), ACL_SUCCESS);
    EXPECT_EQ(bytes, expected);
  }
}

}  // namespace
}  // namespace sigloss::acl
