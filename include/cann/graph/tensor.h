// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GRAPH_TENSOR_H_
#define INC_EXTERNAL_GRAPH_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/types.h"

namespace sigloss {
namespace graph {
struct Access;
}  // namespace graph
}  // namespace sigloss

namespace ge {

/// Extents of a tensor. Copies share them: SetDim on a copy changes the original.
class GE_FUNC_VISIBILITY Shape {
 public:
  Shape();
  /// -1 is an extent that only a run knows. Any -2 makes the whole shape one of unknown rank.
  explicit Shape(const std::vector<int64_t>& dims);

  /// 0 for an unknown rank.
  size_t GetDimNum() const;
  /// 0 if there is no such extent.
  int64_t GetDim(size_t idx) const;
  graphStatus SetDim(size_t idx, int64_t value);
  std::vector<int64_t> GetDims() const;
  /// Product of the extents; 0 for rank 0 and where 64 bits don't hold it, -1 if an extent is
  /// unknown.
  int64_t GetShapeSize() const;

 private:
  std::shared_ptr<std::vector<int64_t>> dims_;
};

/// Type, shape and layout of a tensor. Copies are independent.
class GE_FUNC_VISIBILITY TensorDesc {
 public:
  TensorDesc() = default;
  explicit TensorDesc(Shape shape, Format format = FORMAT_ND, DataType dt = DT_FLOAT);

  void Update(const Shape& shape, Format format = FORMAT_ND, DataType dt = DT_FLOAT);
  Shape GetShape() const;
  void SetShape(const Shape& shape);
  /// Makes the rank unknown: the shape becomes {-2}.
  graphStatus SetUnknownDimNumShape();
  graphStatus SetShapeRange(const std::vector<std::pair<int64_t, int64_t>>& range);
  graphStatus GetShapeRange(std::vector<std::pair<int64_t, int64_t>>& range) const;

  Format GetFormat() const { return format_; }
  void SetFormat(Format format) { format_ = format; }
  Shape GetOriginShape() const;
  void SetOriginShape(const Shape& origin_shape);
  Format GetOriginFormat() const { return origin_format_; }
  void SetOriginFormat(Format origin_format) { origin_format_ = origin_format; }
  DataType GetDataType() const { return data_type_; }
  void SetDataType(DataType dt) { data_type_ = dt; }

  ATTRIBUTED_DEPRECATED(graphStatus GetName(AscendString&)) std::string GetName() const;
  graphStatus GetName(AscendString& name);
  graphStatus GetName(AscendString& name) const;
  ATTRIBUTED_DEPRECATED(void SetName(const char_t*)) void SetName(const std::string& name);
  void SetName(const char_t* name);

  /// A note of the program's, no count of data.
  void SetSize(int64_t size) { size_ = size; }
  int64_t GetSize() const { return size_; }
  int64_t GetRealDimCnt() const { return real_dim_cnt_; }
  void SetRealDimCnt(const int64_t real_dim_cnt) { real_dim_cnt_ = real_dim_cnt; }
  void SetPlacement(Placement placement) { placement_ = placement; }
  Placement GetPlacement() const { return placement_; }
  void SetConstData(std::unique_ptr<uint8_t[]> const_data_buffer, const size_t& const_data_len);
  bool GetConstData(uint8_t** const_data_buffer, size_t& const_data_len) const;
  void SetExpandDimsRule(const AscendString& expand_dims_rule);
  graphStatus GetExpandDimsRule(AscendString& expand_dims_rule) const;
  void SetReuseInputIndex(const uint32_t idx) { reuse_input_index_ = idx; }

 private:
  friend struct ::sigloss::graph::Access;

  std::vector<int64_t> dims_;
  std::vector<int64_t> origin_dims_;
  std::vector<std::pair<int64_t, int64_t>> range_;
  Format format_ = FORMAT_ND;
  Format origin_format_ = FORMAT_ND;
  DataType data_type_ = DT_FLOAT;
  Placement placement_ = kPlacementHost;
  std::string name_;
  std::string expand_dims_rule_;
  int64_t size_ = 0;
  int64_t real_dim_cnt_ = 0;
  uint32_t reuse_input_index_ = 0;
  std::shared_ptr<uint8_t> const_data_;
  size_t const_data_size_ = 0;
};

/// A description and data. Copies share both; Clone() is independent.
class GE_FUNC_VISIBILITY Tensor {
 public:
  using DeleteFunc = std::function<void(uint8_t*)>;

  Tensor();
  explicit Tensor(const TensorDesc& tensor_desc);
  Tensor(const TensorDesc& tensor_desc, const std::vector<uint8_t>& data);
  Tensor(const TensorDesc& tensor_desc, const uint8_t* data, size_t size);
  Tensor(TensorDesc&& tensor_desc, std::vector<uint8_t>&& data);
  // No move: what is moved from stays usable.
  Tensor(const Tensor& other) = default;
  Tensor& operator=(const Tensor& other) = default;

  TensorDesc GetTensorDesc() const;
  graphStatus SetTensorDesc(const TensorDesc& tensor_desc);

  /// Null if there is no data.
  const uint8_t* GetData() const;
  uint8_t* GetData();
  /// Bytes of the data.
  size_t GetSize() const;

  /// Each copies the data, except that of a vector that is given away. Strings become one element
  /// each of a DT_STRING tensor: where its text begins and how long it is, then the texts, each
  /// with a 0 behind it. GRAPH_FAILED if memory is exhausted or data is null; the tensor keeps what
  /// it had.
  graphStatus SetData(std::vector<uint8_t>&& data);
  graphStatus SetData(const std::vector<uint8_t>& data);
  graphStatus SetData(const uint8_t* data, size_t size);
  ATTRIBUTED_DEPRECATED(graphStatus SetData(const char_t*))
  graphStatus SetData(const std::string& data);
  graphStatus SetData(const char_t* data);
  ATTRIBUTED_DEPRECATED(graphStatus SetData(const std::vector<AscendString>&))
  graphStatus SetData(const std::vector<std::string>& data);
  graphStatus SetData(const std::vector<AscendString>& data);
  /// The tensor owns the data from now on and frees it by that function.
  graphStatus SetData(uint8_t* data, size_t size, const DeleteFunc& deleter_func);

  /// Gives the data away. They live as long as the result.
  std::unique_ptr<uint8_t[], DeleteFunc> ResetData();
  graphStatus ResetData(uint8_t* data, size_t size, const DeleteFunc& deleter_func);

  /// GRAPH_FAILED if the data have not the size that the description asks for.
  graphStatus IsValid();
  Tensor Clone() const;

  graphStatus SetFormat(const Format& format);
  Format GetFormat() const;
  graphStatus SetDataType(const DataType& dtype);
  DataType GetDataType() const;
  graphStatus SetPlacement(const Placement& placement);
  Placement GetPlacement() const;
  graphStatus SetShapeDimNum(const size_t dim_num);
  size_t GetShapeDimNum() const;
  graphStatus SetShapeDim(const size_t idx, const int64_t dim_value);
  int64_t GetShapeDim(const size_t idx) const;
  graphStatus SetOriginFormat(const Format& format);
  Format GetOriginFormat() const;
  graphStatus SetOriginShapeDimNum(const size_t dim_num);
  size_t GetOriginShapeDimNum() const;
  graphStatus SetOriginShapeDim(const size_t idx, const int64_t dim_value);
  int64_t GetOriginShapeDim(const size_t idx) const;

 private:
  friend struct ::sigloss::graph::Access;
  struct Impl;

  std::shared_ptr<Impl> impl_;
};

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_TENSOR_H_
