// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "graph/types.h"

#include <array>
#include <cstdlib>
#include <limits>

namespace ge {
namespace {

constexpr int kNone = -1;
constexpr int kBits = 1000;

// By number; narrow types count bits on top of 1000.
constexpr std::array<int, DT_MAX> kSizes = {
    4, 2, 1,     4, 1, kNone,     2,         2,         4,         8,         8,
    8, 1, kNone, 1, 1, 8,         16,        1,         2,         4,         1,
    2, 8, kNone, 5, 8, 2,         kNone,     kBits + 4, kBits + 1, kBits + 2, kBits + 2,
    4, 1, 1,     1, 1, kBits + 6, kBits + 6, kBits + 4, kBits + 4, kBits + 4};

constexpr const char* kFormats[] = {"NCHW",
                                    "NHWC",
                                    "ND",
                                    "NC1HWC0",
                                    "FRACTAL_Z",
                                    "NC1C0HWPAD",
                                    "NHWC1C0",
                                    "FSR_NCHW",
                                    "FRACTAL_DECONV",
                                    "C1HWNC0",
                                    "FRACTAL_DECONV_TRANSPOSE",
                                    "FRACTAL_DECONV_SP_STRIDE_TRANS",
                                    "NC1HWC0_C04",
                                    "FRACTAL_Z_C04",
                                    "CHWN",
                                    "FRACTAL_DECONV_SP_STRIDE8_TRANS",
                                    "HWCN",
                                    "NC1KHKWHWC0",
                                    "BN_WEIGHT",
                                    "FILTER_HWCK",
                                    "HASHTABLE_LOOKUP_LOOKUPS",
                                    "HASHTABLE_LOOKUP_KEYS",
                                    "HASHTABLE_LOOKUP_VALUE",
                                    "HASHTABLE_LOOKUP_OUTPUT",
                                    "HASHTABLE_LOOKUP_HITS",
                                    "C1HWNCoC0",
                                    "MD",
                                    "NDHWC",
                                    "FRACTAL_ZZ",
                                    "FRACTAL_NZ",
                                    "NCDHW",
                                    "DHWCN",
                                    "NDC1HWC0",
                                    "FRACTAL_Z_3D",
                                    "CN",
                                    "NC",
                                    "DHWNC",
                                    "FRACTAL_Z_3D_TRANSPOSE",
                                    "FRACTAL_ZN_LSTM",
                                    "FRACTAL_Z_G",
                                    "RESERVED",
                                    "ALL",
                                    "NULL",
                                    "ND_RNN_BIAS",
                                    "FRACTAL_ZN_RNN",
                                    "NYUV",
                                    "NYUV_A",
                                    "NCL",
                                    "FRACTAL_Z_WINO",
                                    "C1HWC0",
                                    "FRACTAL_NZ_C0_16",
                                    "FRACTAL_NZ_C0_32",
                                    "FRACTAL_NZ_C0_2",
                                    "FRACTAL_NZ_C0_4",
                                    "FRACTAL_NZ_C0_8"};
static_assert(std::size(kFormats) == FORMAT_END);

}  // namespace

int GetSizeByDataType(DataType data_type) {
  const auto number = static_cast<size_t>(data_type);
  return number < kSizes.size() ? kSizes[number] : kNone;
}

int64_t GetSizeInBytes(int64_t element_count, DataType data_type) {
  const int size = GetSizeByDataType(data_type);
  if (size == kNone || element_count < 0) return -1;
  const bool narrow = size > kBits;
  int64_t product = 0;
  if (__builtin_mul_overflow(element_count, narrow ? size - kBits : size, &product)) return -1;
  return narrow ? product / 8 + (product % 8 != 0) : product;
}

const char_t* GetFormatName(Format format) {
  const auto number = static_cast<size_t>(format);
  return number < std::size(kFormats) ? kFormats[number] : kFormats[FORMAT_RESERVED];
}

}  // namespace ge
