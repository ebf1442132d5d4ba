// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/registry.h"

#include <map>
#include <mutex>

#include "ge/operator_library.h"

namespace sigloss::graph {
namespace {

struct Definitions {
  std::mutex mutex;
  std::map<std::string, Definition, std::less<>> by_type;  // addresses of entries stay
};

// Never destroyed: sessions may run until the very end of the process.
Definitions& TheDefinitions() {
  static auto* definitions = new Definitions();
  return *definitions;
}

bool IsEmpty() {
  Definitions& definitions = TheDefinitions();
  std::lock_guard lock(definitions.mutex);
  return definitions.by_type.empty();
}

// The lock is not held while the library loads: that is when it registers its operators.
void LoadIfEmpty() {
  if (IsEmpty()) LoadOperatorLibrary();
}

}  // namespace

void RegisterOperator(const Definition& definition) {
  Definitions& definitions = TheDefinitions();
  std::lock_guard lock(definitions.mutex);
  definitions.by_type.emplace(definition.spec->name.cann, definition);
}

const Definition* FindOperator(std::string_view type) {
  LoadIfEmpty();
  Definitions& definitions = TheDefinitions();
  std::lock_guard lock(definitions.mutex);
  const auto found = definitions.by_type.find(type);
  return found == definitions.by_type.end() ? nullptr : &found->second;
}

std::string ListOperators() {
  Definitions& definitions = TheDefinitions();
  std::lock_guard lock(definitions.mutex);
  std::string list;
  for (const auto& [type, definition] : definitions.by_type) {
    list += (list.empty() ? "" : ", ") + type;
  }
  return list;
}

}  // namespace sigloss::graph
