// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Copies and sets as tasks of a stream.
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "acl_testing.h"
#include "memory_testing.h"
#include "stream_testing.h"

namespace sigloss::acl {
namespace {

constexpr auto kKind = ACL_MEMCPY_DEFAULT;

class MemoryAsyncTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    DeviceTest::TearDown();
  }

  // Every call writes "abcd" or "aaaa" to a place of 4 bytes, given a source that holds "abcd".
  struct Form {
    const char* name;
    std::function<aclError(char*, const char*, aclrtStream)> call;
    const char* result;
  };
  static std::vector<Form> Forms() {
    return {
        {"copy",
         [](char* dst, const char* src, aclrtStream stream) {
           return aclrtMemcpyAsync(dst, 4, src, 4, kKind, stream);
         },
         "abcd"},
        {"copy 2d",
         [](char* dst, const char* src, aclrtStream stream) {
           return aclrtMemcpy2dAsync(dst, 2, src, 2, 2, 2, kKind, stream);
         },
         "abcd"},
        {"set",
         [](char* dst, const char* /*src*/, aclrtStream stream) {
           return aclrtMemsetAsync(dst, 4, 0x1200 + 'a', 4, stream);
         },
         "aaaa"},
        {"set 32",
         [](char* dst, const char* /*src*/, aclrtStream stream) {
           return aclrtMemsetD32Async(dst, 4, 0x61616161, 1, stream);
         },
         "aaaa"},
    };
  }

  aclrtStream stream_ = nullptr;
};

// The call returns while a task before it still runs, its work is done after that task and before
// the next one.
TEST_F(MemoryAsyncTest, KeepsTheOrderOfTheStreamAndDoesNotWait) {
  for (const Form& form : Forms()) {
    for (aclrtStream stream : {stream_, static_cast<aclrtStream>(nullptr)}) {
      SCOPED_TRACE(form.name);
      const OwnMemory source = OwnMemory::Host(4);
      const OwnMemory target = OwnMemory::Device(4);
      Gate gate;
      std::string before;
      std::string after;
      std::memcpy(source.get(), "abcd", 4);
      EnqueueOn(stream, gate.MakeTask());
      EnqueueOn(stream, [&] { return before = target.Text(), Ok(); });
      gate.AwaitTask();
      EXPECT_EQ(form.call(target.get(), source.get(), stream), ACL_SUCCESS);
      EnqueueOn(stream, [&] {
        after = target.Text();
        std::memset(target.get(), 'z', 4);
        return Ok();
      });
      EXPECT_EQ(target.Text(), std::string(4, '\0'));
      gate.Open();
      EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
      EXPECT_EQ(before, std::string(4, '\0'));
      EXPECT_EQ(after, form.result);
      EXPECT_EQ(target.Text(), "zzzz");
    }
  }
}

