// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/state.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <string_view>

#include "acl/devices.h"
#include "ge/ge_api_error_codes.h"
#include "ge/report.h"

namespace sigloss::graph {
namespace {

struct State {
  std::mutex mutex;
  uint64_t generation = 0;  // of the last initialisation
  bool is_initialized = false;
  Options options;
};

// Never destroyed: sessions that are static objects ask for it at exit.
State& TheState() {
  static auto* state = new State();
  return *state;
}

constexpr std::string_view kDeviceOption = "ge.exec.deviceId";
// Of no effect on a processor without a compiler of its own.
constexpr std::string_view kKnownOptions[] = {kDeviceOption,
                                              "ge.graphRunMode",
                                              "ge.exec.precision_mode",
                                              "ge.jit_compile",
                                              "ge.exec.precision_mode_v2",
                                              "ge.binary_config_path",
                                              "ge.runFlag",
                                              "ge.deterministic",
                                              "ge.exec.deterministic",
                                              "ge.socVersion",
                                              "ge.opSelectImplmode",
                                              "ge.exec.modify_mixlist",
                                              "ge.opDebugLevel",
                                              "ge.debugDir",
                                              "ge.exec.enableDump",
                                              "ge.exec.dumpPath",
                                              "ge.exec.profilingMode",
                                              "ge.exec.profilingOptions",
                                              "ge.exec.jobId",
                                              "ge.exec.rankId",
                                              "ge.exec.rankTableFile",
                                              "ge.exec.isUseHcom",
                                              "ge.exec.deployMode",
                                              "ge.exec.hcclFlag",
                                              "ge.variableMemoryMaxSize",
                                              "ge.graphMemoryMaxSize",
                                              "ge.exec.staticMemoryPolicy"};

bool IsDevice(const std::string& text) {
  const acl::Devices& devices = acl::Devices::Get();
  int32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  return parsed.ec == std::errc() && parsed.ptr == end && devices.Contains(number);
}

::ge::Status CheckDevice(const char* function, const std::string& text) {
  const acl::Devices& devices = acl::Devices::Get();
  if (!devices.status().ok()) return Report(devices.status(), function);
  if (IsDevice(text)) return ::ge::SUCCESS;
  return Fail(error_ids::kInvalidArgument, function,
              "Option ge.exec.deviceId is \"" + text + "\"; expected a number in [0, " +
                  std::to_string(devices.chips().size()) + ").");
}

}  // namespace

::ge::Status CheckOptions(const char* function, const Options& options) {
  for (const auto& [name, value] : options) {
    if (name.empty()) {
      return Fail(error_ids::kInvalidArgument, function, "An option has an empty name.");
    }
    if (name == kDeviceOption) {
      const ::ge::Status status = CheckDevice(function, value);
      if (status != ::ge::SUCCESS) return status;
    }
    const auto* const end = std::end(kKnownOptions);
    if (std::find(std::begin(kKnownOptions), end, name) == end) {
      Warn(function, "Option " + name + " is unknown and has no effect.");
    }
  }
  return ::ge::SUCCESS;
}

::ge::Status Initialize(const Options& options) {
  const ::ge::Status status = CheckOptions("GEInitialize", options);
  if (status != ::ge::SUCCESS) return status;
  State& state = TheState();
  std::lock_guard lock(state.mutex);
  if (!state.is_initialized) {
    state.options = options;
    ++state.generation;
    state.is_initialized = true;
  } else if (state.options != options) {
    Warn("GEInitialize", "It is initialised already; the options of the first call stay.");
  }
  return ::ge::SUCCESS;
}

::ge::Status Finalize() {
  State& state = TheState();
  std::lock_guard lock(state.mutex);
  state.is_initialized = false;
  return ::ge::SUCCESS;
}

uint64_t CurrentGeneration() {
  State& state = TheState();
  std::lock_guard lock(state.mutex);
  return state.is_initialized ? state.generation : 0;
}

}  // namespace sigloss::graph
