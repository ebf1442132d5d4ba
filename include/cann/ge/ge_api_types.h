// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_GE_GE_API_TYPES_H_
#define INC_EXTERNAL_GE_GE_API_TYPES_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {

// Names of options.
static const char* const OPTION_EXEC_DEVICE_ID = "ge.exec.deviceId";
static const char* const OPTION_GRAPH_RUN_MODE = "ge.graphRunMode";
static const char* const PRECISION_MODE = "ge.exec.precision_mode";
static const char* const JIT_COMPILE = "ge.jit_compile";

/// Called with what RunGraph would return and its outputs.
using RunAsyncCallback = std::function<void(Status, std::vector<ge::Tensor>&)>;

/// An input as BuildGraph takes it.
struct InputTensorInfo {
  uint32_t data_type;
  std::vector<int64_t> dims;
  void* data;
  int64_t length;
};

}  // namespace ge

#endif  // INC_EXTERNAL_GE_GE_API_TYPES_H_
