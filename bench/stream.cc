// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "stream.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/stream.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sigloss::bench {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <size_t kInputs>
void Sum(const float* const* inputs, float* out, size_t lo, size_t hi) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  size_t i = lo;
  for (; i + lanes <= hi; i += lanes) {
    auto sum = hn::LoadU(d, inputs[0] + i);
    for (size_t k = 1; k < kInputs; ++k) sum = hn::Add(sum, hn::LoadU(d, inputs[k] + i));
    hn::StoreU(sum, d, out + i);
  }
  for (; i < hi; ++i) {
    float sum = inputs[0][i];
    for (size_t k = 1; k < kInputs; ++k) sum += inputs[k][i];
    out[i] = sum;
  }
}

void SumOf(const float* const* inputs, size_t count, float* out, size_t lo, size_t hi) {
  switch (count) {
    case 1:
      return Sum<1>(inputs, out, lo, hi);
    case 2:
      return Sum<2>(inputs, out, lo, hi);
    case 3:
      return Sum<3>(inputs, out, lo, hi);
    default:
      return Sum<4>(inputs, out, lo, hi);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::bench {

HWY_EXPORT(SumOf);

void StreamSum(std::span<const float* const> inputs, float* out, size_t lo, size_t hi) {
  HWY_DYNAMIC_DISPATCH(SumOf)(inputs.data(), inputs.size(), out, lo, hi);
}

}  // namespace sigloss::bench
#endif  // HWY_ONCE
