// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Numbers in two parts, the second of which is what the rounding of the first has lost. An
// exponential turns the absolute error of its argument into a relative one, so an exponent of 80
// that is good to half a unit in its last place leaves the result 40 units off.
#if defined(SIGLOSS_MATH_TWO_PART_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_MATH_TWO_PART_INL_H_
#undef SIGLOSS_MATH_TWO_PART_INL_H_
#else
#define SIGLOSS_MATH_TWO_PART_INL_H_
#endif

#include <hwy/highway.h>

#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// What a + b loses to its rounding (Knuth).
template <class V>
HWY_INLINE V LostBySum(V a, V b, V sum) {
  const V of_b = hn::Sub(sum, a);
  return hn::Add(hn::Sub(a, hn::Sub(sum, of_b)), hn::Sub(b, of_b));
}

/// The upper half of the bits of v (Veltkamp). Domain: |v| below 2^100 of float32, 2^990 of
/// float64.
template <class L, class V = typename L::V>
HWY_INLINE V UpperHalf(L /*lanes*/, V v) {
  constexpr double kSplitter = sizeof(typename L::T) == sizeof(double) ? 0x1p27 + 1 : 0x1p12 + 1;
  const V spread = hn::Mul(v, hn::Set(typename L::D(), static_cast<typename L::T>(kSplitter)));
  return hn::Sub(spread, hn::Sub(spread, v));
}

/// What a * b loses to its rounding: by a fused operation, or by products of halves (Dekker).
template <class L, class V = typename L::V>
HWY_INLINE V LostByProduct(L lanes, V a, V b, V product) {
#if HWY_NATIVE_FMA
  (void)lanes;
  return hn::MulSub(a, b, product);
#else
  const V a_high = UpperHalf(lanes, a);
  const V b_high = UpperHalf(lanes, b);
  const V a_low = hn::Sub(a, a_high);
  const V b_low = hn::Sub(b, b_high);
  const V high = hn::Sub(hn::Mul(a_high, b_high), product);
  const V middle = hn::Add(hn::Mul(a_high, b_low), hn::Mul(a_low, b_high));
  return hn::Add(hn::Add(high, middle), hn::Mul(a_low, b_low));
#endif
}

/// (a + a_lost) * (b + b_lost) as a number and what it loses. Nothing is kept of what is lost by a
/// product beyond `limit`, which must be below 2^100 of float32, 2^990 of float64, or by operands
/// too large to tell.
template <class L, class V = typename L::V>
HWY_INLINE void ProductInTwo(L lanes, V a, V a_lost, V b, V b_lost, typename L::T limit, V& product,
                             V& lost) {
  constexpr double kLargest = sizeof(typename L::T) == sizeof(double) ? 0x1p990 : 0x1p100;
  const typename L::D d;
  product = hn::Mul(a, b);
  const V of_rests = hn::MulAdd(a, b_lost, hn::Mul(a_lost, b));
  const V all = hn::Add(LostByProduct(lanes, a, b, product), of_rests);
  const V largest = hn::Set(d, static_cast<typename L::T>(kLargest));
  const auto can_tell = hn::And(hn::Lt(hn::Abs(a), largest), hn::Lt(hn::Abs(b), largest));
  const auto is_near = hn::Lt(hn::Abs(product), hn::Set(d, limit));
  lost = hn::IfThenElseZero(hn::And(can_tell, is_near), all);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_TWO_PART_INL_H_
