// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "acl/acl.h"
#include "aclnn_call.h"

namespace sigloss::ops::bce_with_logits {

/// A test that has a device and starts with an empty list of errors.
class OnDevice : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    TakeMessage();
  }
  void TearDown() override { ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS); }
};

template <class Param>
class OnDeviceWith : public OnDevice, public testing::WithParamInterface<Param> {};

}  // namespace sigloss::ops::bce_with_logits
