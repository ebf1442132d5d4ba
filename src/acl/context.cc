// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/context.h"

#include <utility>

namespace sigloss::acl {
namespace {

thread_local aclrtContext current_handle = nullptr;

}  // namespace

aclrtContext Context::Open(int32_t device, bool is_default) {
  auto context = std::make_shared<Context>(device, is_default);
  context->handle_ = Objects().Insert(context);
  try {
    context->default_stream_ = std::make_shared<Stream>(context->handle_);
  } catch (...) {
    Objects().Remove(context->handle_);
    throw;
  }
  return context->handle_;
}

aclrtStream Context::CreateStream() {
  auto stream = std::make_shared<Stream>(handle_);
  std::lock_guard lock(mutex_);
  if (closed_) return nullptr;
  const aclrtStream handle = Objects().Insert(stream);
  try {
    streams_.emplace(handle, std::move(stream));
  } catch (...) {
    Objects().Remove(handle);
    throw;
  }
  return handle;
}

std::shared_ptr<Stream> Context::TakeStream(aclrtStream handle) {
  std::lock_guard lock(mutex_);
  auto node = streams_.extract(handle);
  if (node.empty()) return nullptr;
  Objects().Remove(handle);
  return std::move(node.mapped());
}

std::vector<std::shared_ptr<Stream>> Context::Streams() const {
  std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Stream>> streams = {default_stream_};
  for (const auto& [handle, stream] : streams_) streams.push_back(stream);
  return streams;
}

void Context::Close() {
  decltype(streams_) streams;
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    streams.swap(streams_);
  }
  // From here on the handles are stale; then the work that is queued already ends, without the
  // lock.
  for (const auto& [handle, stream] : streams) Objects().Remove(handle);
  default_stream_->Close();
  for (const auto& [handle, stream] : streams) stream->Close();
}

aclrtContext CurrentContextHandle() { return current_handle; }

void SetCurrentContextHandle(aclrtContext context) { current_handle = context; }

std::shared_ptr<Context> CurrentContext() { return Find<Context>(current_handle); }

}  // namespace sigloss::acl
