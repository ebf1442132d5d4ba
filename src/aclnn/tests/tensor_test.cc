// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"

namespace {

// Programs hold tensors like this; the type must fit.
using TensorPtr = std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor*)>;

TensorPtr Make(std::vector<int64_t> shape, const int64_t* strides, int64_t offset) {
  return {aclCreateTensor(shape.data(), shape.size(), ACL_BF16, strides, offset, ACL_FORMAT_NCHW,
                          shape.data(), shape.size(), nullptr),
          aclDestroyTensor};
}

using ArrayGetter = aclnnStatus (*)(const aclTensor*, int64_t**, uint64_t*);

std::vector<int64_t> Read(ArrayGetter getter, const aclTensor* tensor) {
  int64_t* values = nullptr;
  uint64_t count = 0;
  EXPECT_EQ(getter(tensor, &values, &count), 0);
  const std::unique_ptr<int64_t[]> owner(values);
  return {values, values + count};
}

TEST(Tensor, GettersGiveBackWhatWasSaid) {
  const int64_t strides[] = {1, 2, 0};
  const TensorPtr tensor = Make({2, 3, 4}, strides, 5);
  EXPECT_EQ(Read(aclGetViewShape, tensor.get()), (std::vector<int64_t>{2, 3, 4}));
  EXPECT_EQ(Read(aclGetStorageShape, tensor.get()), (std::vector<int64_t>{2, 3, 4}));
  EXPECT_EQ(Read(aclGetViewStrides, tensor.get()), (std::vector<int64_t>{1, 2, 0}));
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(tensor.get(), &offset), 0);
  EXPECT_EQ(offset, 5);
  aclFormat format = ACL_FORMAT_UNDEFINED;
  EXPECT_EQ(aclGetFormat(tensor.get(), &format), 0);
  EXPECT_EQ(format, ACL_FORMAT_NCHW);
  aclDataType dtype = ACL_DT_UNDEFINED;
  EXPECT_EQ(aclGetDataType(tensor.get(), &dtype), 0);
  EXPECT_EQ(dtype, ACL_BF16);
}

TEST(Tensor, NullStridesAreDense) {
  const TensorPtr tensor = Make({2, 3, 4}, nullptr, 0);
  EXPECT_EQ(Read(aclGetViewStrides, tensor.get()), (std::vector<int64_t>{12, 4, 1}));
}

TEST(Tensor, ScalarHasNoDimensions) {
  const TensorPtr tensor = Make({}, nullptr, 0);
  ASSERT_NE(tensor, nullptr);
  EXPECT_TRUE(Read(aclGetViewShape, tensor.get()).empty());
}

TEST(Tensor, KeepsTwentyFiveDimensions) {
  const TensorPtr tensor = Make(std::vector<int64_t>(30, 2), nullptr, 0);
  EXPECT_EQ(Read(aclGetViewShape, tensor.get()), std::vector<int64_t>(25, 2));
}

TEST(Tensor, NullArraysWithACountAreRefused) {
  const int64_t shape[] = {1};
  EXPECT_EQ(aclCreateTensor(nullptr, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr),
            nullptr);
  EXPECT_EQ(aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 1, nullptr),
            nullptr);
}

TEST(Tensor, NullArgumentsOfGetters) {
  const TensorPtr tensor = Make({2}, nullptr, 0);
  int64_t* values = nullptr;
  uint64_t count = 0;
  for (const ArrayGetter getter : {aclGetViewShape, aclGetStorageShape, aclGetViewStrides}) {
    EXPECT_EQ(getter(nullptr, &values, &count), 161001);
    EXPECT_EQ(getter(tensor.get(), nullptr, &count), 161001);
    EXPECT_EQ(getter(tensor.get(), &values, nullptr), 161001);
  }
  EXPECT_EQ(values, nullptr);
  EXPECT_EQ(aclGetViewOffset(tensor.get(), nullptr), 161001);
  EXPECT_EQ(aclGetFormat(nullptr, nullptr), 161001);
  EXPECT_EQ(aclGetDataType(tensor.get(), nullptr), 161001);
}

TEST(Tensor, IsDestroyedOnce) {
  int64_t offset = 0;
  const int64_t shape[] = {1};
  aclTensor* tensor =
      aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
  EXPECT_EQ(aclDestroyTensor(tensor), 161002);
  EXPECT_EQ(aclGetViewOffset(tensor, &offset), 161002);
  const char* message = aclGetRecentErrMsg();
  ASSERT_NE(message, nullptr);
  EXPECT_NE(std::string(message).find("it was destroyed"), std::string::npos) << message;
}

TEST(Tensor, DestroyingNullIsFine) {
  EXPECT_EQ(aclDestroyTensor(nullptr), 0);
  EXPECT_EQ(aclDestroyScalar(nullptr), 0);
}

TEST(Scalar, NeedsAValueAndASize) {
  float value = 1.5f;
  aclScalar* scalar = aclCreateScalar(&value, ACL_FLOAT);
  EXPECT_NE(scalar, nullptr);
  EXPECT_EQ(aclDestroyScalar(scalar), 0);
  EXPECT_EQ(aclDestroyScalar(scalar), 161002);
  EXPECT_EQ(aclCreateScalar(nullptr, ACL_FLOAT), nullptr);
  EXPECT_EQ(aclCreateScalar(&value, ACL_STRING), nullptr);
}

TEST(Executor, DestroyingNull) { EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), 561103); }

TEST(Library, InitIsOptionalAndRepeatable) {
  EXPECT_EQ(aclnnInit(nullptr), 0);
  EXPECT_EQ(aclnnInit(nullptr), 0);
  EXPECT_EQ(aclnnFinalize(), 0);
}

}  // namespace
