// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "acl/acl_base.h"
#include "acl/objects.h"
#include "acl/stream.h"

namespace sigloss::acl {

/// A device with a default stream and the streams made while the context was current. Thread-safe.
class Context final : public Object {
 public:
  /// A new context, in the table of handles.
  static aclrtContext Open(int32_t device, bool is_default);

  Context(int32_t device, bool is_default) : device_(device), is_default_(is_default) {}

  [[nodiscard]] int32_t device() const { return device_; }
  [[nodiscard]] bool is_default() const { return is_default_; }
  [[nodiscard]] const std::shared_ptr<Stream>& default_stream() const { return default_stream_; }

  /// A new stream, in the table of handles; null if the context is closed.
  [[nodiscard]] aclrtStream CreateStream();

  /// Takes a live stream of this context out of it and of the table, or null.
  [[nodiscard]] std::shared_ptr<Stream> TakeStream(aclrtStream handle);

  /// All streams, the default one first.
  [[nodiscard]] std::vector<std::shared_ptr<Stream>> Streams() const;

  /// Finishes the queued work and ends all streams; the context takes no new ones.
  void Close();

 private:
  const int32_t device_;
  const bool is_default_;
  aclrtContext handle_ = nullptr;  // both set by Open, before anybody knows the handle
  std::shared_ptr<Stream> default_stream_;
  mutable std::mutex mutex_;
  bool closed_ = false;
  std::unordered_map<aclrtStream, std::shared_ptr<Stream>> streams_;
};

/// The current context of this thread: a handle that may be stale, or null.
[[nodiscard]] aclrtContext CurrentContextHandle();
void SetCurrentContextHandle(aclrtContext context);

/// The current context of this thread, null if there is none alive.
[[nodiscard]] std::shared_ptr<Context> CurrentContext();

}  // namespace sigloss::acl
