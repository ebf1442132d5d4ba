// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The operators that graphs can run. Whoever knows an operator registers it; this front knows none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/export.h"
#include "core/op_spec.h"
#include "device/plan.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::graph {

/// A node whose arguments the checks of its spec accept: parallel to the spec's parameters (outputs
/// too), attributes and real attributes.
struct NodeCall {
  std::span<const TensorDesc> descs;
  std::span<const bool> given;
  std::span<const int64_t> attrs;
  std::span<const double> reals;

  [[nodiscard]] std::optional<TensorDesc> Optional(size_t param) const {
    if (!given[param]) return std::nullopt;
    return descs[param];
  }
};

using PlanPtr = std::unique_ptr<const device::Plan>;
using Planner = Status (*)(const NodeCall& call, PlanPtr* plan);

struct Definition {
  const core::OpSpec* spec;  // its graph name is the type of the nodes
  Planner planner;           // makes a plan whose addresses are parallel to the spec's parameters
};

/// Of several definitions of one type the first counts. Thread-safe, and to be called before main.
SIGLOSS_INTERNAL void RegisterOperator(const Definition& definition);

/// Null if no such operator is registered. Where the operators are a library of their own that the
/// program did not bring along, it is loaded first.
[[nodiscard]] const Definition* FindOperator(std::string_view type);

/// Types of all operators, for messages: "A, B".
[[nodiscard]] std::string ListOperators();

}  // namespace sigloss::graph
