// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Arrays of float16 and bfloat16 to float32, and of float64 lanes to float16 and bfloat16 with one
// rounding. Integer code of our own: Highway's conversions truncate, or mistake infinities, on some
// of its targets and versions.
#if defined(SIGLOSS_SIMD_CONVERT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_SIMD_CONVERT_INL_H_
#undef SIGLOSS_SIMD_CONVERT_INL_H_
#else
#define SIGLOSS_SIMD_CONVERT_INL_H_
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/narrow-inl.h"
#include "simd/prefetch-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Codes of as many elements as a vector of float32 has.
template <class DF>
using Codes = hn::Vec<hn::Rebind<uint16_t, DF>>;

/// bfloat16: the upper half of a float32. Exact.
struct BFloat16 {
  static constexpr int kMantissaBits = 7;
  static constexpr double kMinNormal = 0x1p-126;
  // Above it float32 lanes keep bits that Encode cuts off.
  static constexpr double kMaxPower = 0x1p110;

  template <class DF>
  static HWY_INLINE hn::Vec<DF> Decode(DF df, Codes<DF> codes) {
    return hn::BitCast(df, hn::ShiftLeft<16>(hn::PromoteTo(hn::RebindToUnsigned<DF>(), codes)));
  }

  /// `v` is representable, infinite or NaN. A NaN made by arithmetic is quiet, so its upper half
  /// is a NaN too.
  template <class DF>
  static HWY_INLINE Codes<DF> Encode(DF /*df*/, hn::Vec<DF> v) {
    const auto code = hn::ShiftRight<16>(hn::BitCast(hn::RebindToUnsigned<DF>(), v));
    return hn::DemoteTo(hn::Rebind<uint16_t, DF>(), hn::BitCast(hn::RebindToSigned<DF>(), code));
  }

  /// Both rounded to nearest even: the code of `a`, and whether it isn't the code of `b`. Neither
  /// is NaN.
  template <class DF>
  static HWY_INLINE Codes<DF> RoundBoth(DF df, hn::Vec<DF> a, hn::Vec<DF> b, hn::Mask<DF>& differ) {
    const hn::RebindToUnsigned<DF> du;
    const auto rounded = [du](hn::Vec<DF> v) HWY_ATTR {
      const auto bits = hn::BitCast(du, v);
      const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
      return hn::Add(bits, hn::Add(odd, hn::Set(du, 0x7FFFu)));
    };
    const auto code = rounded(a);
    const auto difference = hn::And(hn::Xor(code, rounded(b)), hn::Set(du, 0xFFFF0000u));
    differ = hn::RebindMask(df, hn::Ne(difference, hn::Zero(du)));
    return Encode(df, hn::BitCast(df, code));
  }
};

/// IEEE binary16.
struct Float16 {
  static constexpr int kMantissaBits = 10;
  static constexpr double kMinNormal = 0x1p-14;
  static constexpr double kMaxPower = 0x1p16;

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
  // F16C: one instruction that is right for every code and every float32, whatever the host says
  // about subnormal numbers.
  template <class DF>
  static HWY_INLINE hn::Vec<DF> Decode(DF df, Codes<DF> codes) {
    return hn::PromoteTo(df, hn::BitCast(hn::Rebind<hwy::float16_t, DF>(), codes));
  }
  template <class DF>
  static HWY_INLINE Codes<DF> Encode(DF /*df*/, hn::Vec<DF> v) {
    return hn::BitCast(hn::Rebind<uint16_t, DF>(),
                       hn::DemoteTo(hn::Rebind<hwy::float16_t, DF>(), v));
  }
  template <class DF>
  static HWY_INLINE hn::Vec<DF> Round(DF /*df*/, hn::Vec<DF> v) {
    return v;  // Encode rounds
  }
#else
  template <class DF>
  static HWY_INLINE hn::Vec<DF> Decode(DF df, Codes<DF> codes) {
    const hn::RebindToUnsigned<DF> du;
    const hn::RebindToSigned<DF> di;
    using VU = hn::Vec<hn::RebindToUnsigned<DF>>;
    const VU code = hn::PromoteTo(du, codes);
    const VU magnitude = hn::And(code, hn::Set(du, 0x7FFFu));
    const VU sign = hn::ShiftLeft<16>(hn::Sub(code, magnitude));
    // Normal numbers: same fraction, exponent re-biased from 15 to 127.
    const VU bias = hn::Set(du, 112u << 23);
    const VU normal = hn::Add(hn::ShiftLeft<13>(magnitude), bias);
    // Infinity and NaN: the rest of the way to exponent 255.
    const VU special = hn::Add(normal, bias);
    // Subnormal numbers count units of 2^-24; through an integer conversion, so that a host that
    // treats float32 subnormals as zero changes nothing.
    const VU tiny = hn::BitCast(
        du, hn::Mul(hn::ConvertTo(df, hn::BitCast(di, magnitude)), hn::Set(df, 0x1p-24f)));
    const auto is_special = hn::Gt(hn::BitCast(di, magnitude), hn::Set(di, 0x7BFF));
    const auto is_tiny = hn::Lt(hn::BitCast(di, magnitude), hn::Set(di, 0x0400));
    VU bits = hn::IfThenElse(hn::RebindMask(du, is_special), special, normal);
    bits = hn::IfThenElse(hn::RebindMask(du, is_tiny), tiny, bits);
    return hn::BitCast(df, hn::Or(bits, sign));
  }

