// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <latch>
#include <memory>
#include <utility>

#include "acl/stream.h"

namespace sigloss::acl {

inline TaskResult Ok() { return {}; }

/// A task that says when it runs and then waits to be let go.
class Gate {
 public:
  Task MakeTask() {
    return [this] {
      reached_.count_down();
      open_.wait();
      return Ok();
    };
  }
  void AwaitTask() { reached_.wait(); }
  void Open() { open_.count_down(); }

 private:
  std::latch reached_{1};
  std::latch open_{1};
};

/// Queues a task on the stream of a handle.
inline void EnqueueOn(aclrtStream handle, Task task) {
  std::shared_ptr<Stream> stream;
  ASSERT_EQ(ResolveStream(handle, &stream), ACL_SUCCESS);
  ASSERT_EQ(stream->Enqueue(std::move(task)), 0);
}

}  // namespace sigloss::acl
