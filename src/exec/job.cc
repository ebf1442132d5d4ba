// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "exec/job.h"

namespace sigloss::exec {
namespace {

SourceKind KindOf(const Layout& layout, DType dtype, DType element) {
  if (layout.extents.size() == 0) return SourceKind::kSplat;
  if (layout.IsDense()) return dtype == element ? SourceKind::kDirect : SourceKind::kStaged;
  const auto longest = static_cast<int64_t>(kMaxRowBytes / DTypeSize(element));
  const bool is_row = layout.extents.size() == 2 && layout.strides[0] == 0 &&
                      layout.strides[1] == 1 && layout.extents[1] <= longest;
  return is_row ? SourceKind::kPeriodic : SourceKind::kStaged;
}

}  // namespace

bool Layout::IsDense() const {
  return extents.size() == 0 || (extents.size() == 1 && strides[0] == 1);
}

bool Job::WritesFloat32Only() const {
  for (size_t k = 0; k < num_sinks; ++k) {
    if (sinks[k].dtype != DType::kFloat32) return false;
  }
  return true;
}

Layout MakeLayout(const TensorDesc& tensor, core::Extents shape) {
  const size_t missing = shape.size() - tensor.shape.size();
  Dims extents;
  Dims strides;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    const bool repeats = i < missing || tensor.shape[i - missing] == 1;
    const int64_t stride = repeats ? 0 : tensor.strides[i - missing];
    const size_t last = extents.size() - 1;
    if (extents.size() > 0 && strides[last] == stride * shape[i]) {
      extents[last] *= shape[i];
      strides[last] = stride;
    } else {
      extents.push_back(shape[i]);
      strides.push_back(stride);
    }
  }
  if (extents.size() == 1 && strides[0] == 0) return {};  // one element for all
  return {extents, strides};
}

Source MakeSource(const TensorDesc& tensor, core::Extents shape, DType element) {
  Layout layout = MakeLayout(tensor, shape);
  return {KindOf(layout, tensor.dtype, element), tensor.dtype, layout};
}

Source MakeOneHotSource(const TensorDesc& indices, size_t columns) {
  return {SourceKind::kOneHot, indices.dtype, MakeLayout(indices, indices.shape), columns};
}

Sink MakeSink(const TensorDesc& tensor) { return {tensor.dtype, MakeLayout(tensor, tensor.shape)}; }

}  // namespace sigloss::exec
