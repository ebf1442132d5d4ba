// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "dlpack.h"

namespace sigloss::python {

/// Whose array an object is.
enum class Framework : uint8_t {
  kOther,  // whatever else exports a buffer or DLPack
  kNumpy,
  kTorch,
  kJax,
  kJaxTracer,  // stands for an array while JAX transforms a function
  kTorchFake,  // likewise for torch.compile and torch.export
};

struct TypeTraits {
  Framework framework = Framework::kOther;
  const dlpack::ExchangeApi* exchange = nullptr;  // null: there is none
  bool has_buffer = false;
};

/// What is known of a type, found once. The interpreter's lock is held.
[[nodiscard]] TypeTraits TraitsOf(PyTypeObject* type);

}  // namespace sigloss::python
