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
#include "sigloss/precision.h"
#include "sigloss/tensor_view.h"

namespace sigloss::exec {

/// Most inputs an elementwise operator has.
inline constexpr size_t kMaxSources = 5;
/// Elements a kernel call handles: inputs and lanes of one tile stay in the L1 cache.
inline constexpr size_t kTile = 512;
/// Longest row that is converted once per chunk and then read in place.
inline constexpr size_t kMaxPeriod = 2048;

/// Strides of a tensor along the row-major flat index of the call's shape, with axes merged where
/// one step continues the other.
struct Layout {
  Dims extents;
  Dims strides;

  [[nodiscard]] bool IsDense() const;
};

/// How a kernel gets at an input.
enum class SourceKind : uint8_t {
  kUnused,    // the kernel does not read it
  kSplat,     // one value for every element
  kDirect,    // dense float32: straight from the caller's memory
  kPeriodic,  // a row, repeated: converted once per chunk
  kStaged,    // anything else: a tile at a time to L1
};

struct Source {
  SourceKind kind = SourceKind::kUnused;
  DType dtype = DType::kFloat32;
  Layout layout;
};

struct Sink {
  DType dtype = DType::kFloat32;
  Layout layout;
};

/// Sources are in the order of the operator's kernel; a kUnused one has no address.
struct Job {
  size_t num_elements = 0;
  Precision precision = Precision::kExact;
  std::array<Source, kMaxSources> sources;
  Sink sink;
};

/// Data of one run: parallel to Job::sources, and the output.
struct Addresses {
  std::array<const void*, kMaxSources> sources{};
  void* sink = nullptr;
};

/// How the flat index of `shape` reaches a tensor that broadcasts to it.
[[nodiscard]] Layout MakeLayout(const TensorDesc& tensor, core::Extents shape);
/// How a kernel best reads it.
[[nodiscard]] Source MakeSource(const TensorDesc& tensor, core::Extents shape);
[[nodiscard]] Sink MakeSink(const TensorDesc& tensor);

/// What a kernel is called with: `n`, a multiple of the lanes, elements; source k advances by
/// step[k] (0 or 1) elements an element. `out` is float32 or lanes.
struct KernelArgs {
  std::array<const float*, kMaxSources> source;
  std::array<size_t, kMaxSources> step;
  void* out;
  size_t n;
  double scale;  // multiplies every element; kernels round it to their lanes
};
using Kernel = void (*)(const KernelArgs&);

}  // namespace sigloss::exec
