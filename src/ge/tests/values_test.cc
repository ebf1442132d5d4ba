// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Shape, TensorDesc, Tensor, AscendString and the tables of types.h.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>

#include "graph/ascend_string.h"
#include "graph/tensor.h"

namespace ge {
namespace {

TEST(Types, SizesOfElements) {
  const std::map<DataType, int> rows = {
      {DT_FLOAT, 4},       {DT_FLOAT16, 2},        {DT_INT8, 1},
      {DT_INT32, 4},       {DT_UINT8, 1},          {DT_INT16, 2},
      {DT_INT64, 8},       {DT_DOUBLE, 8},         {DT_BOOL, 1},
      {DT_STRING, -1},     {DT_COMPLEX64, 8},      {DT_COMPLEX128, 16},
      {DT_RESOURCE, 8},    {DT_DUAL, 5},           {DT_VARIANT, 8},
      {DT_BF16, 2},        {DT_UNDEFINED, -1},     {DT_INT4, 1004},
      {DT_UINT1, 1001},    {DT_INT2, 1002},        {DT_COMPLEX32, 4},
      {DT_HIFLOAT8, 1},    {DT_FLOAT6_E2M3, 1006}, {DT_FLOAT4_E2M1, 1004},
      {DT_HIFLOAT4, 1004}, {DT_MAX, -1},           {static_cast<DataType>(5), -1}};
  for (const auto& [dtype, size] : rows) EXPECT_EQ(GetSizeByDataType(dtype), size) << dtype;
  EXPECT_EQ(GetSizeByDataType(static_cast<DataType>(-1)), -1);
}

TEST(Types, SizesInBytes) {
  EXPECT_EQ(GetSizeInBytes(3, DT_FLOAT), 12);
  EXPECT_EQ(GetSizeInBytes(3, DT_INT4), 2);
  EXPECT_EQ(GetSizeInBytes(16, DT_UINT1), 2);
  EXPECT_EQ(GetSizeInBytes(0, DT_INT4), 0);
  EXPECT_EQ(GetSizeInBytes(-1, DT_FLOAT), -1);
  EXPECT_EQ(GetSizeInBytes(1, DT_STRING), -1);
  EXPECT_EQ(GetSizeInBytes(int64_t{1} << 62, DT_FLOAT), -1);
}

TEST(Types, NamesOfFormats) {
  EXPECT_STREQ(GetFormatName(FORMAT_NCHW), "NCHW");
  EXPECT_STREQ(GetFormatName(FORMAT_ND), "ND");
  EXPECT_STREQ(GetFormatName(FORMAT_FRACTAL_NZ_C0_8), "FRACTAL_NZ_C0_8");
  EXPECT_STREQ(GetFormatName(FORMAT_MAX), "RESERVED");
}

TEST(AscendStringTest, IsAString) {
  const AscendString none, null(nullptr), text("abc"), cut("abcdef", 3);
  EXPECT_STREQ(none.GetString(), "");
  EXPECT_EQ(null, none);
  EXPECT_EQ(text, cut);
  EXPECT_EQ(text.GetLength(), 3u);
  EXPECT_TRUE(text == "abc");
  EXPECT_TRUE(text != "abd");
  EXPECT_LT(text, AscendString("abd"));
  EXPECT_EQ(text.Find(AscendString("c")), 2u);
  EXPECT_EQ(std::hash<AscendString>()(text), text.Hash());
}

TEST(ShapeTest, CountsAsThePlatformDoes) {
  struct Row {
    std::vector<int64_t> dims;
    size_t rank;
    int64_t size;
  };
  const Row rows[] = {
      {{}, 0, 0},    {{2, 3}, 2, 6},   {{2, 0}, 2, 0}, {{-1, 3}, 2, -1},
      {{-2}, 0, -1}, {{2, -2}, 0, -1}, {{1}, 1, 1},    {{int64_t{1} << 62, 4}, 2, 0}};
  for (const Row& row : rows) {
    const Shape shape(row.dims);
    EXPECT_EQ(shape.GetDimNum(), row.rank);
    EXPECT_EQ(shape.GetShapeSize(), row.size);
  }
  EXPECT_EQ(Shape({4, -2}).GetDims(), std::vector<int64_t>{-2});
  EXPECT_EQ(Shape({4}).GetDim(1), 0);
}

TEST(ShapeTest, CopiesShare) {
  const Shape shape({2, 3});
  Shape copy = shape;
  EXPECT_EQ(copy.SetDim(0, 5), GRAPH_SUCCESS);
  EXPECT_EQ(copy.SetDim(2, 5), GRAPH_FAILED);
  EXPECT_EQ(shape.GetDim(0), 5);
}

TEST(TensorDescTest, CopiesAreIndependent) {
  TensorDesc desc(Shape({2, 3}), FORMAT_NCHW, DT_INT32);
  TensorDesc copy = desc;
  copy.SetShape(Shape({7}));
  EXPECT_EQ(desc.GetShape().GetDims(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(desc.GetShape().SetDim(0, 9), GRAPH_SUCCESS) << "of a copy";
  EXPECT_EQ(desc.GetShape().GetDim(0), 2);
}

TEST(TensorDescTest, StartsAndStores) {
  TensorDesc desc;
  EXPECT_EQ(desc.GetShape().GetDimNum(), 0u);
  EXPECT_EQ(desc.GetFormat(), FORMAT_ND);
  EXPECT_EQ(desc.GetDataType(), DT_FLOAT);
  EXPECT_EQ(desc.GetPlacement(), kPlacementHost);
  EXPECT_EQ(desc.GetRealDimCnt(), 0);
  EXPECT_EQ(desc.GetSize(), 0);
  desc.SetName("x");
  desc.SetRealDimCnt(2);
  desc.SetOriginShape(Shape({4}));
  EXPECT_EQ(desc.SetUnknownDimNumShape(), GRAPH_SUCCESS);
  AscendString name;
  EXPECT_EQ(desc.GetName(name), GRAPH_SUCCESS);
  EXPECT_EQ(name, "x");
  EXPECT_EQ(desc.GetRealDimCnt(), 2);
  EXPECT_EQ(desc.GetOriginShape().GetDim(0), 4);
  EXPECT_EQ(desc.GetShape().GetDims(), UNKNOWN_RANK);
  uint8_t* data = nullptr;
  size_t size = 0;
  EXPECT_FALSE(desc.GetConstData(&data, size));
  desc.SetConstData(std::unique_ptr<uint8_t[]>(new uint8_t[2]{1, 2}), 2);
  ASSERT_TRUE(desc.GetConstData(&data, size));
  EXPECT_EQ(data[1], 2);
}

TEST(TensorTest, CopiesShareClonesDoNot) {
  const uint8_t bytes[] = {1, 2, 3, 4};
  const Tensor tensor(TensorDesc(Shape({4}), FORMAT_ND, DT_UINT8), bytes, sizeof bytes);
  Tensor copy = tensor;
  Tensor clone = tensor.Clone();
  copy.GetData()[0] = 9;
  EXPECT_EQ(tensor.GetData()[0], 9);
  EXPECT_EQ(clone.GetData()[0], 1);
  EXPECT_EQ(bytes[0], 1) << "the data were copied";
}

TEST(TensorTest, KnowsWhetherItsDataFit) {
  const std::vector<uint8_t> eight(8);
  struct Row {
    std::vector<int64_t> dims;
    DataType dtype;
    graphStatus status;
  };
  const Row rows[] = {{{2}, DT_FLOAT, GRAPH_SUCCESS}, {{3}, DT_FLOAT, GRAPH_FAILED},
                      {{}, DT_INT64, GRAPH_SUCCESS},  {{}, DT_FLOAT, GRAPH_FAILED},
                      {{-1}, DT_FLOAT, GRAPH_FAILED}, {{2}, DT_UNDEFINED, GRAPH_FAILED},
                      {{16}, DT_INT4, GRAPH_SUCCESS}};
  for (const Row& row : rows) {
    Tensor tensor(TensorDesc(Shape(row.dims), FORMAT_ND, row.dtype), eight);
    EXPECT_EQ(tensor.IsValid(), row.status) << row.dtype;
  }
}

TEST(TensorTest, OwnsWhatItIsGiven) {
  int freed = 0;
  const auto count = [&freed](uint8_t* data) {
    delete[] data;
    ++freed;
  };
  {
    Tensor tensor;
    EXPECT_EQ(tensor.GetData(), nullptr);
    EXPECT_EQ(tensor.SetData(new uint8_t[2]{5, 6}, 2, count), GRAPH_SUCCESS);
    EXPECT_EQ(tensor.GetSize(), 2u);
    EXPECT_EQ(tensor.ResetData(new uint8_t[1]{7}, 1, count), GRAPH_SUCCESS);
    EXPECT_EQ(freed, 1);
    const auto released = tensor.ResetData();
    EXPECT_EQ(released[0], 7);
    EXPECT_EQ(tensor.GetSize(), 0u);
    EXPECT_EQ(tensor.SetData(static_cast<const uint8_t*>(nullptr), 1), GRAPH_FAILED);
  }
  EXPECT_EQ(freed, 2);
}

TEST(TensorTest, KeepsAVectorThatIsGivenAway) {
  std::vector<uint8_t> data = {1, 2, 3};
  const uint8_t* const address = data.data();
  Tensor tensor(TensorDesc(Shape({3}), FORMAT_ND, DT_UINT8), std::move(data));
  EXPECT_EQ(tensor.GetData(), address);
  EXPECT_EQ(tensor.GetSize(), 3u);
}

TEST(TensorTest, PacksStrings) {
  Tensor tensor;
  ASSERT_EQ(tensor.SetData(std::vector<AscendString>{"ab", ""}), GRAPH_SUCCESS);
  int64_t heads[4];
  ASSERT_EQ(tensor.GetSize(), sizeof heads + 4);
  std::memcpy(heads, tensor.GetData(), sizeof heads);
  EXPECT_EQ(heads[1], 2);
  EXPECT_EQ(heads[3], 0);
  EXPECT_STREQ(reinterpret_cast<const char*>(tensor.GetData()) + heads[0], "ab");
  EXPECT_STREQ(reinterpret_cast<const char*>(tensor.GetData()) + heads[2], "");
}

TEST(TensorTest, SetsShapesByExtent) {
  Tensor tensor;
  EXPECT_EQ(tensor.SetShapeDimNum(2), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.SetShapeDim(1, 5), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.SetShapeDim(2, 5), GRAPH_FAILED);
  EXPECT_EQ(tensor.GetShapeDimNum(), 2u);
  EXPECT_EQ(tensor.GetShapeDim(1), 5);
  EXPECT_EQ(tensor.SetOriginShapeDimNum(1), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.SetOriginShapeDim(0, 3), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetOriginShapeDim(0), 3);
  EXPECT_EQ(tensor.GetOriginShapeDimNum(), 1u);
}

}  // namespace
}  // namespace ge
