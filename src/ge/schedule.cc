// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/schedule.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/error_texts.h"
#include "core/shape.h"
#include "core/validator.h"
#include "ge/dtype.h"

namespace sigloss::graph {
namespace {

namespace texts = core::error_texts;

Status Invalid(std::string text) { return {StatusCode::kInvalidArgument, std::move(text)}; }

Status Describe(const ::ge::TensorDesc& desc, const std::string& name, Value* value) {
  const std::vector<int64_t>& dims = Access::Dims(desc);
  if (dims.size() > kMaxRank) return Invalid(texts::RankTooLarge(name, dims.size()));
  const auto count = core::NumElements(dims);
  if (!count || *count > core::kMaxElements) return Invalid(texts::ShapeInvalid(name, dims));
  const int64_t bytes = ::ge::GetSizeInBytes(*count, desc.GetDataType());
  if (bytes < 0) {
    return Invalid("Tensor " + name + " has the dtype " + NameOf(desc.GetDataType()) +
                   ", which has no fixed size.");
  }
  value->desc = TensorDesc::Dense(ToDType(desc.GetDataType()), Dims(dims));
  value->format = desc.GetFormat();
  value->bytes = static_cast<size_t>(bytes);
  return {};
}

bool IsReduced(const core::OpSpec& spec, const std::vector<int64_t>& attrs) {
  for (size_t i = 0; i < attrs.size(); ++i) {
    if (spec.attrs[i].name.cann == "reduction") return attrs[i] != 0;
  }
  return false;
}

class Scheduler {
 public:
  Scheduler(const Program& program, Schedule* schedule) : program_(program), schedule_(schedule) {}

  [[nodiscard]] Status Run(const std::vector<const ::ge::TensorDesc*>& descs) {
    schedule_->values.resize(program_.num_values);
    schedule_->plans.clear();
    Status status = DescribeSources(descs);
    for (size_t i = 0; status.ok() && i < program_.nodes.size(); ++i) {
      status = Add(program_.nodes[i]);
      if (!status.ok()) return {status.code(), program_.nodes[i].title + ": " + status.message()};
    }
    if (status.ok()) PlaceIntermediates();
    return status;
  }

 private:
  [[nodiscard]] Status DescribeSources(const std::vector<const ::ge::TensorDesc*>& descs) {
    for (size_t i = 0; i < program_.inputs.size(); ++i) {
      const ProgramInput& input = program_.inputs[i];
      Status status = Describe(*descs[i], input.name, &schedule_->values[input.value]);
      if (!status.ok()) return status;
    }
    for (const Constant& constant : program_.constants) {
      Value& value = schedule_->values[constant.value];
      Status status = Describe(Access::Desc(constant.tensor), constant.name, &value);
      if (!status.ok()) return status;
      if (constant.tensor.GetSize() == value.bytes) continue;
      return Invalid("Const " + constant.name + " holds " +
                     std::to_string(constant.tensor.GetSize()) + " bytes, expected " +
                     std::to_string(value.bytes) + ".");
    }
    return {};
  }

  [[nodiscard]] Status Add(const ProgramNode& node) {
    const core::OpSpec& spec = *node.definition->spec;
    const size_t count = spec.params.size();
    arguments_.assign(count, {});
    for (size_t i = 0; i < count; ++i) {
      const bool is_output = spec.params[i].presence == core::Presence::kOutput;
      if (node.values[i] == kNoValue || is_output) continue;
      const Value& value = schedule_->values[node.values[i]];
      arguments_[i] = {true, value.desc.dtype, value.desc.shape, value.desc.strides,
                       ::ge::GetFormatName(value.format)};
    }
    Status status = core::Validate(spec, core::Front::kGraph, spec.graph_checks, arguments_,
                                   node.attrs, node.reals);
    return status.ok() ? Plan(node, spec) : status;
  }

  [[nodiscard]] Status Plan(const ProgramNode& node, const core::OpSpec& spec) {
    for (const core::ResultSpec& result : spec.results) Infer(node, spec, result);
    const size_t count = spec.params.size();
    descs_.assign(count, {});
    given_ = std::make_unique<bool[]>(count);
    for (size_t i = 0; i < count; ++i) {
      given_[i] = node.values[i] != kNoValue;
      if (given_[i]) descs_[i] = schedule_->values[node.values[i]].desc;
    }
    const NodeCall call = {descs_, {given_.get(), count}, node.attrs, node.reals};
    return node.definition->planner(call, &schedule_->plans.emplace_back());
  }

  void Infer(const ProgramNode& node, const core::OpSpec& spec, const core::ResultSpec& result) {
    const Value& like = schedule_->values[node.values[result.like]];
    Value& value = schedule_->values[node.values[result.output]];
    const bool is_number = result.is_loss && IsReduced(spec, node.attrs);
    value.format = ::ge::FORMAT_ND;
    value.desc = TensorDesc::Dense(like.desc.dtype, is_number ? Dims() : like.desc.shape);
    value.bytes = is_number ? DTypeSize(like.desc.dtype) : like.bytes;
  }

  // Graph outputs have memory of their own; what lies between lives from the node that makes it to
  // the last that reads it.
  void PlaceIntermediates() {
    schedule_->intermediates.clear();
    schedule_->memory = {};
    std::vector<Lifetime> lifetimes;
    for (const auto& [value, lifetime] : Lifetimes()) {
      schedule_->intermediates.push_back(value);
      lifetimes.push_back(lifetime);
    }
    schedule_->memory = PlanMemory(lifetimes);
  }

  [[nodiscard]] std::vector<std::pair<ValueId, Lifetime>> Lifetimes() const {
    std::vector<std::pair<ValueId, Lifetime>> all;
    std::vector<size_t> places(program_.num_values, kNoValue);  // in `all`
    for (size_t step = 0; step < program_.nodes.size(); ++step) {
      const ProgramNode& node = program_.nodes[step];
      for (size_t i = 0; i < node.values.size(); ++i) {
        const ValueId value = node.values[i];
        if (value == kNoValue || IsGraphOutput(value)) continue;
        if (node.definition->spec->params[i].presence == core::Presence::kOutput) {
          places[value] = all.size();
          all.push_back({value, {schedule_->values[value].bytes, step, step}});
        } else if (places[value] != kNoValue) {
          all[places[value]].second.last = step;
        }
      }
    }
    return all;
  }

  [[nodiscard]] bool IsGraphOutput(ValueId value) const {
    const auto& outputs = program_.outputs;
    return std::find(outputs.begin(), outputs.end(), value) != outputs.end();
  }

  const Program& program_;
  Schedule* schedule_;
  std::vector<core::Argument> arguments_;
  std::vector<TensorDesc> descs_;
  std::unique_ptr<bool[]> given_;
};

}  // namespace

Status MakeSchedule(const Program& program, const std::vector<const ::ge::TensorDesc*>& descs,
                    Schedule* schedule) {
  return Scheduler(program, schedule).Run(descs);
}

}  // namespace sigloss::graph
