// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace sigloss::python {

/// Adds the functions of binary cross entropy with logits to the module.
void BindBce(nanobind::module_& module);

/// Adds the functions of sigmoid focal loss to the module.
void BindFocal(nanobind::module_& module);

/// Adds the settings of the process to the module.
void BindSettings(nanobind::module_& module);

}  // namespace sigloss::python
