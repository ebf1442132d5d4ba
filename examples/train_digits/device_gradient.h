// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"

namespace train_digits {

using DeviceMemory = std::unique_ptr<void, aclError (*)(void*)>;

/// d(mean binary cross entropy)/d(logits), computed on device 0 through CANN's two-phase interface.
/// Holds the environment, a stream and the buffers; gives them back in reverse order.
class DeviceGradient {
 public:
  DeviceGradient() = default;
  DeviceGradient(const DeviceGradient&) = delete;
  DeviceGradient& operator=(const DeviceGradient&) = delete;
  ~DeviceGradient() { Close(); }

  /// Gets the device and room for `capacity` logits. Like all functions here: false on failure, and
  /// then error() says which call failed and what the library says about it.
  [[nodiscard]] bool Open(size_t capacity);

  /// Gradient [rows, columns] of the mean over rows * columns; copies in, computes, copies out.
  [[nodiscard]] bool Compute(const std::vector<float>& logits, const std::vector<float>& targets,
                             size_t rows, size_t columns, std::vector<float>* gradient);

  /// Gives everything back; the destructor does the same without telling of a failure.
  bool Close();

  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  bool Succeeded(int code, const char* call);
  bool Allocate(uint64_t bytes, DeviceMemory* memory);
  bool Run(size_t rows, size_t columns);

  static DeviceMemory Nothing() { return {nullptr, aclrtFree}; }

  std::string error_;
  bool initialised_ = false;
  bool device_set_ = false;
  aclrtStream stream_ = nullptr;
  uint64_t capacity_bytes_ = 0;
  DeviceMemory grad_output_ = Nothing();  // one element, 1
  DeviceMemory logits_ = Nothing();
  DeviceMemory targets_ = Nothing();
  DeviceMemory gradient_ = Nothing();
};

}  // namespace train_digits
