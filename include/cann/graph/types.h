// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GRAPH_TYPES_H_
#define INC_EXTERNAL_GRAPH_TYPES_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

/// Exports a class or function of the library, and keeps the type information of a class the same
/// in the program and in the library.
#define GE_FUNC_VISIBILITY __attribute__((visibility("default")))
/// Marks a form that has a newer one.
#define ATTRIBUTED_DEPRECATED(replacement) \
  __attribute__((deprecated("Please use " #replacement " instead.")))

namespace ge {

using char_t = char;
using float32_t = float;
using float64_t = double;
using Status = uint32_t;

/// An extent that only a run knows, and what a shape holds whose rank only a run knows.
static const int64_t UNKNOWN_DIM = -1;
static const int64_t UNKNOWN_DIM_NUM = -2;
static const int64_t SHAPE_RANGE_LOWER_LIMIT = 0;
static const std::vector<int64_t> UNKNOWN_SHAPE = {-1};
static const std::vector<int64_t> UNKNOWN_RANK = {-2};
static const std::vector<int64_t> DUMMY_SHAPE = {-3};

/// Where the bytes of a tensor lie.
enum Placement { kPlacementHost = 0, kPlacementDevice = 1, kPlacementEnd };

enum DeviceType { NPU = 0, CPU = 1 };

enum UnknowShapeOpType {
  DEPEND_IN_SHAPE = 1,
  DEPEND_CONST_VALUE = 2,
  DEPEND_SHAPE_RANGE = 3,
  DEPEND_COMPUTE = 4,
};

enum GraphRunMode : int32_t { PREDICTION = 0, TRAIN };

/// Element types.
enum DataType {
  DT_FLOAT = 0,
  DT_FLOAT16 = 1,
  DT_INT8 = 2,
  DT_INT32 = 3,
  DT_UINT8 = 4,
  DT_INT16 = 6,
  DT_UINT16 = 7,
  DT_UINT32 = 8,
  DT_INT64 = 9,
  DT_UINT64 = 10,
  DT_DOUBLE = 11,
  DT_BOOL = 12,
  DT_STRING = 13,
  DT_DUAL_SUB_INT8 = 14,
  DT_DUAL_SUB_UINT8 = 15,
  DT_COMPLEX64 = 16,
  DT_COMPLEX128 = 17,
  DT_QINT8 = 18,
  DT_QINT16 = 19,
  DT_QINT32 = 20,
  DT_QUINT8 = 21,
  DT_QUINT16 = 22,
  DT_RESOURCE = 23,
  DT_STRING_REF = 24,
  DT_DUAL = 25,
  DT_VARIANT = 26,
  DT_BF16 = 27,
  DT_UNDEFINED = 28,
  DT_INT4 = 29,
  DT_UINT1 = 30,
  DT_INT2 = 31,
  DT_UINT2 = 32,
  DT_COMPLEX32 = 33,
  DT_HIFLOAT8 = 34,
  DT_FLOAT8_E5M2 = 35,
  DT_FLOAT8_E4M3FN = 36,
  DT_FLOAT8_E8M0 = 37,
  DT_FLOAT6_E3M2 = 38,
  DT_FLOAT6_E2M3 = 39,
  DT_FLOAT4_E2M1 = 40,
  DT_FLOAT4_E1M2 = 41,
  DT_HIFLOAT4 = 42,
  DT_MAX = 43,
};

/// Memory formats. Operators of this library compute on FORMAT_ND.
enum Format {
  FORMAT_NCHW = 0,
  FORMAT_NHWC = 1,
  FORMAT_ND = 2,
  FORMAT_NC1HWC0 = 3,
  FORMAT_FRACTAL_Z = 4,
  FORMAT_NC1C0HWPAD = 5,
  FORMAT_NHWC1C0 = 6,
  FORMAT_FSR_NCHW = 7,
  FORMAT_FRACTAL_DECONV = 8,
  FORMAT_C1HWNC0 = 9,
  FORMAT_FRACTAL_DECONV_TRANSPOSE = 10,
  FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS = 11,
  FORMAT_NC1HWC0_C04 = 12,
  FORMAT_FRACTAL_Z_C04 = 13,
  FORMAT_CHWN = 14,
  FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS = 15,
  FORMAT_HWCN = 16,
  FORMAT_NC1KHKWHWC0 = 17,
  FORMAT_BN_WEIGHT = 18,
  FORMAT_FILTER_HWCK = 19,
  FORMAT_HASHTABLE_LOOKUP_LOOKUPS = 20,
  FORMAT_HASHTABLE_LOOKUP_KEYS = 21,
  FORMAT_HASHTABLE_LOOKUP_VALUE = 22,
  FORMAT_HASHTABLE_LOOKUP_OUTPUT = 23,
  FORMAT_HASHTABLE_LOOKUP_HITS = 24,
  FORMAT_C1HWNCoC0 = 25,
  FORMAT_MD = 26,
  FORMAT_NDHWC = 27,
  FORMAT_FRACTAL_ZZ = 28,
  FORMAT_FRACTAL_NZ = 29,
  FORMAT_NCDHW = 30,
  FORMAT_DHWCN = 31,
  FORMAT_NDC1HWC0 = 32,
  FORMAT_FRACTAL_Z_3D = 33,
  FORMAT_CN = 34,
  FORMAT_NC = 35,
  FORMAT_DHWNC = 36,
  FORMAT_FRACTAL_Z_3D_TRANSPOSE = 37,
  FORMAT_FRACTAL_ZN_LSTM = 38,
  FORMAT_FRACTAL_Z_G = 39,
  FORMAT_RESERVED = 40,
  FORMAT_ALL = 41,
  FORMAT_NULL = 42,
  FORMAT_ND_RNN_BIAS = 43,
  FORMAT_FRACTAL_ZN_RNN = 44,
  FORMAT_NYUV = 45,
  FORMAT_NYUV_A = 46,
  FORMAT_NCL = 47,
  FORMAT_FRACTAL_Z_WINO = 48,
  FORMAT_C1HWC0 = 49,
  FORMAT_FRACTAL_NZ_C0_16 = 50,
  FORMAT_FRACTAL_NZ_C0_32 = 51,
  FORMAT_FRACTAL_NZ_C0_2 = 52,
  FORMAT_FRACTAL_NZ_C0_4 = 53,
  FORMAT_FRACTAL_NZ_C0_8 = 54,
  FORMAT_END = 55,
  FORMAT_MAX = 255,
};

/// Bytes of one element; 1000 plus the bits for types narrower than a byte; -1 for types without a
/// size and for numbers of no type.
GE_FUNC_VISIBILITY int GetSizeByDataType(DataType data_type);

/// Bytes of that many elements, whole bytes for narrow types; -1 if the type has no size, the count
/// is negative, or 64 bits don't hold the result.
GE_FUNC_VISIBILITY int64_t GetSizeInBytes(int64_t element_count, DataType data_type);

/// "ND" and so on; "RESERVED" for a number of no format.
GE_FUNC_VISIBILITY const char_t* GetFormatName(Format format);

/// A set of element types, as operator prototypes write it.
class TensorType {
 public:
  explicit TensorType(DataType type) : types_(1, type) {}
  TensorType(const std::initializer_list<DataType>& types) : types_(types) {}

  static TensorType ALL() {
    TensorType all = BasicType();
    all.types_.insert(all.types_.end(), {DT_BOOL, DT_STRING, DT_RESOURCE});
    return all;
  }
  static TensorType QuantifiedType() {
    return TensorType({DT_QINT8, DT_QINT16, DT_QINT32, DT_QUINT8, DT_QUINT16});
  }
  static TensorType OrdinaryType() {
    TensorType ordinary = NumberType();
    ordinary.types_.push_back(DT_BOOL);
    return ordinary;
  }
  static TensorType BasicType() {
    TensorType basic = NumberType();
    const TensorType quantified = QuantifiedType();
    basic.types_.insert(basic.types_.end(), quantified.types_.begin(), quantified.types_.end());
    return basic;
  }
  static TensorType NumberType() {
    TensorType number = RealNumberType();
    number.types_.insert(number.types_.end(), {DT_COMPLEX64, DT_COMPLEX128});
    return number;
  }
  static TensorType RealNumberType() {
    return TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                       DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_BF16});
  }
  static TensorType ComplexDataType() { return TensorType({DT_COMPLEX64, DT_COMPLEX128}); }
  static TensorType IntegerDataType() {
    return TensorType(
        {DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64});
  }
  static TensorType SignedDataType() { return TensorType({DT_INT8, DT_INT16, DT_INT32, DT_INT64}); }
  static TensorType UnsignedDataType() {
    return TensorType({DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64});
  }
  static TensorType FloatingDataType() { return TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16}); }
  static TensorType IndexNumberType() { return TensorType({DT_INT32, DT_INT64}); }
  static TensorType UnaryDataType() {
    return TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_COMPLEX64, DT_COMPLEX128, DT_BF16});
  }
  static TensorType FLOAT() { return TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}); }

  const std::vector<DataType>& Types() const { return types_; }

 private:
  std::vector<DataType> types_;
};

}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_TYPES_H_