  /// `v` is representable, infinite, NaN, or beyond the largest finite value (which gives
  /// infinity).
  template <class DF>
  static HWY_INLINE Codes<DF> Encode(DF df, hn::Vec<DF> v) {
    const hn::RebindToUnsigned<DF> du;
    const hn::RebindToSigned<DF> di;
    using VU = hn::Vec<hn::RebindToUnsigned<DF>>;
    const VU bits = hn::BitCast(du, v);
    const VU magnitude = hn::And(bits, hn::Set(du, 0x7FFFFFFFu));
    const VU sign = hn::ShiftRight<16>(hn::Sub(bits, magnitude));
    const VU normal = hn::ShiftRight<13>(hn::Sub(magnitude, hn::Set(du, 112u << 23)));
    // Adding 0.5 moves the unit 2^-24 of a subnormal number to the last place of the sum.
    const auto half = hn::Set(df, 0.5f);
    const VU tiny =
        hn::Sub(hn::BitCast(du, hn::Add(hn::BitCast(df, magnitude), half)), hn::BitCast(du, half));
    const auto signed_magnitude = hn::BitCast(di, magnitude);
    const auto is_tiny = hn::Lt(signed_magnitude, hn::Set(di, 113 << 23));        // < 2^-14
    const auto is_huge = hn::Gt(signed_magnitude, hn::Set(di, (143 << 23) - 1));  // >= 2^16
    const auto is_nan = hn::Gt(signed_magnitude, hn::Set(di, 255 << 23));
    VU code = hn::IfThenElse(hn::RebindMask(du, is_tiny), tiny, normal);
    code = hn::IfThenElse(hn::RebindMask(du, is_huge), hn::Set(du, 0x7C00u), code);
    code = hn::IfThenElse(hn::RebindMask(du, is_nan), hn::Set(du, 0x7E00u), code);
    return hn::DemoteTo(hn::Rebind<uint16_t, DF>(), hn::BitCast(di, hn::Or(code, sign)));
  }

  template <class DF>
  static HWY_INLINE hn::Vec<DF> Round(DF df, hn::Vec<DF> v);
#endif

  /// As BFloat16::RoundBoth.
  template <class DF>
  static HWY_INLINE Codes<DF> RoundBoth(DF df, hn::Vec<DF> a, hn::Vec<DF> b, hn::Mask<DF>& differ) {
    const hn::RebindToUnsigned<DF> du;
    const auto code = Encode(df, Round(df, a));
    const auto other = Encode(df, Round(df, b));
    differ = hn::RebindMask(df, hn::Ne(hn::PromoteTo(du, code), hn::PromoteTo(du, other)));
    return code;
  }
};

/// Rounds lanes to the format's grid, to nearest even, subnormal numbers included: adding and
/// taking away a number whose last place is the format's leaves no other bits. What remains is
/// exact in float32, so the narrowing that follows does not round a second time.
template <class Format, class D>
HWY_INLINE hn::Vec<D> RoundToGrid(D d, hn::Vec<D> v) {
  using T = hn::TFromD<D>;
  constexpr bool kWide = sizeof(T) == sizeof(double);
  constexpr int kExtraBits = (kWide ? 52 : 23) - Format::kMantissaBits;
  const T infinity = static_cast<T>(HUGE_VAL);
  // 1.5 in the place that makes the last bit of the sum the format's.
  const T anchor_of_one = static_cast<T>(1.5 * static_cast<double>(uint64_t{1} << kExtraBits));
  // The largest power keeps the anchor finite for infinities; what is beyond it overflows anyway.
  const T largest = static_cast<T>(kWide ? 0x1p200 : Format::kMaxPower);

  const auto power = hn::And(v, hn::Set(d, infinity));  // the exponent field alone
  const auto bounded =
      hn::Min(hn::Max(power, hn::Set(d, static_cast<T>(Format::kMinNormal))), hn::Set(d, largest));
  const auto anchor = hn::Mul(bounded, hn::Set(d, anchor_of_one));
  return hn::CopySign(hn::Sub(hn::Add(v, anchor), anchor), v);
}

