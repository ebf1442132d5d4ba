// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/objects.h"

namespace sigloss::acl {

Object::~Object() = default;

core::HandleTable<Object>& Objects() {
  static auto* table = new core::HandleTable<Object>();
  return *table;
}

}  // namespace sigloss::acl
