// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/nanobind.h>
#include <nanobind/typing.h>

#include "bindings.h"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  module.doc() = "Compiled part of sigloss.";
  module.attr("ArrayT") = nb::type_var("ArrayT");
  sigloss::python::BindBce(module);
  sigloss::python::BindFocal(module);
  sigloss::python::BindSettings(module);
}
