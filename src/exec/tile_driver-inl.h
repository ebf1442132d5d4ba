// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Runs elementwise kernels over a chunk of the flat index, a tile at a time. Kernels know only
// inputs of one type that advance by 0 or 1 and outputs that are float32 or lanes; every dtype,
// layout and broadcast is brought to that form here, in L1, so a few kernels serve all
// combinations.
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
#include "exec/tile_io-inl.h"
#include "simd/convert-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sigloss::exec {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = sigloss::simd::HWY_NAMESPACE;

/// One chunk: where each source is, tile after tile. Lanes: what the kernels compute in.
template <class Lanes>
class TileDriver {
 public:
  TileDriver(const Job& job, const Addresses& at, const Kernels& kernels, const Scalars& scalars)
      : job_(job),
        at_(at),
        kernels_(kernels),
        direct_(job.WritesFloat32Only() && !kernels.writes_lanes) {
    args_.scalars = &scalars;
    for (size_t k = 0; k < kMaxSources; ++k) Open(k);
  }

  void Run(size_t lo, size_t hi) {
    for (size_t first = lo; first < hi; first += kTile) {
      const size_t n = std::min(kTile, hi - first);
      for (size_t k = 0; k < kMaxSources; ++k) Seek(k, first, n);
      if (kernels_.bounds != nullptr) {
        ComputeDecided(first, n);
      } else {
        Compute(first, n);
      }
    }
  }

  /// The same, with the sum of what the kernel reduces. `lo` is a multiple of kSumBlock.
  double Sum(size_t lo, size_t hi) {
    HWY_ALIGN double sums[2 * kSumLanes];
    args_.sums = sums;
    double total = 0;
    for (size_t first = lo; first < hi; first += kSumBlock) {
      std::fill_n(sums, 2 * kSumLanes, 0.0);
      Run(first, std::min(first + kSumBlock, hi));
      total += kernels_.block_sum(sums);
    }
    return total;
  }

