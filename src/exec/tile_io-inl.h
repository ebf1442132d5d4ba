// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A tile of a tensor of any dtype and layout, to and from the dense arrays that kernels work on.
#if defined(SIGLOSS_EXEC_TILE_IO_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_EXEC_TILE_IO_INL_H_
#undef SIGLOSS_EXEC_TILE_IO_INL_H_
#else
#define SIGLOSS_EXEC_TILE_IO_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "exec/job.h"
#include "exec/strided-inl.h"
#include "simd/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::exec {
namespace HWY_NAMESPACE {

namespace simd = sigloss::simd::HWY_NAMESPACE;

/// Storage of one element, as gathered and scattered.
template <class Word>
struct Decoder {
  /// From a number of that type.
  template <class To>
  static HWY_INLINE void Decode(DType /*dtype*/, const Word* from, To* HWY_RESTRICT to, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      Word word;
      std::memcpy(&word, from + i, sizeof word);
      to[i] = static_cast<To>(word);
    }
  }
};

template <>
struct Decoder<uint16_t> {
  static HWY_INLINE void Decode(DType dtype, const uint16_t* from, float* HWY_RESTRICT to,
                                size_t n) {
    if (dtype == DType::kFloat16) return simd::DecodeArray<simd::Float16>(from, to, n);
    simd::DecodeArray<simd::BFloat16>(from, to, n);
  }
  static HWY_INLINE void Decode(DType dtype, const uint16_t* from, double* HWY_RESTRICT to,
                                size_t n) {
    HWY_ALIGN float narrow[kTile];
    Decode(dtype, from, narrow, n);
    for (size_t i = 0; i < n; ++i) to[i] = narrow[i];
  }
};

/// Of bool, which any byte but 0 makes true.
struct BoolDecoder {
  template <class To>
  static HWY_INLINE void Decode(DType /*dtype*/, const uint8_t* from, To* HWY_RESTRICT to,
                                size_t n) {
    for (size_t i = 0; i < n; ++i) to[i] = from[i] != 0 ? To{1} : To{0};
  }
};

template <class Word, class How = Decoder<Word>, class To>
HWY_INLINE void LoadWords(const Source& source, const void* data, size_t first, size_t n, To* to) {
  const auto* words = static_cast<const Word*>(data);
  if (source.layout.IsDense()) return How::Decode(source.dtype, words + first, to, n);
  HWY_ALIGN Word raw[kTile];
  Gather(words, source.layout, first, n, raw);
  How::Decode(source.dtype, raw, to, n);
}

/// n elements, at most kTile, of a tensor from flat index `first` on, as float or double.
template <class To>
HWY_INLINE void LoadTile(const Source& source, const void* data, size_t first, size_t n,
                         To* HWY_RESTRICT to) {
  switch (source.dtype) {
    case DType::kFloat32:
      return LoadWords<float>(source, data, first, n, to);
    case DType::kFloat64:
      return LoadWords<double>(source, data, first, n, to);
    case DType::kBool:
      return LoadWords<uint8_t, BoolDecoder>(source, data, first, n, to);
    case DType::kUInt8:
      return LoadWords<uint8_t>(source, data, first, n, to);
    case DType::kInt32:
      return LoadWords<int32_t>(source, data, first, n, to);
    case DType::kInt64:
      return LoadWords<int64_t>(source, data, first, n, to);
    default:
      return LoadWords<uint16_t>(source, data, first, n, to);
  }
}

template <class Word, class To>
HWY_INLINE void LoadOneHotWords(const Source& source, const void* data, size_t first, size_t n,
                                To* HWY_RESTRICT to) {
  size_t row = first / source.columns;
  size_t column = first % source.columns;
  for (size_t i = 0; i < n; ++row, column = 0) {
    Word index;
    Gather(static_cast<const Word*>(data), source.layout, row, 1, &index);
    const size_t length = std::min(source.columns - column, n - i);
    std::fill_n(to + i, length, index < 0 ? To{kIgnoredRow} : To{0});
    const auto at = static_cast<size_t>(index);
    if (index >= 0 && at >= column && at < column + length) to[i + at - column] = To{1};
    i += length;
  }
}

/// A tile of a source of kind kOneHot.
template <class To>
HWY_INLINE void LoadOneHot(const Source& source, const void* data, size_t first, size_t n,
                           To* HWY_RESTRICT to) {
  if (source.dtype == DType::kInt64) return LoadOneHotWords<int64_t>(source, data, first, n, to);
  LoadOneHotWords<int32_t>(source, data, first, n, to);
}

/// Where a kernel may write a tile of `sink` at once: the tensor's own memory if it is dense.
template <class Word>
HWY_INLINE Word* InPlace(const Sink& sink, void* data, size_t first, Word* buffer) {
  return sink.layout.IsDense() ? static_cast<Word*>(data) + first : buffer;
}

template <class Word>
HWY_INLINE void StoreWords(const Sink& sink, void* data, size_t first, size_t n,
                           const Word* words) {
  if (!sink.layout.IsDense()) Scatter(words, sink.layout, first, n, static_cast<Word*>(data));
}

/// n values of a kernel's output, each rounded once to the sink's type, into the tensor. Values are
/// readable, and not used, past n up to a vector.
template <class Value>
HWY_INLINE void StoreTile(const Sink& sink, const Value* values, size_t first, size_t n,
                          void* data) {
  if (sink.dtype == DType::kFloat64) {
    HWY_ALIGN double raw[kTile];
    double* to = InPlace(sink, data, first, raw);
    for (size_t i = 0; i < n; ++i) {
      const double value = values[i];
      std::memcpy(to + i, &value, sizeof value);
    }
    return StoreWords(sink, data, first, n, to);
  }
  if (sink.dtype == DType::kFloat32) {
    HWY_ALIGN float raw[kTile];
    float* to = InPlace(sink, data, first, raw);
    simd::NarrowArray(values, to, n);
    return StoreWords(sink, data, first, n, to);
  }
  HWY_ALIGN uint16_t raw[kTile];
  uint16_t* to = InPlace(sink, data, first, raw);
  if (sink.dtype == DType::kFloat16) {
    simd::EncodeArray<simd::Float16>(values, to, n);
  } else {
    simd::EncodeArray<simd::BFloat16>(values, to, n);
  }
  StoreWords(sink, data, first, n, to);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::exec
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_EXEC_TILE_IO_INL_H_
