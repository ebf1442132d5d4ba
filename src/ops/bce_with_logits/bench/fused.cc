// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/bench/fused.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/bce_with_logits/bench/fused.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

#include "math/bce-inl.h"
#include "simd/convert-inl.h"
#include "simd/lanes-inl.h"
#include "simd/prefetch-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::bench {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;
namespace math = sigloss::math::HWY_NAMESPACE;

template <class Format>
void Loop(const uint16_t* logits, const uint16_t* target, double scale, uint16_t* out, size_t lo,
          size_t hi) {
  const simd::ExactLanes::D d;
  const simd::ExactLanes::FloatD df;
  const hn::Rebind<uint16_t, decltype(d)> du16;
  const auto factor = hn::Set(d, scale);
  const auto load = [&](const uint16_t* from) HWY_ATTR {
    simd::PrefetchAhead(from);
    return hn::PromoteTo(d, Format::Decode(df, hn::LoadU(du16, from)));
  };
  for (size_t i = lo; i + hn::Lanes(d) <= hi; i += hn::Lanes(d)) {
    const auto y = load(target + i);
    const auto base = math::BceGrad(simd::ExactLanes(), load(logits + i), y, y);
    const auto rounded = simd::RoundToGrid<Format>(d, hn::Mul(base, factor));
    hn::StoreU(Format::Encode(df, simd::NarrowToFloat(d, rounded)), du16, out + i);
  }
}

void Fused(DType dtype, const uint16_t* logits, const uint16_t* target, double scale, uint16_t* out,
           size_t lo, size_t hi) {
  if (dtype == DType::kFloat16) return Loop<simd::Float16>(logits, target, scale, out, lo, hi);
  return Loop<simd::BFloat16>(logits, target, scale, out, lo, hi);
}

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::bench {

HWY_EXPORT(Fused);

void FusedBackward(DType dtype, const uint16_t* logits, const uint16_t* target, double scale,
                   uint16_t* out, size_t lo, size_t hi) {
  HWY_DYNAMIC_DISPATCH(Fused)(dtype, logits, target, scale, out, lo, hi);
}

}  // namespace sigloss::bench
#endif  // HWY_ONCE