 private:
  using Element = typename Lanes::Element;
  using Tag = typename Lanes::D;
  using FloatTag = hn::ScalableTag<float>;
  static constexpr size_t kMaxLanes = hn::MaxLanes(Tag());
  static constexpr size_t kRow = kMaxRowBytes / sizeof(Element);
  using Outputs = std::array<void*, kMaxSinks>;

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
      Element value = 1;
      if (source.kind == SourceKind::kSplat) LoadTile(source, at_.sources[k], 0, 1, &value);
      std::fill_n(stage_[k], hn::Lanes(FloatTag()), value);  // the longest vectors
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
      args_.source[k] = static_cast<const Element*>(at_.sources[k]) + first;
    } else if (source.kind == SourceKind::kPeriodic) {
      args_.source[k] = rows_[k] + first % Period(k);
    } else if (source.kind == SourceKind::kStaged) {
      LoadTile(source, at_.sources[k], first, n, stage_[k]);
    } else if (source.kind == SourceKind::kOneHot) {
      LoadOneHot(source, at_.sources[k], first, n, stage_[k]);
    }
  }

  void Compute(size_t first, size_t n) {
    Outputs out{};
    if (direct_) {
      for (size_t s = 0; s < job_.num_sinks; ++s) {
        out[s] = InPlace(job_.sinks[s], at_.sinks[s], first, rounded_[s]);
      }
      RunKernel<float>(Tag(), kernels_.values, args_, n, out);
      for (size_t s = 0; s < job_.num_sinks; ++s) {
        StoreWords(job_.sinks[s], at_.sinks[s], first, n, rounded_[s]);
      }
      return;
    }
    for (size_t s = 0; s < job_.num_sinks; ++s) out[s] = lane_values_[s];
    RunKernel<typename Lanes::T>(Tag(), kernels_.values, args_, n, out);
    for (size_t s = 0; s < job_.num_sinks; ++s) {
      StoreTile(job_.sinks[s], lane_values_[s], first, n, at_.sinks[s]);
    }
  }

  // A 16-bit result from float32 bounds where they decide it, else from the lanes.
  void ComputeDecided(size_t first, size_t n) {
    if (job_.sinks[0].dtype == DType::kFloat16) {
      ComputeDecidedAs<simd::Float16>(first, n);
    } else {
      ComputeDecidedAs<simd::BFloat16>(first, n);
    }
  }

  template <class Format>
  void ComputeDecidedAs(size_t first, size_t n) {
    const Sink& sink = job_.sinks[0];
    HWY_ALIGN uint16_t raw[kTile];
    uint16_t* to = InPlace(sink, at_.sinks[0], first, raw);
    for (float* bounds : {rounded_[0], rounded_[1]}) {
      std::fill_n(bounds + n, std::min(hn::Lanes(FloatTag()), kTile - n), 0.0f);
    }
    RunKernel<float>(FloatTag(), kernels_.bounds, args_, n, {rounded_[0], rounded_[1]});
    uint16_t undecided[kTile + hn::MaxLanes(FloatTag())];
    const size_t count = simd::EncodeDecided<Format>(rounded_[0], rounded_[1], to, n, undecided);
    if (count > 0) Redo<Format>(undecided, count, to);
    StoreWords(sink, at_.sinks[0], first, n, to);
  }

  // Gathers those elements, computes them in lanes and puts their codes where they belong.
  template <class Format>
  void Redo(const uint16_t* indices, size_t count, uint16_t* to) {
    alignas(64) Element gathered[kMaxSources][kTile];
    KernelArgs args = args_;
    for (size_t k = 0; k < kMaxSources; ++k) {
      if (args.step[k] == 0) continue;
      const auto* from = static_cast<const Element*>(args.source[k]);
      for (size_t i = 0; i < count; ++i) {
        std::memcpy(&gathered[k][i], from + indices[i], sizeof(Element));
      }
      args.source[k] = gathered[k];
    }
    RunKernel<typename Lanes::T>(Tag(), kernels_.values, args, count, {lane_values_[0]});
    HWY_ALIGN uint16_t codes[kTile];
    simd::EncodeArray<Format>(lane_values_[0], codes, count);
    for (size_t i = 0; i < count; ++i) std::memcpy(to + indices[i], codes + i, sizeof(uint16_t));
  }

  // n elements by a kernel on vectors like D's. Whole vectors in place; the rest by the same kernel
  // on zero-padded copies, so that an element's bits do not depend on where it stands.
  template <class Out, class D>
  static void RunKernel(D d, Kernel kernel, KernelArgs args, size_t n, const Outputs& out) {
    const size_t lanes = hn::Lanes(d);
    const size_t whole = n / lanes * lanes;
    args.out = out;
    args.n = whole;
    if (whole > 0) kernel(args);
    if (whole == n) return;
    HWY_ALIGN Element padded[kMaxSources][hn::MaxLanes(d)] = {};
    HWY_ALIGN Out last[kMaxSinks][hn::MaxLanes(d)];
    Advance(&args, whole);
    args.first_sum = whole % kSumLanes;
    args.n = n - whole;
    for (size_t k = 0; k < kMaxSources; ++k) {
      if (args.step[k] == 0) continue;
      std::memcpy(padded[k], args.source[k], args.n * sizeof(Element));
      args.source[k] = padded[k];
    }
    args.out = {last[0], last[1]};
    kernel(args);
    for (size_t s = 0; s < kMaxSinks; ++s) {
      if (out[s] != nullptr) {
        std::memcpy(static_cast<Out*>(out[s]) + whole, last[s], args.n * sizeof(Out));
      }
    }
  }

  static void Advance(KernelArgs* args, size_t n) {
    for (size_t k = 0; k < kMaxSources; ++k) {
      args->source[k] = static_cast<const Element*>(args->source[k]) + n * args->step[k];
    }
  }

  const Job& job_;
  const Addresses& at_;
  const Kernels kernels_;
  bool direct_;  // kernels write float32, in place where the sink is dense
  KernelArgs args_{};
  alignas(64) Element stage_[kMaxSources][kTile];
  alignas(64) Element rows_[kMaxSources][kRow + kTile];
  alignas(64) float rounded_[kMaxSinks][kTile];
  alignas(64) typename Lanes::T lane_values_[kMaxSinks][kTile + kMaxLanes];
};

}  // namespace HWY_NAMESPACE
}  // namespace sigloss::exec
HWY_AFTER_NAMESPACE();

#endif  // SIGLOSS_EXEC_TILE_DRIVER_INL_H_
