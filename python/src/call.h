// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the losses have in common: from a call's arguments to its results.
#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <string_view>
#include <vector>

#include "operand.h"
#include "options.h"
#include "result.h"
#include "sigloss/loss_options.h"

namespace sigloss::python {

/// The arguments of one call as the core wants them. Families add theirs.
class Call {
 public:
  Call(std::string_view function, nanobind::handle logits, const core::DTypeSet& float_types);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  [[nodiscard]] Where At(std::string_view argument) const { return {function_, argument}; }
  [[nodiscard]] const core::DTypeSet& float_types() const { return float_types_; }
  [[nodiscard]] const Array& logits() const { return logits_; }
  /// The type that holds all that the loss is computed from, as far as it is added yet.
  [[nodiscard]] DType loss_type() const { return loss_type_; }
  [[nodiscard]] bool is_float64() const { return loss_type_ == DType::kFloat64; }

 protected:
  /// Adds an argument that takes part in the type of the loss.
  void Promote(DType dtype);

 private:
  std::string_view function_;
  const core::DTypeSet& float_types_;
  Array logits_;
  DType loss_type_;
};

/// Names of results in the core's messages, for the functions of one result and of two.
inline constexpr Rename kOneResult[] = {{"loss", "out"}, {"grad", "out"}, {"grad_target", "out"}};
inline constexpr Rename kTwoResults[] = {{"loss", "out[0]"}, {"grad", "out[1]"}};

/// Runs the core without the interpreter's lock.
template <class Family, class Core>
void Run(const Family& call, std::span<const Rename> results, const Core& core) {
  Status status;
  {
    const nanobind::gil_scoped_release release;
    status = core();
  }
  if (status.ok()) return;
  std::vector<Rename> renames(results.begin(), results.end());
  call.AddRenames(&renames);
  RaiseStatus(status, renames);
}

/// core(loss) -> Status
template <class Family, class Core>
nanobind::object RunLoss(Family& call, nanobind::handle out, const Core& core) {
  Result loss(out, call.float_types(), call.At("out"), call.logits(), call.LossShape(),
              call.loss_type());
  call.SetFactors(call.is_float64() || loss.is_float64());
  Run(call, kOneResult, [&] { return core(loss.view()); });
  return loss.Take();
}

/// core(grad_output, grad) -> Status
template <class Family, class Core>
nanobind::object RunGradient(Family& call, nanobind::handle given, nanobind::handle out,
                             const Core& core) {
  Operand grad_output(given, call.float_types(), call.At("grad_output"));
  if (given.is_none()) RaiseTypeError(call.At("grad_output"), "should be an array or a number.");
  Result grad(out, call.float_types(), call.At("out"), call.logits(), Result::Shape::kOfLogits,
              call.logits().dtype());
  const bool in_float64 = call.is_float64() || grad_output.is_float64() || grad.is_float64();
  call.SetFactors(in_float64);
  const TensorView upstream = *grad_output.View(in_float64);
  Run(call, kOneResult, [&] { return core(upstream, grad.view()); });
  return grad.Take();
}

/// core(loss, grad) -> Status
template <class Family, class Core>
nanobind::tuple RunLossAndGrad(Family& call, nanobind::handle out, const Core& core) {
  const OutPair given = OutPairOf(out, call.At("out"));
  Result loss(given.loss, call.float_types(), call.At("out[0]"), call.logits(), call.LossShape(),
              call.loss_type());
  Result grad(given.grad, call.float_types(), call.At("out[1]"), call.logits(),
              Result::Shape::kOfLogits, call.logits().dtype());
  call.SetFactors(call.is_float64() || loss.is_float64() || grad.is_float64());
  Run(call, kTwoResults, [&] { return core(loss.view(), grad.view()); });
  return nanobind::make_tuple(loss.Take(), grad.Take());
}

/// Options that every family's struct has.
template <class Options>
void SetCommon(Options* options, const Call& call, nanobind::handle reduction,
               nanobind::handle normalizer, nanobind::handle precision) {
  options->reduction = ReductionOf(reduction, call.At("reduction"));
  options->normalizer = NormalizerOf(normalizer, options->reduction, call.At("normalizer"));
  options->precision = PrecisionOf(precision, call.At("precision"));
}

[[nodiscard]] inline Result::Shape ShapeOfLoss(Reduction reduction) {
  return reduction == Reduction::kNone ? Result::Shape::kOfLogits : Result::Shape::kOneElement;
}

}  // namespace sigloss::python
