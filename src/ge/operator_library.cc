// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/operator_library.h"

#include <dlfcn.h>

#include <string>

#include "ge/report.h"

namespace sigloss::graph {

#ifdef SIGLOSS_OPERATOR_LIBRARY

namespace {

// Folder of the file that holds this function, with its slash; "" leaves the search to the loader.
std::string OwnFolder() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<const void*>(&LoadOperatorLibrary), &info) == 0) return {};
  const std::string path = info.dli_fname;
  return path.substr(0, path.rfind('/') + 1);
}

}  // namespace

// The library stays: what it registers is used until the end of the process.
void LoadOperatorLibrary() {
  const std::string path = OwnFolder() + SIGLOSS_OPERATOR_LIBRARY;
  if (dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr) return;
  const char* const reason = dlerror();
  Warn("Session", "The library of operators could not be loaded: " +
                      std::string(reason == nullptr ? path : reason));
}

#else

void LoadOperatorLibrary() {}

#endif

}  // namespace sigloss::graph