// The source is read when the task runs.
TEST_F(MemoryAsyncTest, ReadsTheSourceInOrder) {
  const OwnMemory source = OwnMemory::Host(4);
  const OwnMemory target = OwnMemory::Device(4);
  EnqueueOn(stream_, [&] { return std::memcpy(source.get(), "late", 4), Ok(); });
  EXPECT_EQ(aclrtMemcpyAsync(target.get(), 4, source.get(), 4, kKind, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(target.Text(), "late");
}

TEST_F(MemoryAsyncTest, EveryKindIsServed) {
  for (int kind = 0; kind <= 7; ++kind) {
    const OwnMemory target = OwnMemory::Host(1);
    const char source = static_cast<char>('0' + kind);
    EXPECT_EQ(CopyByteAsync(target.get(), &source, 1, kind), ACL_SUCCESS);
    EXPECT_EQ(CopyRowAsync(target.get(), &source, 1, kind), ACL_SUCCESS);
    EXPECT_EQ(target.Text(), std::string(1, source));
  }
}

// The target is memory the runtime does not know: it is written when the call returns, and so are
// the targets of the tasks before.
TEST_F(MemoryAsyncTest, WaitsForPageableMemory) {
  for (const Form& form : Forms()) {
    SCOPED_TRACE(form.name);
    std::string source = "abcd";
    std::string target = "....";
    std::string middle = "....";
    Gate gate;
    EnqueueOn(stream_, gate.MakeTask());
    EnqueueOn(stream_, [&] { return middle = target, Ok(); });
    gate.AwaitTask();
    std::thread opener([&] { gate.Open(); });
    EXPECT_EQ(form.call(target.data(), source.data(), stream_), ACL_SUCCESS);
    source = "gone";
    EXPECT_EQ(target, form.result);
    EXPECT_EQ(middle, "....");
    opener.join();
  }
}

TEST_F(MemoryAsyncTest, APageableSourceMayBeReusedAtOnce) {
  const OwnMemory target = OwnMemory::Device(4);
  {
    std::string source = "abcd";
    EXPECT_EQ(aclrtMemcpyAsync(target.get(), 4, source.data(), 4, kKind, stream_), ACL_SUCCESS);
    source = "gone";
  }
  EXPECT_EQ(target.Text(), "abcd");
}

// Registered memory is not pageable, as long as all of the area is.
TEST_F(MemoryAsyncTest, DoesNotWaitForRegisteredMemory) {
  const OwnMemory target = OwnMemory::Device(8);
  std::string source = "abcdefgh";
  void* mapped = nullptr;
  ASSERT_EQ(aclrtHostRegister(source.data(), 4, ACL_HOST_REGISTER_MAPPED, &mapped), ACL_SUCCESS);
  Gate gate;
  EnqueueOn(stream_, gate.MakeTask());
  EXPECT_EQ(aclrtMemcpyAsync(target.get(), 8, mapped, 4, kKind, stream_), ACL_SUCCESS);
  gate.AwaitTask();
  source[0] = 'A';
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(target.Text(), std::string("Abcd\0\0\0\0", 8));
  EXPECT_EQ(aclrtMemcpyAsync(target.get(), 8, source.data(), 5, kKind, stream_), ACL_SUCCESS);
  EXPECT_EQ(target.Text(), std::string("Abcde\0\0\0", 8)) << "beyond the registered part";
  EXPECT_EQ(aclrtHostUnregister(source.data()), ACL_SUCCESS);
}

TEST_F(MemoryAsyncTest, WaitingKeepsTheFailuresForTheSynchronisation) {
  char byte = 0;
  EnqueueOn(stream_, [] { return TaskResult{ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, "earlier"}; });
  EXPECT_EQ(aclrtMemcpyAsync(&byte, 1, "a", 1, kKind, stream_), ACL_SUCCESS);
  EXPECT_EQ(byte, 'a') << "a stream goes on after a failure";
  EXPECT_EQ(TakeReport(), "");
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
}

TEST_F(MemoryAsyncTest, AChainOfTasks) {
  const OwnMemory memory = OwnMemory::Device(12);
  char* const at = memory.get();
  EXPECT_EQ(aclrtMemsetAsync(at, 12, '.', 12, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetD32Async(at, 12, 0x64636261, 2, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(at + 2, 10, at, 8, kKind, stream_), ACL_SUCCESS) << "an overlap";
  EXPECT_EQ(aclrtMemcpy2dAsync(at, 4, at + 10, 1, 1, 2, kKind, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  const uint32_t probe = 0x64636261;
  char word[4];
  std::memcpy(word, &probe, 4);
  std::string expected = "............";
  for (int i = 0; i < 8; ++i) expected[i] = word[i % 4];
  std::memmove(&expected[2], &expected[0], 8);
  EXPECT_EQ(memory.Text(), expected.replace(0, 1, ".").replace(4, 1, "."));
}

// Each thread has its own memory, half of them the same stream.
TEST_F(MemoryAsyncTest, ManyThreads) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  std::atomic<int> failures = 0;
  const auto work = [&](int number) {
    aclrtStream stream = number % 2 == 0 ? stream_ : nullptr;
    if (aclrtSetCurrentContext(context) != ACL_SUCCESS) ++failures;
    for (int i = 0; i < 100; ++i) {
      const OwnMemory device = OwnMemory::Device(64);
      std::string there(64, static_cast<char>(i));
      std::string back(64, '.');
      void* mapped = nullptr;
      aclrtPtrAttributes attributes = {};
      const aclError codes[] = {
          aclrtHostRegister(back.data(), 64, ACL_HOST_REGISTER_MAPPED, &mapped),
          aclrtMemsetD32Async(device.get(), 64, 7, 16, stream),
          aclrtMemcpyAsync(device.get(), 64, there.data(), 64, kKind, stream),
          aclrtMemcpy2dAsync(mapped, 8, device.get(), 8, 8, 8, kKind, stream),
          aclrtPointerGetAttributes(device.get() + 5, &attributes),
          aclrtSynchronizeStream(stream),
          aclrtHostUnregister(back.data()),
      };
      for (aclError code : codes) failures += code != ACL_SUCCESS;
      failures += back != there;
      failures += attributes.location.type != ACL_MEM_LOCATION_TYPE_DEVICE;
    }
  };
  std::vector<std::thread> threads;
  for (int number = 0; number < 8; ++number) threads.emplace_back(work, number);
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
}

// A unique_ptr with aclrtFree on an early return must not pull memory from under a queued task.
TEST_F(MemoryAsyncTest, FreeWaitsForQueuedTasks) {
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  Gate gate;
  std::atomic<bool> used = false;
  EnqueueOn(stream_, gate.MakeTask());
  EnqueueOn(stream_, [&] {
    static_cast<char*>(block)[0] = 'x';
    used = true;
    return TaskResult{ACL_ERROR_RT_INTERNAL_ERROR, "kept for the synchronisation"};
  });
  gate.AwaitTask();
  std::thread opener([&] { gate.Open(); });
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  EXPECT_TRUE(used);
  opener.join();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_INTERNAL_ERROR);
}

}  // namespace
}  // namespace sigloss::acl
