// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The setting of the process for the number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <thread>
#include <vector>

#include "sigloss/sigloss.h"

namespace sigloss {
namespace {

ptrdiff_t ThreadsOfTheProcess() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return std::distance(begin(threads), end(threads));
}

// Loss of enough elements for every thread there may be.
float Loss(int max_threads = 0) {
  std::vector<float> logits(1 << 20, 0.5F);
  float loss = 0;
  BceOptions options;
  options.max_threads = max_threads;
  const auto view = TensorView::Dense(logits.data(), DType::kFloat32, {1 << 20});
  const auto out = TensorView::Dense(&loss, DType::kFloat32, {});
  const Status status = bce_with_logits(view, view, out, options);
  EXPECT_TRUE(status.ok()) << status.message();
  return loss;
}

TEST(NumThreads, BelowZeroIsRefused) {
  ASSERT_TRUE(SetNumThreads(1).ok());
  const Status status = SetNumThreads(-1);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "SetNumThreads: max_threads should be at least 0, but it is -1.");
  EXPECT_EQ(GetNumThreads(), 1);
}

TEST(NumThreads, AreThoseThatThereAre) {
  ASSERT_TRUE(SetNumThreads(0).ok());
  const int all = GetNumThreads();
  EXPECT_GE(all, 1);
  EXPECT_LE(all, std::max(2U, std::thread::hardware_concurrency()));
  ASSERT_TRUE(SetNumThreads(1 << 20).ok());
  EXPECT_EQ(GetNumThreads(), all);
}

TEST(NumThreads, SettingIsForCallsThatDoNotSay) {
  ASSERT_TRUE(SetNumThreads(1).ok());
  const ptrdiff_t before = ThreadsOfTheProcess();
  const float alone = Loss();
  EXPECT_EQ(ThreadsOfTheProcess(), before);
  const float together = Loss(2);
  EXPECT_EQ(alone, together);
  ASSERT_TRUE(SetNumThreads(0).ok());
  EXPECT_EQ(Loss(), alone);
  if (GetNumThreads() < 2) GTEST_SKIP() << "this machine has one processor";
#if !defined(__SANITIZE_THREAD__)  // there the helpers end with the call
  EXPECT_GT(ThreadsOfTheProcess(), before);
#endif
}

}  // namespace
}  // namespace sigloss
