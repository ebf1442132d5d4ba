// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The devices of the process: which there are, who uses them, which contexts they have.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "acl/context.h"
#include "sigloss/status.h"

namespace sigloss::acl {

/// Thread-safe. Members that take a device number want a valid one.
class Devices {
 public:
  /// The process's devices, from the environment at the first use.
  static Devices& Get();

  /// Why there is no list of devices, or ok.
  [[nodiscard]] const Status& status() const { return status_; }
  /// Name of each device's chip.
  [[nodiscard]] const std::vector<std::string>& chips() const { return chips_; }
  [[nodiscard]] bool Contains(int32_t device) const {
    return device >= 0 && static_cast<size_t>(device) < chips_.size();
  }

  /// Counts one more user; gives the default context, made for the first one.
  [[nodiscard]] aclrtContext Retain(int32_t device);
  /// Counts one user less, the last one closes all contexts; false if there is none.
  [[nodiscard]] bool Release(int32_t device);

  /// A context besides the default one.
  [[nodiscard]] aclrtContext OpenContext(int32_t device);
  /// Closes such a context; false if the handle is not of a live one.
  [[nodiscard]] bool CloseContext(aclrtContext handle);

  /// The streams of all contexts of a device.
  [[nodiscard]] std::vector<std::shared_ptr<Stream>> Streams(int32_t device) const;

 private:
  struct Device {
    uint64_t users = 0;
    aclrtContext default_context = nullptr;
    std::unordered_set<aclrtContext> contexts;  // all, the default one too
  };

  Devices();
  [[nodiscard]] aclrtContext OpenLocked(int32_t device, bool is_default);

  Status status_;
  std::vector<std::string> chips_;
  mutable std::mutex mutex_;
  std::vector<Device> devices_;
};

}  // namespace sigloss::acl
