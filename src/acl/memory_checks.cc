// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "acl/memory_checks.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "acl/memory.h"

namespace sigloss::acl {
namespace {

// Bytes from the address, which is in the block, to the block's end.
size_t RoomIn(const Block& block, const void* address) {
  return block.size - (reinterpret_cast<uintptr_t>(address) - block.begin);
}

bool IsKnown(const Area& area) {
  const auto block = FindBlock(area.address);
  return block && area.size <= RoomIn(*block, area.address);
}

}  // namespace

aclError CheckLimit(const ApiCall& call, const Argument& argument, const Argument& limit) {
  if (argument.value <= limit.value) return ACL_SUCCESS;
  return call.InvalidRuntimeValue(ACL_ERROR_RT_PARAM_INVALID, argument.parameter,
                                  std::to_string(argument.value),
                                  "at most " + std::to_string(limit.value) +
                                      ", the value of parameter " + std::string(limit.parameter));
}

aclError CheckArea(const ApiCall& call, const Area& area, const Argument& argument) {
  const auto block = FindBlock(area.address);
  const bool limited = block && block->kind != MemoryKind::kRegistered;
  const size_t room = limited ? RoomIn(*block, area.address)
                              : UINTPTR_MAX - reinterpret_cast<uintptr_t>(area.address);
  if (area.size <= room) return ACL_SUCCESS;
  return call.InvalidRuntimeValue(
      ACL_ERROR_RT_PARAM_INVALID, argument.parameter, std::to_string(argument.value),
      "an area of at most " + std::to_string(room) + " bytes, the room from " +
          std::string(area.parameter) + " to the end of " +
          (limited ? "its block" : "the address space"));
}

aclError QueueWork(const ApiCall& call, aclrtStream handle, std::initializer_list<Area> areas,
                   Task task) {
  std::shared_ptr<Stream> stream;
  aclError code = ResolveStream(handle, &stream, call.function());
  if (code != ACL_SUCCESS) return code;
  const bool known = std::all_of(areas.begin(), areas.end(), IsKnown);
  code = known ? stream->Enqueue(std::move(task)) : stream->Run(std::move(task));
  if (code == ACL_SUCCESS) return code;
  return call.InvalidRuntimeValue(code, "stream", ToText(handle),
                                  "a stream that is not being destroyed");
}

}  // namespace sigloss::acl
