// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the C++ functions of all elementwise losses share: errors, the checks in their order, the
// run of a plan.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>

#include "core/address_check.h"
#include "core/error_texts.h"
#include "core/op_spec.h"
#include "device/plan.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"

namespace sigloss::loss {

using View = std::optional<TensorView>;

/// Runs the body of a function. Its failures get the function's name; what it throws becomes one.
template <class Body>
Status Guard(const core::OpSpec& spec, const Body& body) noexcept {
  const auto named = [&](StatusCode code, std::string_view text) {
    return Status(code, core::error_texts::InFunction(spec.name.cpp, text));
  };
  try {
    try {
      Status status = body();
      return status.ok() ? status : named(status.code(), status.message());
    } catch (const std::bad_alloc&) {
      return named(StatusCode::kOutOfMemory, "Out of memory.");
    } catch (const std::exception& error) {
      return named(StatusCode::kInternal, error.what());
    }
  } catch (...) {  // no memory for the text: the code says enough
    return {StatusCode::kOutOfMemory, {}};
  }
}

/// Options that every function has.
struct CommonOptions {
  Reduction reduction;
  Normalizer normalizer;
  std::optional<Precision> precision;
  int max_threads;
};
template <class Options>
CommonOptions CommonOf(const Options& options) {
  return {options.reduction, options.normalizer, options.precision, options.max_threads};
}

/// The checks of the spec on tensors, which are in its order, and the reduction.
[[nodiscard]] Status CheckTensors(const core::OpSpec& spec, core::Views views, Reduction reduction);

/// The options that are no tensors. The range of the reduction is CheckTensors'.
[[nodiscard]] Status CheckCommon(const CommonOptions& options);

/// An option that is a number: `wanted` says what `holds` means.
[[nodiscard]] Status CheckNumber(std::string_view option, double value, bool holds,
                                 std::string_view wanted);

/// Layouts, then addresses. `in_place`: inputs that an output may lie on exactly.
[[nodiscard]] Status CheckMemory(const core::OpSpec& spec, core::Views views,
                                 std::span<const uint8_t> in_place);

/// Runs a plan on tensors in the order of its spec.
[[nodiscard]] Status RunPlan(const device::Plan& plan, core::Views views);

/// Plans a call and runs it.
template <class Call>
Status PlanAndRun(Status (*planner)(const Call&, std::unique_ptr<const device::Plan>*),
                  const Call& call, core::Views views) {
  std::unique_ptr<const device::Plan> plan;
  if (Status status = planner(call, &plan); !status.ok()) return status;
  return RunPlan(*plan, views);
}

inline std::optional<TensorDesc> DescOf(const View& view) {
  return view ? std::optional(view->desc) : std::nullopt;
}

}  // namespace sigloss::loss
