// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Data buffers, tensor descriptions, sizes of element types.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "acl_testing.h"

namespace sigloss::acl {
namespace {

TEST(DataTypeSize, EveryType) {
  const struct {
    size_t size;
    std::vector<aclDataType> types;
  } rows[] = {
      {0, {ACL_DT_UNDEFINED, ACL_STRING}},
      {1, {ACL_BOOL, ACL_INT8, ACL_UINT8, ACL_INT4, ACL_UINT1, ACL_HIFLOAT8, ACL_FLOAT8_E5M2}},
      {1, {ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E8M0, ACL_FLOAT6_E3M2, ACL_FLOAT6_E2M3}},
      {1, {ACL_FLOAT4_E2M1, ACL_FLOAT4_E1M2}},
      {2, {ACL_FLOAT16, ACL_BF16, ACL_INT16, ACL_UINT16}},
      {4, {ACL_FLOAT, ACL_INT32, ACL_UINT32, ACL_COMPLEX32}},
      {8, {ACL_INT64, ACL_UINT64, ACL_DOUBLE, ACL_COMPLEX64}},
      {16, {ACL_COMPLEX128}},
  };
  size_t types = 0;
  for (const auto& row : rows) {
    for (aclDataType type : row.types) EXPECT_EQ(aclDataTypeSize(type), row.size) << int{type};
    types += row.types.size();
  }
  EXPECT_EQ(types, 28u) << "all types of the enum";
  for (int number : {-2, 5, 28, 42, 256, -256, 1 << 30}) EXPECT_EQ(SizeOfType(number), 0u);
}

TEST(DataBuffer, HoldsAddressAndSize) {
  int data[2] = {};
  aclDataBuffer* buffer = aclCreateDataBuffer(data, 8);
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), data);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 8u);
  const size_t large = 0x1'0000'0004;
  EXPECT_EQ(aclUpdateDataBuffer(buffer, data + 1, large), ACL_SUCCESS);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), data + 1);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), large);
  EXPECT_EQ(aclGetDataBufferSize(buffer), 4u);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
}

TEST(DataBuffer, AfterItsEnd) {
  aclDataBuffer* buffer = aclCreateDataBuffer(nullptr, 0);
  ASSERT_NE(buffer, nullptr);
  ASSERT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 0u);
  EXPECT_EQ(aclGetDataBufferAddr(nullptr), nullptr);
  EXPECT_EQ(aclGetDataBufferSizeV2(nullptr), 0u);
  EXPECT_NE(TakeReport().find("aclGetDataBufferSizeV2 failed because dataBuffer cannot be"),
            std::string::npos);
}

TEST(TensorDesc, HoldsWhatItWasGiven) {
  const int64_t dims[] = {2, 3, 5};
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT16, 3, dims, ACL_FORMAT_NCHW);
  ASSERT_NE(desc, nullptr);
  EXPECT_EQ(aclGetTensorDescType(desc), ACL_FLOAT16);
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_NCHW);
  EXPECT_EQ(aclGetTensorDescNumDims(desc), 3u);
  for (size_t i = 0; i < 3; ++i) {
    int64_t extent = -1;
    EXPECT_EQ(aclGetTensorDescDimV2(desc, i, &extent), ACL_SUCCESS);
    EXPECT_EQ(extent, dims[i]);
  }
  EXPECT_STREQ(aclGetTensorDescName(desc), "");
  aclSetTensorDescName(desc, "self");
  EXPECT_STREQ(aclGetTensorDescName(desc), "self");
  aclSetTensorDescName(desc, nullptr);
  EXPECT_STREQ(aclGetTensorDescName(desc), "");
  aclDestroyTensorDesc(desc);
}

TEST(TensorDesc, Counts) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  const struct {
    std::vector<int64_t> dims;
    size_t elements, bytes, rank;
  } rows[] = {
      {{}, 1, 4, 0},        {{2, 3}, 6, 24, 2},
      {{0, 3}, 0, 0, 2},    {{-1, 3}, 0, 0, 2},
      {{3, -1}, 0, 0, 2},   {{-2}, 0, 0, ACL_UNKNOWN_RANK},
      {{most, 4}, 0, 0, 2}, {{most}, size_t{1} * most, 0, 1},
  };
  for (const auto& row : rows) {
    aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, static_cast<int>(row.dims.size()),
                                              row.dims.data(), ACL_FORMAT_ND);
    EXPECT_EQ(aclGetTensorDescElementCount(desc), row.elements);
    EXPECT_EQ(aclGetTensorDescSize(desc), row.bytes);
    EXPECT_EQ(aclGetTensorDescNumDims(desc), row.rank);
    aclDestroyTensorDesc(desc);
  }
}

TEST(TensorDesc, RefusesWhatIsNoShape) {
  const int64_t extent = 1;
  TakeReport();
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, -1, &extent, ACL_FORMAT_ND), nullptr);
  EXPECT_NE(TakeReport().find("aclCreateTensorDesc failed because value -1 for parameter numDims"),
            std::string::npos);
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, nullptr, ACL_FORMAT_ND), nullptr);
  EXPECT_NE(TakeReport().find("aclCreateTensorDesc failed because dims cannot be a NULL pointer."),
            std::string::npos);
}

TEST(TensorDesc, NullAndStaleOnes) {
  aclTensorDesc* stale = aclCreateTensorDesc(ACL_FLOAT, 0, nullptr, ACL_FORMAT_ND);
  aclDestroyTensorDesc(stale);
  for (aclTensorDesc* desc : {stale, static_cast<aclTensorDesc*>(nullptr)}) {
    TakeReport();
    EXPECT_EQ(aclGetTensorDescType(desc), ACL_DT_UNDEFINED);
    EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_UNDEFINED);
    EXPECT_EQ(aclGetTensorDescSize(desc), 0u);
    EXPECT_EQ(aclGetTensorDescElementCount(desc), 0u);
    EXPECT_EQ(aclGetTensorDescNumDims(desc), 0u);
    EXPECT_STREQ(aclGetTensorDescName(desc), "");
    aclSetTensorDescName(desc, "lost");
    EXPECT_NE(TakeReport().find("aclSetTensorDescName failed because "), std::string::npos);
    aclDestroyTensorDesc(desc);
    EXPECT_EQ(TakeReport(), "");
  }
}

}  // namespace
}  // namespace sigloss::acl
