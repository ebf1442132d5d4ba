// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace sigloss::python {

/// What a struct of imported names holds, made at the first call and kept as long as the process
/// lives. The interpreter's lock is held. Not a static object with an initialiser: importing lets
/// other threads run, and they would wait for its end while they hold the lock that it needs.
template <class Names>
Names& LookedUp() {
  static Names* known = nullptr;
  if (known == nullptr) {
    auto made = std::make_unique<Names>();
    if (known == nullptr) known = made.release();
  }
  return *known;
}

}  // namespace sigloss::python
