// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// A program for tensors of certain shapes and types: what each value is, a plan for each node,
// places for what is neither an input nor an output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ge/memory_plan.h"
#include "ge/program.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::graph {

struct Value {
  TensorDesc desc;
  ::ge::Format format = ::ge::FORMAT_ND;
  size_t bytes = 0;
};

struct Schedule {
  std::vector<Value> values;           // by ValueId
  std::vector<PlanPtr> plans;          // by node
  std::vector<ValueId> intermediates;  // parallel to memory.offsets
  MemoryPlan memory;
};

/// Infers and checks everything that there is to check before a run; `descs` are of the inputs, at
/// least as many as the program has. Errors name the node or input, and the argument.
[[nodiscard]] Status MakeSchedule(const Program& program,
                                  const std::vector<const ::ge::TensorDesc*>& descs,
                                  Schedule* schedule);

}  // namespace sigloss::graph
