// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/loaded_graph.h"

#include <cstring>
#include <string>
#include <utility>

#include "core/shape.h"
#include "ge/dtype.h"
#include "ge/results.h"

namespace sigloss::graph {
namespace {

Status Invalid(std::string text) { return {StatusCode::kInvalidArgument, std::move(text)}; }

std::string ShapeText(const std::vector<int64_t>& dims) { return core::ToString(dims); }

}  // namespace

LoadedGraph::~LoadedGraph() {
  if (is_claimed_) graph_->is_added = false;
}

bool LoadedGraph::Claim() {
  is_claimed_ = !graph_->is_added.exchange(true);
  return is_claimed_;
}

Status LoadedGraph::Build() {
  std::lock_guard lock(mutex_);
  return BuildLocked();
}

bool LoadedGraph::IsBuilt() const {
  std::lock_guard lock(mutex_);
  return program_ != nullptr;
}

Status LoadedGraph::BuildLocked() {
  return program_ != nullptr ? Status() : Compile(*graph_, &program_);
}

Status LoadedGraph::Check(const Tensors& inputs) {
  std::lock_guard lock(mutex_);
  return Prepare(inputs);
}

Status LoadedGraph::Run(const Tensors& inputs, Tensors* outputs) {
  std::lock_guard lock(mutex_);
  Status status = Prepare(inputs);
  if (status.ok()) status = CheckSizes(inputs);
  if (!status.ok()) return status;
  Tensors results = MakeResults(*program_, schedule_, inputs, *outputs);
  status = Execute(inputs, &results);
  if (!status.ok()) return status;
  DescribeResults(*program_, schedule_, &results);
  *outputs = std::move(results);
  if (fixed_.empty()) Fix(inputs);
  return {};
}

Status LoadedGraph::Prepare(const Tensors& inputs) {
  if (Status status = BuildLocked(); !status.ok()) return status;
  if (inputs.size() < NumInputs()) {
    return {StatusCode::kNullArgument, "The graph has " + std::to_string(NumInputs()) +
                                           " Data nodes, but there are " +
                                           std::to_string(inputs.size()) + " inputs; that for " +
                                           program_->inputs[inputs.size()].name + " is missing."};
  }
  if (Status status = CheckSignature(inputs); !status.ok()) return status;
  descs_.clear();
  for (const ::ge::Tensor& input : inputs) descs_.push_back(&Access::Desc(input));
  return MakeSchedule(*program_, descs_, &schedule_);
}

Status LoadedGraph::CheckSignature(const Tensors& inputs) const {
  for (size_t i = 0; i < NumInputs(); ++i) {
    const ProgramInput& input = program_->inputs[i];
    const std::vector<int64_t>& dims = Access::Dims(Access::Desc(inputs[i]));
    if (input.IsDynamic() && !input.Allows(dims)) {
      return Invalid("The input for Data " + input.name + " has the shape " + ShapeText(dims) +
                     ", expected " + ShapeText(input.dims) + " with any extent for -1.");
    }
    if (fixed_.empty()) continue;
    if (!input.IsDynamic() && dims != fixed_[i].dims) {
      return Invalid("The input for Data " + input.name + " has the shape " + ShapeText(dims) +
                     ", expected " + ShapeText(fixed_[i].dims) +
                     " as in the first run; an extent that varies must be declared as -1.");
    }
    if (inputs[i].GetDataType() != fixed_[i].dtype) {
      return Invalid("The input for Data " + input.name + " has the dtype " +
                     NameOf(inputs[i].GetDataType()) + ", expected " + NameOf(fixed_[i].dtype) +
                     " as in the first run.");
    }
  }
  return {};
}

Status LoadedGraph::CheckSizes(const Tensors& inputs) const {
  for (size_t i = 0; i < NumInputs(); ++i) {
    const size_t wanted = schedule_.values[program_->inputs[i].value].bytes;
    if (inputs[i].GetSize() == wanted) continue;
    return Invalid("The input for Data " + program_->inputs[i].name + " holds " +
                   std::to_string(inputs[i].GetSize()) + " bytes, but its shape " +
                   ShapeText(Access::Dims(Access::Desc(inputs[i]))) + " and dtype take " +
                   std::to_string(wanted) + ".");
  }
  return {};
}

Status LoadedGraph::Execute(const Tensors& inputs, Tensors* results) {
  Place(inputs, results);
  if (Status status = RunNodes(); !status.ok()) return status;
  for (size_t i = 0; i < results->size(); ++i) {
    // What is an input, a constant or an output for the second time lies elsewhere.
    const void* const made = addresses_[program_->outputs[i]];
    Storage& storage = Access::StorageOf((*results)[i]);
    if (made != storage.data() && storage.size() > 0) {
      std::memcpy(storage.data(), made, storage.size());
    }
  }
  return {};
}

void LoadedGraph::Place(const Tensors& inputs, Tensors* results) {
  addresses_.assign(program_->num_values, nullptr);
  for (size_t i = results->size(); i-- > 0;) {
    addresses_[program_->outputs[i]] = Access::StorageOf((*results)[i]).data();
  }
  for (size_t i = 0; i < NumInputs(); ++i) {
    addresses_[program_->inputs[i].value] = Access::StorageOf(inputs[i]).data();
  }
  for (const Constant& constant : program_->constants) {
    addresses_[constant.value] = Access::StorageOf(constant.tensor).data();
  }
  const MemoryPlan& memory = schedule_.memory;
  if (intermediates_.size() < memory.total) intermediates_ = Storage::Allocate(memory.total);
  for (size_t i = 0; i < memory.offsets.size(); ++i) {
    addresses_[schedule_.intermediates[i]] = intermediates_.data() + memory.offsets[i];
  }
}

Status LoadedGraph::RunNodes() {
  for (size_t i = 0; i < program_->nodes.size(); ++i) {
    const ProgramNode& node = program_->nodes[i];
    arguments_.clear();
    for (const ValueId value : node.values) {
      arguments_.push_back(value == kNoValue ? nullptr : addresses_[value]);
    }
    Status status = schedule_.plans[i]->Run(arguments_);
    if (!status.ok()) return {status.code(), node.title + ": " + status.message()};
  }
  return {};
}

void LoadedGraph::Fix(const Tensors& inputs) {
  for (size_t i = 0; i < NumInputs(); ++i) {
    fixed_.push_back({inputs[i].GetDataType(), Access::Dims(Access::Desc(inputs[i]))});
  }
}

}  // namespace sigloss::graph
