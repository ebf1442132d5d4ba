// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "simd/target.h"

#include <cstdint>
#include <cstdlib>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/target.cc"
#include <hwy/foreach_target.h>
// Not before foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sigloss::simd {
namespace HWY_NAMESPACE {
const char* DispatchedTarget() { return hwy::TargetName(HWY_TARGET); }
}  // namespace HWY_NAMESPACE
}  // namespace sigloss::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigloss::simd {

HWY_EXPORT(DispatchedTarget);

namespace {

std::vector<int64_t> Targets() {
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  // Where vectors have several lengths, listing the targets makes Highway choose one that fits any;
  // choose again among all.
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return targets;
}

int64_t TargetNamed(std::string_view name) {
  for (const int64_t target : Targets()) {
    if (name == hwy::TargetName(target)) return target;
  }
  return 0;
}

}  // namespace

std::vector<std::string> SupportedTargets() {
  std::vector<std::string> names;
  for (const int64_t target : Targets()) names.emplace_back(hwy::TargetName(target));
  return names;
}

std::string CurrentTarget() { return HWY_DYNAMIC_DISPATCH(DispatchedTarget)(); }

Status ForceTarget(std::string_view name) {
  hwy::SetSupportedTargetsForTest(0);  // a forced target would hide the others from the lookup
  if (name.empty()) return {};
  if (const int64_t target = TargetNamed(name); target != 0) {
    hwy::SetSupportedTargetsForTest(target);
    // Highway falls back to the static target without a word; that must not pass for success.
    if (CurrentTarget() == name) return {};
    hwy::SetSupportedTargetsForTest(0);
  }
  std::string text = "The SIMD target \"" + std::string(name) + "\" is not available; there are";
  for (const std::string& known : SupportedTargets()) text += " " + known;
  return {StatusCode::kUnsupported, text + "."};
}

const Status& ApplyEnvironmentTarget() {
  static const Status outcome = [] {
    const char* name = std::getenv("SIGLOSS_TARGET");
    Status status = name == nullptr ? Status() : ForceTarget(name);
    if (status.ok()) return status;
    return Status(StatusCode::kInvalidArgument,
                  "The environment variable SIGLOSS_TARGET: " + status.message());
  }();
  return outcome;
}

}  // namespace sigloss::simd
#endif  // HWY_ONCE