#if !(HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2)
template <class DF>
HWY_INLINE hn::Vec<DF> Float16::Round(DF df, hn::Vec<DF> v) {
  return RoundToGrid<Float16>(df, v);
}
#endif

/// n codes to float32.
template <class Format>
HWY_INLINE void DecodeArray(const uint16_t* from, float* HWY_RESTRICT to, size_t n) {
  const hn::ScalableTag<float> df;
  const hn::Rebind<uint16_t, decltype(df)> du16;
  const size_t lanes = hn::Lanes(df);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    PrefetchAhead(from + i);
    hn::StoreU(Format::Decode(df, hn::LoadU(du16, from + i)), df, to + i);
  }
  if (i == n) return;
  HWY_ALIGN uint16_t codes[hn::MaxLanes(df)] = {};
  HWY_ALIGN float values[hn::MaxLanes(df)];
  std::memcpy(codes, from + i, (n - i) * sizeof(uint16_t));
  hn::StoreU(Format::Decode(df, hn::LoadU(du16, codes)), df, values);
  std::memcpy(to + i, values, (n - i) * sizeof(float));
}

/// n lanes, each rounded once, to codes. `from` is readable, `to` not written, past n up to a
/// vector.
template <class Format, class T>
HWY_INLINE void EncodeArray(const T* HWY_RESTRICT from, uint16_t* to, size_t n) {
  const hn::ScalableTag<T> d;
  const hn::Rebind<float, decltype(d)> df;
  const hn::Rebind<uint16_t, decltype(d)> du16;
  const size_t lanes = hn::Lanes(d);
  const auto encode = [&](size_t i) HWY_ATTR {
    const auto rounded = RoundToGrid<Format>(d, hn::LoadU(d, from + i));
    return Format::Encode(df, NarrowToFloat(d, rounded));
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    PrefetchAhead(to + i);
    hn::StoreU(encode(i), du16, to + i);
  }
  if (i == n) return;
  HWY_ALIGN uint16_t codes[hn::MaxLanes(d)];
  hn::StoreU(encode(i), du16, codes);
  std::memcpy(to + i, codes, (n - i) * sizeof(uint16_t));
}

/// n numbers between bounds, neither of them NaN, to codes where both bounds round to the same one;
/// lists the indices of the others in `undecided` and returns how many they are. Bounds are
/// readable past n up to a vector; `undecided` has room for n and a vector.
template <class Format>
HWY_INLINE size_t EncodeDecided(const float* HWY_RESTRICT lower, const float* HWY_RESTRICT upper,
                                uint16_t* to, size_t n, uint16_t* HWY_RESTRICT undecided) {
  const hn::ScalableTag<float> df;
  const hn::Rebind<uint16_t, decltype(df)> du16;
  const size_t lanes = hn::Lanes(df);
  size_t count = 0;
  for (size_t i = 0; i < n; i += lanes) {
    PrefetchAhead(to + i);
    hn::Mask<decltype(df)> differ;
    const auto code =
        Format::RoundBoth(df, hn::LoadU(df, lower + i), hn::LoadU(df, upper + i), differ);
    if (HWY_LIKELY(i + lanes <= n)) {
      hn::StoreU(code, du16, to + i);
    } else {
      HWY_ALIGN uint16_t last[hn::MaxLanes(df)];
      hn::StoreU(code, du16, last);
      std::memcpy(to + i, last, (n - i) * sizeof(uint16_t));
    }
    if (HWY_LIKELY(hn::AllFalse(df, differ))) continue;
    HWY_ALIGN float flags[hn::MaxLanes(df)];
    hn::Store(hn::IfThenElseZero(differ, hn::Set(df, 1.0f)), df, flags);
    for (size_t k = 0; k < lanes && i + k < n; ++k) {
      undecided[count] = static_cast<uint16_t>(i + k);
      count += flags[k] != 0 ? 1 : 0;
    }
  }
  return count;
}

/// n lanes to float32, rounded to nearest even.
HWY_INLINE void NarrowArray(const float* HWY_RESTRICT from, float* to, size_t n) {
  std::memcpy(to, from, n * sizeof(float));
}
HWY_INLINE void NarrowArray(const double* HWY_RESTRICT from, float* to, size_t n) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> df;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(NarrowToFloat(d, hn::LoadU(d, from + i)), df, to + i);
  }
  for (; i < n; ++i) {
    const auto value = static_cast<float>(from[i]);
    std::memcpy(to + i, &value, sizeof value);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::simd
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_SIMD_CONVERT_INL_H_
