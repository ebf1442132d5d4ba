// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "acl/acl_base.h"

namespace sigloss::aclnn {

/// Name of a storage format in messages ("ND"); "UNKNOWN" for a number of no format.
[[nodiscard]] std::string_view FormatName(aclFormat format);

}  // namespace sigloss::aclnn
