// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// An elementwise call as the tile driver sees it: flat indices, and how each tensor is reached from
// them. Made once per plan; holds no data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/shape.h"
#include "sigloss/dtype.h"
#include "sigloss/tensor_view.h"

namespace sigloss::exec {

/// Most inputs, and most outputs with a value per element, that an elementwise operator has.
inline constexpr size_t kMaxSources = 6;
inline constexpr size_t kMaxSinks = 2;
/// Elements a kernel call handles: inputs and lanes of one tile stay in the L1 cache.
inline constexpr size_t kTile = 512;
/// Bytes of the longest row that is converted once per chunk and then read in place.
inline constexpr size_t kMaxRowBytes = 8192;

/// What kernels compute in, which is also what they read: float64 lanes on float32 values, float32
/// lanes on float32 values, float64 on float64.
enum class LaneType : uint8_t { kExact, kFast, kDouble };

/// Element type that kernels of these lanes read.
constexpr DType ElementType(LaneType lanes) {
  return lanes == LaneType::kDouble ? DType::kFloat64 : DType::kFloat32;
}

/// Strides of a tensor along the row-major flat index of the call's shape, with axes merged where
/// one step continues the other.
struct Layout {
  Dims extents;
  Dims strides;

  [[nodiscard]] bool IsDense() const;
};

/// How a kernel gets at an input.
enum class SourceKind : uint8_t {
  kUnused,    // the kernel does not read it, or reads ones
  kSplat,     // one value for every element
  kDirect,    // dense and of the kernel's type: straight from the caller's memory
  kPeriodic,  // a row, repeated: converted once per chunk
  kStaged,    // anything else: a tile at a time to L1
  kOneHot,    // class indices, one per row of columns: see MakeOneHotSource
};

struct Source {
  SourceKind kind = SourceKind::kUnused;
  DType dtype = DType::kFloat32;
  Layout layout;
  size_t columns = 0;  // of kOneHot, whose layout is that of the rows
};

struct Sink {
  DType dtype = DType::kFloat32;
  Layout layout;
};

/// Sources are in the order of the operator's kernel; a kUnused one has no address.
struct Job {
  size_t num_elements = 0;
  LaneType lanes = LaneType::kExact;
  int max_threads = 0;  // 0: all
  std::array<Source, kMaxSources> sources;
  size_t num_sinks = 0;
  std::array<Sink, kMaxSinks> sinks;

  void AddSink(const Sink& sink) { sinks[num_sinks++] = sink; }
  [[nodiscard]] bool Reads(size_t source) const {
    return sources[source].kind != SourceKind::kUnused;
  }
  /// True if kernels may write float32 and nothing is left to convert.
  [[nodiscard]] bool WritesFloat32Only() const;
};

/// Data of one run: parallel to Job::sources and Job::sinks.
struct Addresses {
  std::array<const void*, kMaxSources> sources{};
  std::array<void*, kMaxSinks> sinks{};
};

/// How the flat index of `shape` reaches a tensor that broadcasts to it.
[[nodiscard]] Layout MakeLayout(const TensorDesc& tensor, core::Extents shape);
/// How a kernel that reads elements of that type best reads it.
[[nodiscard]] Source MakeSource(const TensorDesc& tensor, core::Extents shape, DType element);
/// Labels from class indices (int32 or int64, one for each row of `columns` elements): 1 in the
/// column of the class, 0 in the others, so all 0 for the index `columns`; kIgnoredRow in all
/// columns for a negative index.
inline constexpr int kIgnoredRow = -1;
[[nodiscard]] Source MakeOneHotSource(const TensorDesc& indices, size_t columns);
[[nodiscard]] Sink MakeSink(const TensorDesc& tensor);

/// Numbers of a call that kernels read; their meaning is the operator's.
using Scalars = std::array<double, 8>;

/// Lanes that a sum is kept in, whatever the vectors' length: element i of a tile goes to lane
/// i % kSumLanes, so the order of additions is the same for every instruction set.
inline constexpr size_t kSumLanes = 32;
/// Elements between two times that the lanes are added up. Products of so many factors up to 2, a
/// 32nd of them to a lane, stay far from overflow.
inline constexpr size_t kSumBlock = 16 * 1024;

/// What a kernel is called with: `n` elements, the last vector padded with zeros; source k advances
/// by step[k] (0 or 1) elements an element. Outputs are float32 or lanes, whole vectors.
struct KernelArgs {
  std::array<const void*, kMaxSources> source;
  std::array<size_t, kMaxSources> step;
  std::array<void*, kMaxSinks> out;
  double* sums;      // kSumLanes sums, then as many of another kind; null unless reducing
  size_t first_sum;  // lane of element 0
  size_t n;
  const Scalars* scalars;
};
using Kernel = void (*)(const KernelArgs&);

/// The kernels of a call.
struct Kernels {
  Kernel values = nullptr;
  /// `values` writes lanes whatever the sinks are: one kernel less to compile where the narrowing
  /// pass over L1 is little beside the computation.
  bool writes_lanes = false;
  /// For one 16-bit sink: writes float32 bounds, below to out[0] and above to out[1], between which
  /// the value lies. Where both round alike, `values` need not run. Null: not used.
  Kernel bounds = nullptr;
  /// Adds up KernelArgs::sums of one block.
  double (*block_sum)(const double* sums) = nullptr;
};

}  // namespace sigloss::exec
