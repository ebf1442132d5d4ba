// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/devices.h"

#include <cstdlib>
#include <utility>

#include "core/device_list.h"

namespace sigloss::acl {

Devices& Devices::Get() {
  static auto* devices = new Devices();
  return *devices;
}

Devices::Devices() {
  const char* list = std::getenv(core::kDeviceListVariable);
  status_ = core::ParseDeviceList(list == nullptr ? "" : list, &chips_);
  devices_.resize(chips_.size());
}

aclrtContext Devices::OpenLocked(int32_t device, bool is_default) {
  const aclrtContext handle = Context::Open(device, is_default);
  try {
    devices_[device].contexts.insert(handle);
  } catch (...) {
    (void)Take<Context>(handle);
    throw;
  }
  return handle;
}

aclrtContext Devices::Retain(int32_t device) {
  std::lock_guard lock(mutex_);
  Device& state = devices_[device];
  if (state.users == 0) state.default_context = OpenLocked(device, true);
  ++state.users;
  return state.default_context;
}

bool Devices::Release(int32_t device) {
  std::unordered_set<aclrtContext> closing;
  {
    std::lock_guard lock(mutex_);
    Device& state = devices_[device];
    if (state.users == 0) return false;
    if (--state.users > 0) return true;
    state.default_context = nullptr;
    closing.swap(state.contexts);
  }
  // Queued work may take long: other devices and threads are not held up for it.
  for (aclrtContext handle : closing) {
    if (auto context = Take<Context>(handle)) context->Close();
  }
  return true;
}

aclrtContext Devices::OpenContext(int32_t device) {
  std::lock_guard lock(mutex_);
  return OpenLocked(device, false);
}

bool Devices::CloseContext(aclrtContext handle) {
  const auto context = Find<Context>(handle);
  if (context == nullptr || context->is_default()) return false;
  if (Take<Context>(handle) == nullptr) return false;  // another thread was faster
  {
    std::lock_guard lock(mutex_);
    devices_[context->device()].contexts.erase(handle);
  }
  context->Close();
  return true;
}

std::vector<std::shared_ptr<Stream>> Devices::Streams(int32_t device) const {
  std::unordered_set<aclrtContext> contexts;
  {
    std::lock_guard lock(mutex_);
    contexts = devices_[device].contexts;
  }
  std::vector<std::shared_ptr<Stream>> streams;
  for (aclrtContext handle : contexts) {
    const auto context = Find<Context>(handle);
    if (context == nullptr) continue;
    for (auto& stream : context->Streams()) streams.push_back(std::move(stream));
  }
  return streams;
}

}  // namespace sigloss::acl
