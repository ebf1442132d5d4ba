// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Checks of arguments that the functions on memory share, and how they are carried out.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "acl/api_call.h"
#include "acl/stream.h"

namespace sigloss::acl {

/// A parameter and its value.
struct Argument {
  std::string_view parameter;
  size_t value = 0;
};

/// Memory that a call reads or writes, from the address that a parameter gives.
struct Area {
  std::string_view parameter;
  const void* address = nullptr;
  size_t size = 0;
};

/// ACL_ERROR_RT_PARAM_INVALID if `argument` is more than the limit.
[[nodiscard]] aclError CheckLimit(const ApiCall& call, const Argument& argument,
                                  const Argument& limit);

/// ACL_ERROR_RT_PARAM_INVALID if the area leaves the block that it begins in, or the address space.
/// `argument` is the one that makes the area as large as it is. Registered memory is part of a
/// larger piece that the program knows, so its end isn't a limit.
[[nodiscard]] aclError CheckArea(const ApiCall& call, const Area& area, const Argument& argument);

/// When a call does its work: at once, or in the order of a stream.
struct Schedule {
  bool queued = false;
  aclrtStream stream = nullptr;
};
inline constexpr Schedule kAtOnce;
inline Schedule InOrderOf(aclrtStream stream) { return {true, stream}; }

/// Queues a task that uses these areas. It is waited for if one of them isn't known to the runtime
/// as a whole (pageable memory): the program may then reuse it when the call returns.
[[nodiscard]] aclError QueueWork(const ApiCall& call, aclrtStream stream,
                                 std::initializer_list<Area> areas, Task task);

/// Does the work, which uses these areas, when the schedule says.
template <class Work>
[[nodiscard]] aclError DoWork(const ApiCall& call, const Schedule& schedule,
                              std::initializer_list<Area> areas, Work work) {
  if (schedule.queued) {
    return QueueWork(call, schedule.stream, areas, [work] {
      work();
      return TaskResult{};
    });
  }
  work();
  return ACL_SUCCESS;
}

}  // namespace sigloss::acl
