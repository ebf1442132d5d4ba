// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "acl/acl.h"

namespace sigloss::acl {

/// Memory of aclrtMalloc or aclrtMallocHost, freed at the end. Holds zeros.
class OwnMemory {
 public:
  static OwnMemory Device(size_t size) { return OwnMemory(size, true); }
  static OwnMemory Host(size_t size) { return OwnMemory(size, false); }

  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;
  ~OwnMemory() { EXPECT_EQ(device_ ? aclrtFree(address_) : aclrtFreeHost(address_), ACL_SUCCESS); }

  [[nodiscard]] char* get() const { return static_cast<char*>(address_); }
  [[nodiscard]] std::string Text() const { return std::string(get(), size_); }

 private:
  OwnMemory(size_t size, bool device) : size_(size), device_(device) {
    EXPECT_EQ(device ? aclrtMalloc(&address_, size, ACL_MEM_MALLOC_HUGE_FIRST)
                     : aclrtMallocHost(&address_, size),
              ACL_SUCCESS);
    std::memset(address_, 0, size);
  }

  void* address_ = nullptr;
  size_t size_;
  bool device_;
};

}  // namespace sigloss::acl
