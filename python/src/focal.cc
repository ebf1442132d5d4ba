// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "bindings.h"
#include "call.h"
#include "docs_focal.h"
#include "ops/sigmoid_focal_loss/spec.h"
#include "sigloss/sigmoid_focal_loss.h"

namespace nb = nanobind;
using nb::handle;

namespace sigloss::python {
namespace {

namespace spec = ops::sigmoid_focal_loss;
using Kind = FocalTarget::Kind;

// The one of three arguments that is given says what the others' convention is.
struct GivenTarget {
  Kind kind = Kind::kLabels;
  std::string_view name;
  handle source;
};

GivenTarget ChooseTarget(std::string_view function, handle labels, handle selector,
                         handle class_index) {
  const GivenTarget all[] = {{Kind::kLabels, "labels", labels},
                             {Kind::kSelector, "selector", selector},
                             {Kind::kClassIndex, "class_index", class_index}};
  std::optional<GivenTarget> chosen;
  for (const GivenTarget& one : all) {
    if (one.source.is_none()) continue;
    if (chosen) RaiseTypeError({function, one.name}, "is given beside another target.");
    chosen = one;
  }
  if (!chosen) {
    RaiseTypeError({function, "labels"}, "is missing: give labels, selector or class_index.");
  }
  return *chosen;
}

class FocalCall : public Call {
 public:
  FocalCall(std::string_view function, handle logits, const GivenTarget& target, handle alpha,
            handle gamma, handle weight, handle reduction, handle normalizer, handle mask,
            handle precision)
      : Call(function, logits, spec::kFloatTypes),
        name_(target.name),
        array_(target.source, At(target.name)),
        weight_(weight, spec::kFloatTypes, At("weight")),
        class_alpha_(IsNumber(alpha) ? handle(Py_None) : alpha, spec::kFloatTypes, At("alpha")),
        mask_(mask, spec::kMaskTypes, At("mask")),
        target_{target.kind, array_.view()} {
    const bool is_index = target.kind == Kind::kClassIndex;
    array_.CheckDType(is_index ? spec::kIndexTypes : spec::kTargetTypes, At(target.name));
    Promote(array_.dtype());
    Promote(weight_.dtype());
    Promote(class_alpha_.dtype());
    SetCommon(&options_, *this, reduction, normalizer, precision);
    options_.mask = mask_.View();
    options_.alpha.reset();
    if (IsNumber(alpha)) options_.alpha = NumberOf(alpha, At("alpha"));
    options_.gamma = NumberOf(gamma, At("gamma"));
  }

  [[nodiscard]] const TensorView& x() const { return logits().view(); }
  [[nodiscard]] const FocalTarget& target() const { return target_; }
  [[nodiscard]] const FocalOptions& options() const { return options_; }
  [[nodiscard]] Result::Shape LossShape() const { return ShapeOfLoss(options_.reduction); }
  void SetFactors(bool in_float64) {
    options_.weight = weight_.View(in_float64);
    options_.class_alpha = class_alpha_.View(in_float64);
  }
  void AddRenames(std::vector<Rename>* renames) const {
    renames->emplace_back("target", name_);
    renames->emplace_back("class_alpha", "alpha");
  }

 private:
  std::string_view name_;
  Array array_;
  Operand weight_;
  Operand class_alpha_;
  OptionalArray mask_;
  FocalTarget target_;
  FocalOptions options_;
};

nb::object Loss(handle logits, handle labels, handle selector, handle class_index, handle alpha,
                handle gamma, handle weight, handle reduction, handle normalizer, handle mask,
                handle out, handle precision) {
  constexpr std::string_view kName = "sigmoid_focal_loss";
  FocalCall call(kName, logits, ChooseTarget(kName, labels, selector, class_index), alpha, gamma,
                 weight, reduction, normalizer, mask, precision);
  return RunLoss(call, out, [&](const TensorView& loss) {
    return sigmoid_focal_loss(call.x(), call.target(), loss, call.options());
  });
}

nb::object Backward(handle grad_output, handle logits, handle labels, handle selector,
                    handle class_index, handle alpha, handle gamma, handle weight, handle reduction,
                    handle normalizer, handle mask, handle out, handle precision) {
  constexpr std::string_view kName = "sigmoid_focal_loss_backward";
  FocalCall call(kName, logits, ChooseTarget(kName, labels, selector, class_index), alpha, gamma,
                 weight, reduction, normalizer, mask, precision);
  return RunGradient(
      call, grad_output, out, [&](const TensorView& upstream, const TensorView& grad) {
        return sigmoid_focal_loss_backward(upstream, call.x(), call.target(), grad, call.options());
      });
}

nb::tuple LossAndGrad(handle logits, handle labels, handle selector, handle class_index,
                      handle alpha, handle gamma, handle weight, handle reduction,
                      handle normalizer, handle mask, handle out, handle precision) {
  constexpr std::string_view kName = "sigmoid_focal_loss_loss_and_grad";
  FocalCall call(kName, logits, ChooseTarget(kName, labels, selector, class_index), alpha, gamma,
                 weight, reduction, normalizer, mask, precision);
  return RunLossAndGrad(call, out, [&](const TensorView& loss, const TensorView& grad) {
    return sigmoid_focal_loss_loss_and_grad(call.x(), call.target(), loss, grad, call.options());
  });
}

template <class Function, class... Tensors>
void Bind(nb::module_& module, const char* name, const Function& function, const char* signature,
          const char* docs, const Tensors&... tensors) {
  module.def(name, function, tensors..., nb::kw_only(), nb::arg("labels") = nb::none(),
             nb::arg("selector") = nb::none(), nb::arg("class_index") = nb::none(),
             nb::arg("alpha").none() = 0.25, nb::arg("gamma").none() = 2.0,
             nb::arg("weight") = nb::none(), nb::arg("reduction").none() = "none",
             nb::arg("normalizer") = nb::none(), nb::arg("mask") = nb::none(),
             nb::arg("out") = nb::none(), nb::arg("precision") = nb::none(), nb::sig(signature),
             docs);
}

}  // namespace

void BindFocal(nb::module_& module) {
  const auto grad_output = nb::arg("grad_output").none();
  const auto logits = nb::arg("logits").none();
  Bind(module, "sigmoid_focal_loss", Loss, docs::kFocalSignature, docs::kFocal, logits);
  Bind(module, "sigmoid_focal_loss_backward", Backward, docs::kFocalBackwardSignature,
       docs::kFocalBackward, grad_output, logits);
  Bind(module, "sigmoid_focal_loss_loss_and_grad", LossAndGrad, docs::kFocalLossAndGradSignature,
       docs::kFocalLossAndGrad, logits);
}

}  // namespace sigloss::python
