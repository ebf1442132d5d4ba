// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The queue behind a stream.
#include "acl/stream.h"

#include <array>
#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "acl_testing.h"
#include "stream_testing.h"

namespace sigloss::acl {
namespace {

TEST(Stream, RunsTasksInOrder) {
  Stream stream(nullptr);
  std::vector<int> seen;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(stream.Enqueue([&seen, i] {
      seen.push_back(i);
      return Ok();
    }),
              0);
  }
  EXPECT_EQ(stream.Synchronize().code, 0);
  std::vector<int> expected(1000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(seen, expected);
}

TEST(Stream, RunsWithoutBeingSynchronized) {
  Stream stream(nullptr);
  std::promise<void> ran;
  ASSERT_EQ(stream.Enqueue([&ran] {
    ran.set_value();
    return Ok();
  }),
            0);
  ran.get_future().wait();
  EXPECT_EQ(stream.Synchronize().code, 0);
  EXPECT_TRUE(stream.IsIdle());
}

TEST(Stream, RunWaitsForItsTaskAndKeepsFailures) {
  Stream stream(nullptr);
  std::vector<int> seen;
  const auto see = [&seen](int number, int32_t code) {
    return [&seen, number, code] {
      seen.push_back(number);
      return TaskResult{code, "text"};
    };
  };
  ASSERT_EQ(stream.Enqueue(see(1, 7)), 0);
  ASSERT_EQ(stream.Run(see(2, 8)), 0);
  EXPECT_EQ(seen, (std::vector<int>{1, 2}));
  EXPECT_EQ(stream.Synchronize().code, 7);
  EXPECT_EQ(stream.Synchronize().code, 0);
  (void)stream.Close();
  EXPECT_EQ(stream.Run(see(3, 0)), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(seen.size(), 2u);
}

TEST(Stream, RunDoesNotWaitForLaterTasks) {
  Stream stream(nullptr);
  Gate first;
  Gate last;
  ASSERT_EQ(stream.Enqueue(first.MakeTask()), 0);
  first.AwaitTask();
  std::atomic<bool> ran = false;
  std::thread runner([&] {
    EXPECT_EQ(stream.Run([&] {
      EXPECT_EQ(stream.Enqueue(last.MakeTask()), 0);
      ran = true;
      return Ok();
    }),
              0);
  });
  first.Open();
  runner.join();
  EXPECT_TRUE(ran);
  EXPECT_FALSE(stream.IsIdle());
  last.Open();
  EXPECT_EQ(stream.Synchronize().code, 0);
}

TEST(Stream, EnqueueDoesNotWait) {
  Stream stream(nullptr);
  Gate gate;
  bool second = false;
  ASSERT_EQ(stream.Enqueue(gate.MakeTask()), 0);
  gate.AwaitTask();
  ASSERT_EQ(stream.Enqueue([&second] {
    second = true;
    return Ok();
  }),
            0);
  EXPECT_FALSE(stream.IsIdle());
  gate.Open();
  EXPECT_EQ(stream.Synchronize().code, 0);
  EXPECT_TRUE(second);
  EXPECT_TRUE(stream.IsIdle());
}

TEST(Stream, StreamsDoNotHoldEachOtherUp) {
  Stream blocked(nullptr);
  Stream free(nullptr);
  Gate gate;
  ASSERT_EQ(blocked.Enqueue(gate.MakeTask()), 0);
  ASSERT_EQ(free.Enqueue(Ok), 0);
  EXPECT_EQ(free.Synchronize().code, 0);
  EXPECT_FALSE(blocked.IsIdle());
  gate.Open();
}

TEST(Stream, ReportsTheFirstFailureOnceAndGoesOn) {
  Stream stream(nullptr);
  int ran = 0;
  for (int code : {0, 11, 22, 0}) {
    ASSERT_EQ(stream.Enqueue([&ran, code] {
      ++ran;
      return TaskResult{code, "text of " + std::to_string(code)};
    }),
              0);
  }
  const TaskResult result = stream.Synchronize();
  EXPECT_EQ(result.code, 11);
  EXPECT_EQ(result.text, "text of 11");
  EXPECT_EQ(ran, 4);
  EXPECT_EQ(stream.Synchronize().code, 0);
}

TEST(Stream, WhatATaskThrowsIsItsFailure) {
  const struct {
    Task task;
    int32_t code;
    std::string text;
  } rows[] = {
      {[]() -> TaskResult { throw std::bad_alloc(); }, ACL_ERROR_RT_MEMORY_ALLOCATION, "memory"},
      {[]() -> TaskResult { throw std::runtime_error("broken"); }, ACL_ERROR_RT_INTERNAL_ERROR,
       "broken"},
      {[]() -> TaskResult { throw 1; }, ACL_ERROR_RT_INTERNAL_ERROR, "unknown exception"},
  };
  Stream stream(nullptr);
  for (const auto& row : rows) {
    ASSERT_EQ(stream.Enqueue(row.task), 0);
    const TaskResult result = stream.Synchronize();
    EXPECT_EQ(result.code, row.code);
    EXPECT_NE(result.text.find(row.text), std::string::npos) << result.text;
  }
}

TEST(Stream, ATaskIsDestroyedBeforeItCountsAsDone) {
  Stream stream(nullptr);
  auto held = std::make_shared<int>(1);
  ASSERT_EQ(stream.Enqueue([held] { return Ok(); }), 0);
  EXPECT_EQ(stream.Synchronize().code, 0);
  EXPECT_EQ(held.use_count(), 1);
}

// A captured object may use the stream when it goes: no lock is held then.
TEST(Stream, ATaskIsDestroyedWithoutALock) {
  struct Witness {
    Witness(Stream* stream_in, bool* idle_in) : stream(stream_in), idle(idle_in) {}
    ~Witness() { *idle = stream->IsIdle(); }
    Stream* stream;
    bool* idle;
  };
  Stream stream(nullptr);
  bool idle = true;
  ASSERT_EQ(stream.Enqueue([witness = std::make_shared<Witness>(&stream, &idle)] { return Ok(); }),
            0);
  EXPECT_EQ(stream.Synchronize().code, 0);
  EXPECT_FALSE(idle);
}

// A caller that ran the tasks it waits for leaves later ones to the stream's thread, which may have
// looked meanwhile and gone back to sleep: the pause gives it the time for that.
TEST(Stream, WhatIsQueuedDuringASynchronizationRunsToo) {
  Stream stream(nullptr);
  for (int round = 0; round < 50; ++round) {
    std::promise<void> ran;
    ASSERT_EQ(stream.Enqueue([&stream, &ran] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const int32_t code = stream.Enqueue([&ran] {
        ran.set_value();
        return Ok();
      });
      return TaskResult{code, ""};
    }),
              0);
    EXPECT_EQ(stream.Synchronize().code, 0);
    ran.get_future().wait();
  }
}

TEST(Stream, ALimitedWaitLeavesTheWorkGoing) {
  Stream stream(nullptr);
  Gate gate;
  ASSERT_EQ(stream.Enqueue(gate.MakeTask()), 0);
  ASSERT_EQ(stream.Enqueue([] { return TaskResult{7, "late"}; }), 0);
  EXPECT_FALSE(stream.SynchronizeFor(std::chrono::milliseconds(0)).has_value());
  EXPECT_FALSE(stream.SynchronizeFor(std::chrono::milliseconds(1)).has_value());
  gate.Open();
  const auto result = stream.SynchronizeFor(std::chrono::hours(1));
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->code, 7);
  EXPECT_TRUE(stream.SynchronizeFor(std::chrono::milliseconds(0)).has_value()) << "nothing to do";
}

TEST(Stream, CloseFinishesTheWorkAndTakesNoMore) {
  Stream stream(nullptr);
  Gate gate;
  int ran = 0;
  ASSERT_EQ(stream.Enqueue(gate.MakeTask()), 0);
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(stream.Enqueue([&ran] {
      ++ran;
      return TaskResult{5, "last words"};
    }),
              0);
  }
  std::thread opener([&gate] { gate.Open(); });
  EXPECT_EQ(stream.Close().code, 5);
  EXPECT_EQ(ran, 10);
  EXPECT_EQ(stream.Enqueue(Ok), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(stream.Close().code, 0);
  opener.join();
}

// Threads queue and synchronise at once. The counts are plain integers: a sanitizer for threads
// sees it if two tasks of the stream ever run together.
TEST(Stream, ManyThreads) {
  constexpr int kThreads = 6;
  constexpr int kTasks = 300;
  Stream stream(nullptr);
  std::array<int, kThreads> done = {};
  std::atomic<int> disorder = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kTasks; ++i) {
        const int32_t code = stream.Enqueue([&done, &disorder, t, i] {
          if (done[t]++ != i) ++disorder;
          return Ok();
        });
        if (code != 0) ++disorder;
        if (i % 7 == t && stream.Synchronize().code != 0) ++disorder;
        if (i % 11 == t && !stream.SynchronizeFor(std::chrono::hours(1))) ++disorder;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(stream.Synchronize().code, 0);
  EXPECT_EQ(disorder, 0);
  for (int count : done) EXPECT_EQ(count, kTasks);
}

TEST(Stream, WhatIsTakenIsRunEvenIfTheStreamCloses) {
  for (int round = 0; round < 50; ++round) {
    Stream stream(nullptr);
    int ran = 0;
    std::atomic<int> taken = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 20; ++i) {
          const Task task = [&ran] {
            ++ran;
            return Ok();
          };
          if (stream.Enqueue(task) == 0) ++taken;
        }
      });
    }
    stream.Close();
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(ran, taken);
  }
}

}  // namespace
}  // namespace sigloss::acl
