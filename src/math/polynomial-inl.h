// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#if defined(SIGLOSS_MATH_POLYNOMIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_MATH_POLYNOMIAL_INL_H_
#undef SIGLOSS_MATH_POLYNOMIAL_INL_H_
#else
#define SIGLOSS_MATH_POLYNOMIAL_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sigloss::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// c[0] + c[1] e + ... by two interleaved chains, of the even powers and of the odd ones: half the
/// latency of one.
template <class D, size_t kCount, class V = hn::Vec<D>>
HWY_INLINE V EvenOddPolynomial(D d, V e, const hn::TFromD<D> (&c)[kCount]) {
  constexpr size_t kEven = (kCount - 1) / 2 * 2;
  constexpr size_t kOdd = kCount / 2 * 2 - 1;
  const V square = hn::Mul(e, e);
  V even = hn::Set(d, c[kEven]);
  for (size_t i = kEven; i >= 2; i -= 2) even = hn::MulAdd(even, square, hn::Set(d, c[i - 2]));
  V odd = hn::Set(d, c[kOdd]);
  for (size_t i = kOdd; i >= 3; i -= 2) odd = hn::MulAdd(odd, square, hn::Set(d, c[i - 2]));
  return hn::MulAdd(odd, e, even);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::math
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_MATH_POLYNOMIAL_INL_H_
