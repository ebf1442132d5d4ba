// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Runs an elementwise kernel over a chunk of the flat index, a tile at a time. Kernels know only
// float32 inputs that advance by 0 or 1 and outputs that are float32 or lanes; every dtype, layout
// and broadcast is brought to that form here, in L1, so a few kernels serve all combinations.
#if defined(SIGLOSS_EXEC_TILE_DRIVER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGLOSS_EXEC_TILE_DRIVER_INL_H_
#undef SIGLOSS_EXEC_TILE_DRIVER_INL_H_
#else
#define SIGLOSS_EXEC_TILE_DRIVER_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "exec/job.h"
#include "exec/strided-inl.h"
#include "simd/convert-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::exec {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

HWY_INLINE void Decode(DType dtype, const uint16_t* from, float* to, size_t n) {
  if (dtype == DType::kFloat16) {
    simd::DecodeArray<simd::Float16>(from, to, n);
  } else {
    simd::DecodeArray<simd::BFloat16>(from, to, n);
  }
}

/// n elements of a tensor from flat index `first` on, as float32.
HWY_INLINE void LoadTile(const Source& source, const void* data, size_t first, size_t n,
                         float* HWY_RESTRICT to) {
  if (source.dtype == DType::kFloat32) {
    return Gather(static_cast<const float*>(data), source.layout, first, n, to);
  }
  const auto* codes = static_cast<const uint16_t*>(data);
  if (source.layout.IsDense()) return Decode(source.dtype, codes + first, to, n);
  HWY_ALIGN uint16_t raw[kTile];
  Gather(codes, source.layout, first, n, raw);
  Decode(source.dtype, raw, to, n);
}

/// One chunk: where each source is, tile after tile. Lanes: what the kernel computes in.
template <class Lanes>
class TileDriver {
 public:
  TileDriver(const Job& job, const Addresses& at, Kernel kernel, double scale)
      : job_(job), at_(at), kernel_(kernel), lanes_(hn::Lanes(typename Lanes::D())) {
    args_.scale = scale;
  }

  void Run(size_t lo, size_t hi) {
    for (size_t k = 0; k < kMaxSources; ++k) Open(k);
    for (size_t first = lo; first < hi; first += kTile) {
      const size_t n = std::min(kTile, hi - first);
      for (size_t k = 0; k < kMaxSources; ++k) Seek(k, first, n);
      Compute(first, n);
    }
  }

 private:
  [[nodiscard]] size_t Period(size_t k) const {
    return static_cast<size_t>(job_.sources[k].layout.extents[1]);
  }

  // What holds for the whole chunk.
  void Open(size_t k) {
    const Source& source = job_.sources[k];
    args_.source[k] = stage_[k];
    args_.step[k] = 1;
    if (source.kind == SourceKind::kUnused || source.kind == SourceKind::kSplat) {
      args_.step[k] = 0;
      float value = 1.0f;
      if (source.kind == SourceKind::kSplat) LoadTile(source, at_.sources[k], 0, 1, &value);
      std::fill_n(stage_[k], lanes_, value);
    } else if (source.kind == SourceKind::kPeriodic) {
      // Row after row from flat index 0: a tile that starts anywhere in a row reads on unbroken.
      const size_t filled = std::min(Period(k) + kTile, job_.num_elements);
      for (size_t i = 0; i < filled; i += kTile) {
        LoadTile(source, at_.sources[k], i, std::min(kTile, filled - i), rows_[k] + i);
      }
    }
  }

  void Seek(size_t k, size_t first, size_t n) {
    const Source& source = job_.sources[k];
    if (source.kind == SourceKind::kDirect) {
      args_.source[k] = static_cast<const float*>(at_.sources[k]) + first;
    } else if (source.kind == SourceKind::kPeriodic) {
      args_.source[k] = rows_[k] + first % Period(k);
    } else if (source.kind == SourceKind::kStaged) {
      LoadTile(source, at_.sources[k], first, n, stage_[k]);
    }
  }

  void Compute(size_t first, size_t n) {
    const Sink& sink = job_.sink;
    if (sink.dtype == DType::kFloat32) {
      if (sink.layout.IsDense()) return RunKernel(static_cast<float*>(at_.sink) + first, n);
      RunKernel(rounded_, n);
      return Scatter(rounded_, sink.layout, first, n, static_cast<float*>(at_.sink));
    }
    RunKernel(lane_values_, n);
    auto* out = static_cast<uint16_t*>(at_.sink);
    if (sink.layout.IsDense()) return Encode(out + first, n);
    HWY_ALIGN uint16_t raw[kTile];
    Encode(raw, n);
    Scatter(raw, sink.layout, first, n, out);
  }

  void Encode(uint16_t* to, size_t n) const {
    if (job_.sink.dtype == DType::kFloat16) {
      simd::EncodeArray<simd::Float16>(lane_values_, to, n);
    } else {
      simd::EncodeArray<simd::BFloat16>(lane_values_, to, n);
    }
  }

  // Whole vectors in place; the rest by the same kernel on zero-padded copies, so that an element's
  // bits do not depend on where it stands.
  template <class Out>
  void RunKernel(Out* out, size_t n) {
    const size_t whole = n / lanes_ * lanes_;
    KernelArgs args = args_;
    args.out = out;
    args.n = whole;
    kernel_(args);
    const size_t rest = n - whole;
    if (rest == 0) return;
    HWY_ALIGN float padded[kMaxSources][kMaxLanes] = {};
    HWY_ALIGN Out last[kMaxLanes];
    for (size_t k = 0; k < kMaxSources; ++k) {
      if (args.step[k] == 0) continue;
      std::memcpy(padded[k], args.source[k] + whole, rest * sizeof(float));
      args.source[k] = padded[k];
    }
    args.out = last;
    args.n = lanes_;
    kernel_(args);
    std::memcpy(out + whole, last, rest * sizeof(Out));
  }

  static constexpr size_t kMaxLanes = hn::MaxLanes(typename Lanes::D());

  const Job& job_;
  const Addresses& at_;
  Kernel kernel_;
  size_t lanes_;
  KernelArgs args_{};
  alignas(64) float stage_[kMaxSources][kTile];
  alignas(64) float rows_[kMaxSources][kMaxPeriod + kTile];
  alignas(64) float rounded_[kTile];
  alignas(64) typename Lanes::T lane_values_[kTile + kMaxLanes];
};

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::exec
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_EXEC_TILE_DRIVER_INL_H_
