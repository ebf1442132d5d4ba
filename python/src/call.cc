// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "call.h"

namespace sigloss::python {

Call::Call(std::string_view function, nanobind::handle logits, const core::DTypeSet& float_types)
    : function_(function),
      float_types_(float_types),
      logits_(logits, At("logits")),
      loss_type_(logits_.dtype()) {
  logits_.CheckDType(float_types, At("logits"));
}

void Call::Promote(DType dtype) {
  if (float_types_.Contains(dtype)) loss_type_ = core::PromoteFloat(loss_type_, dtype);
}

}  // namespace sigloss::python
