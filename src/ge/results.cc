// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/results.h"

#include <algorithm>
#include <utility>

namespace sigloss::graph {
namespace {

bool Overlaps(const Storage& storage, const ::ge::Tensor& input) {
  const auto begin = reinterpret_cast<uintptr_t>(storage.data());
  const auto other = reinterpret_cast<uintptr_t>(input.GetData());
  return begin < other + input.GetSize() && other < begin + storage.size();
}

bool MayReuse(const ::ge::Tensor& old, size_t bytes, const Tensors& inputs) {
  const Storage& storage = Access::StorageOf(old);
  return storage.is_ours() && storage.size() == bytes && Access::IsUnshared(old) &&
         std::none_of(inputs.begin(), inputs.end(),
                      [&](const ::ge::Tensor& input) { return Overlaps(storage, input); });
}

void Describe(const Value& value, ::ge::TensorDesc* desc) {
  const auto& shape = value.desc.shape;
  const std::vector<int64_t> dims(shape.begin(), shape.end());
  Access::Dims(*desc) = dims;
  Access::OriginDims(*desc) = dims;
  desc->SetDataType(static_cast<::ge::DataType>(value.desc.dtype));
  desc->SetFormat(value.format);
  desc->SetOriginFormat(value.format);
  desc->SetPlacement(::ge::kPlacementHost);
  desc->SetRealDimCnt(static_cast<int64_t>(dims.size()));
}

}  // namespace

Tensors MakeResults(const Program& program, const Schedule& schedule, const Tensors& inputs,
                    const Tensors& old) {
  Tensors results;
  results.reserve(program.outputs.size());
  for (size_t i = 0; i < program.outputs.size(); ++i) {
    const Value& value = schedule.values[program.outputs[i]];
    const bool reuse = i < old.size() && MayReuse(old[i], value.bytes, inputs);
    if (reuse) {
      results.push_back(old[i]);
    } else {
      Access::StorageOf(results.emplace_back()) = Storage::Allocate(value.bytes);
    }
  }
  return results;
}

void DescribeResults(const Program& program, const Schedule& schedule, Tensors* results) {
  for (size_t i = 0; i < results->size(); ++i) {
    Describe(schedule.values[program.outputs[i]], &Access::Desc((*results)[i]));
  }
}

}  // namespace sigloss::graph
