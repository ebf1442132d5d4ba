// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Memory that runs out is an error, not an exception: each allocation of a call fails in turn.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <string>

#include "cpp_call.h"

namespace {

// Allocations of this thread that still succeed; below 0: all do.
thread_local int allocations_left = -1;
// Whether all succeed again after the one that fails.
thread_local bool recovers = false;

}  // namespace

// None of them inlined: the compiler would see malloc() or free() meet the other kind.
[[gnu::noinline]] void* operator new(size_t size) {
  if (allocations_left == 0) {
    if (recovers) allocations_left = -1;
    throw std::bad_alloc();
  }
  if (allocations_left > 0) --allocations_left;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace sigloss::ops::bce_with_logits {
namespace {

// Calls until one succeeds, each with one more allocation than the one before.
void ExpectEachFailureTold(Function function, StatusCode wanted, void (*bend)(CppCall&)) {
  CppCall warm;  // what is made once a process
  bend(warm);
  EXPECT_EQ(warm.Run(function).code(), wanted);
  int failures = 0;
  for (; failures < 1000; ++failures) {
    CppCall call;
    bend(call);
    allocations_left = failures;
    const Status status = call.Run(function);
    allocations_left = -1;
    if (status.code() == wanted) break;
    EXPECT_EQ(status.code(), StatusCode::kOutOfMemory) << failures << " of " << NameOf(function);
    // Without memory there is no text either.
    const std::string text = recovers ? std::string(NameOf(function)) + ": Out of memory." : "";
    EXPECT_EQ(status.message(), text) << failures;
    EXPECT_TRUE(call.Untouched()) << failures << " of " << NameOf(function);
  }
  EXPECT_GT(failures, 0);
  EXPECT_LT(failures, 1000);
}

// Parameter: whether there is memory again after the failure.
class CppAllocation : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override { recovers = GetParam(); }
};

TEST_P(CppAllocation, OfAGoodCall) {
  for (const Function function : FunctionsIn(kAll)) {
    ExpectEachFailureTold(function, StatusCode::kOk, [](CppCall& call) { call.GiveOptional(); });
  }
}

TEST_P(CppAllocation, OfACallThatIsRefused) {
  for (const Function function : FunctionsIn(kAll)) {
    ExpectEachFailureTold(function, StatusCode::kInvalidArgument,
                          [](CppCall& call) { call.options.max_threads = -1; });
  }
}

INSTANTIATE_TEST_SUITE_P(Fails, CppAllocation, testing::Bool());

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
