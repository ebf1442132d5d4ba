// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings.h"
#include "call.h"
#include "docs_bce.h"
#include "ops/bce_with_logits/spec.h"
#include "sigloss/bce_with_logits.h"

namespace nb = nanobind;
using nb::handle;

namespace sigloss::python {
namespace {

namespace spec = ops::bce_with_logits;

class BceCall : public Call {
 public:
  BceCall(std::string_view function, handle logits, handle target, handle weight, handle pos_weight,
          handle reduction, handle normalizer, handle mask, handle label_smoothing,
          handle precision)
      : Call(function, logits, spec::kFloatTypes),
        target_(target, At("target")),
        weight_(weight, spec::kFloatTypes, At("weight")),
        pos_weight_(pos_weight, spec::kFloatTypes, At("pos_weight")),
        mask_(mask, spec::kMaskTypes, At("mask")) {
    target_.CheckDType(spec::kLabelTypes, At("target"));
    Promote(target_.dtype());
    Promote(weight_.dtype());
    Promote(pos_weight_.dtype());
    SetCommon(&options_, *this, reduction, normalizer, precision);
    options_.mask = mask_.View();
    options_.label_smoothing = NumberOf(label_smoothing, At("label_smoothing"));
  }

  [[nodiscard]] const TensorView& x() const { return logits().view(); }
  [[nodiscard]] const TensorView& y() const { return target_.view(); }
  [[nodiscard]] const BceOptions& options() const { return options_; }
  [[nodiscard]] Result::Shape LossShape() const { return ShapeOfLoss(options_.reduction); }
  void SetFactors(bool in_float64) {
    options_.weight = weight_.View(in_float64);
    options_.pos_weight = pos_weight_.View(in_float64);
  }
  void AddRenames(std::vector<Rename>* /*renames*/) const {}  // Python's names are the core's

 private:
  Array target_;
  Operand weight_;
  Operand pos_weight_;
  OptionalArray mask_;
  BceOptions options_;
};

nb::object Loss(handle logits, handle target, handle weight, handle pos_weight, handle reduction,
                handle normalizer, handle mask, handle label_smoothing, handle out,
                handle precision) {
  BceCall call("bce_with_logits", logits, target, weight, pos_weight, reduction, normalizer, mask,
               label_smoothing, precision);
  return RunLoss(call, out, [&](const TensorView& loss) {
    return bce_with_logits(call.x(), call.y(), loss, call.options());
  });
}

nb::object Backward(handle grad_output, handle logits, handle target, handle weight,
                    handle pos_weight, handle reduction, handle normalizer, handle mask,
                    handle label_smoothing, handle out, handle precision) {
  BceCall call("bce_with_logits_backward", logits, target, weight, pos_weight, reduction,
               normalizer, mask, label_smoothing, precision);
  return RunGradient(
      call, grad_output, out, [&](const TensorView& upstream, const TensorView& grad) {
        return bce_with_logits_backward(upstream, call.x(), call.y(), grad, call.options());
      });
}

nb::object TargetBackward(handle grad_output, handle logits, handle target, handle weight,
                          handle pos_weight, handle reduction, handle normalizer, handle mask,
                          handle label_smoothing, handle out, handle precision) {
  BceCall call("bce_with_logits_target_backward", logits, target, weight, pos_weight, reduction,
               normalizer, mask, label_smoothing, precision);
  return RunGradient(
      call, grad_output, out, [&](const TensorView& upstream, const TensorView& grad) {
        return bce_with_logits_target_backward(upstream, call.x(), call.y(), grad, call.options());
      });
}

nb::tuple LossAndGrad(handle logits, handle target, handle weight, handle pos_weight,
                      handle reduction, handle normalizer, handle mask, handle label_smoothing,
                      handle out, handle precision) {
  BceCall call("bce_with_logits_loss_and_grad", logits, target, weight, pos_weight, reduction,
               normalizer, mask, label_smoothing, precision);
  return RunLossAndGrad(call, out, [&](const TensorView& loss, const TensorView& grad) {
    return bce_with_logits_loss_and_grad(call.x(), call.y(), loss, grad, call.options());
  });
}

template <class Function, class... Tensors>
void Bind(nb::module_& module, const char* name, const Function& function, const char* signature,
          const char* docs, const Tensors&... tensors) {
  module.def(name, function, tensors..., nb::kw_only(), nb::arg("weight") = nb::none(),
             nb::arg("pos_weight") = nb::none(), nb::arg("reduction").none() = "mean",
             nb::arg("normalizer") = nb::none(), nb::arg("mask") = nb::none(),
             nb::arg("label_smoothing").none() = 0.0, nb::arg("out") = nb::none(),
             nb::arg("precision") = nb::none(), nb::sig(signature), docs);
}

}  // namespace

void BindBce(nb::module_& module) {
  const auto grad_output = nb::arg("grad_output").none();
  const auto logits = nb::arg("logits").none();
  const auto target = nb::arg("target").none();
  Bind(module, "bce_with_logits", Loss, docs::kBceSignature, docs::kBce, logits, target);
  Bind(module, "bce_with_logits_backward", Backward, docs::kBceBackwardSignature,
       docs::kBceBackward, grad_output, logits, target);
  Bind(module, "bce_with_logits_target_backward", TargetBackward, docs::kBceTargetBackwardSignature,
       docs::kBceTargetBackward, grad_output, logits, target);
  Bind(module, "bce_with_logits_loss_and_grad", LossAndGrad, docs::kBceLossAndGradSignature,
       docs::kBceLossAndGrad, logits, target);
}

}  // namespace sigloss::python
