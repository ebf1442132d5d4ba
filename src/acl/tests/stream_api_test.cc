// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Streams as the C API shows them.
#include <functional>
#include <latch>
#include <thread>

#include "acl/stream.h"
#include "acl_testing.h"
#include "stream_testing.h"

namespace sigloss::acl {
namespace {

class StreamApiTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  }
  void TearDown() override {
    if (stream_ != nullptr) {
      EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    }
    DeviceTest::TearDown();
  }

  static void EnqueueFailure(aclrtStream handle, const std::string& text) {
    EnqueueOn(handle, [text] { return TaskResult{ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, text}; });
  }

  aclrtStream stream_ = nullptr;
};

TEST_F(StreamApiTest, QueryAndTimeoutWhileATaskRuns) {
  for (aclrtStream stream : {stream_, static_cast<aclrtStream>(nullptr)}) {
    std::latch open(1);
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EnqueueOn(stream, [&open] {
      open.wait();
      return TaskResult{};
    });
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    const std::string report = TakeReport();
    EXPECT_NE(report.find("(EE1002): aclrtSynchronizeStreamWithTimeout failed because"),
              std::string::npos);
    EXPECT_NE(report.find("1 milliseconds, the value of parameter timeout"), std::string::npos);
    open.count_down();
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, -1), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  }
}

TEST_F(StreamApiTest, AFailureSurfacesInTheThreadThatSynchronizes) {
  const struct {
    const char* name;
    std::function<aclError()> synchronize;
  } rows[] = {
      {"aclrtSynchronizeStream", [this] { return aclrtSynchronizeStream(stream_); }},
      {"aclrtSynchronizeStreamWithTimeout",
       [this] { return aclrtSynchronizeStreamWithTimeout(stream_, 1 << 30); }},
      {"aclrtSynchronizeDevice", [] { return aclrtSynchronizeDevice(); }},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    EnqueueFailure(stream_, "The kernel read past its buffer.");
    EXPECT_EQ(TakeReport(), "") << "not before a synchronisation";
    EXPECT_EQ(row.synchronize(), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    const std::string report = TakeReport();
    EXPECT_TRUE(report.starts_with("EE9999: Internal error!\n")) << report;
    EXPECT_NE(report.find("A task of the stream failed with 507035. The kernel read past its "
                          "buffer.[FUNC:" +
                          std::string(row.name) + "]"),
              std::string::npos)
        << report;
    EXPECT_EQ(row.synchronize(), ACL_SUCCESS) << "reported once";
    EXPECT_EQ(TakeReport(), "");
  }
}

TEST_F(StreamApiTest, TheDeviceWaitsForAllItsStreams) {
  aclrtStream other = nullptr;
  ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
  int ran = 0;
  EnqueueOn(stream_, [&ran] { return TaskResult{(++ran, 0), ""}; });
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(ran, 1);
  EnqueueFailure(other, "of a stream");
  EnqueueFailure(nullptr, "of the default stream");
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  const std::string report = TakeReport();
  EXPECT_NE(report.find("of a stream"), std::string::npos);
  EXPECT_NE(report.find("of the default stream"), std::string::npos);
  EXPECT_EQ(aclrtDestroyStream(other), ACL_SUCCESS);
}

TEST_F(StreamApiTest, DestroyWaitsAndKeepsTheTextOfAFailure) {
  bool ran = false;
  EnqueueFailure(stream_, "unseen");
  EnqueueOn(stream_, [&ran] { return TaskResult{(ran = true, 0), ""}; });
  EXPECT_EQ(aclrtDestroyStream(std::exchange(stream_, nullptr)), ACL_SUCCESS);
  EXPECT_TRUE(ran);
  EXPECT_NE(TakeReport().find("unseen"), std::string::npos);
}

TEST_F(StreamApiTest, ResettingTheDeviceFinishesTheDefaultStream) {
  bool ran = false;
  EnqueueOn(nullptr, [&ran] { return TaskResult{(ran = true, 0), ""}; });
  EXPECT_EQ(aclrtDestroyStream(std::exchange(stream_, nullptr)), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_TRUE(ran);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST_F(StreamApiTest, ADestroyedStreamIsUnknown) {
  const aclrtStream stale = std::exchange(stream_, nullptr);
  ASSERT_EQ(aclrtDestroyStream(stale), ACL_SUCCESS);
  std::shared_ptr<Stream> stream;
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  const auto expect_text = [](const std::string& function) {
    const std::string report = TakeReport();
    EXPECT_NE(report.find(function + " failed because value 0x"), std::string::npos) << report;
    EXPECT_NE(report.find(" for parameter stream is invalid."), std::string::npos) << report;
  };
  EXPECT_EQ(aclrtDestroyStream(stale), ACL_ERROR_RT_STREAM_CONTEXT);
  expect_text("aclrtDestroyStream");
  EXPECT_EQ(aclrtSynchronizeStream(stale), ACL_ERROR_RT_STREAM_CONTEXT);
  expect_text("aclrtSynchronizeStream");
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stale, 1), ACL_ERROR_RT_STREAM_CONTEXT);
  expect_text("aclrtSynchronizeStreamWithTimeout");
  EXPECT_EQ(aclrtStreamQuery(stale, &status), ACL_ERROR_RT_STREAM_CONTEXT);
  expect_text("aclrtStreamQuery");
  EXPECT_EQ(ResolveStream(stale, &stream, "aclnnSomething"), ACL_ERROR_RT_STREAM_CONTEXT);
  expect_text("aclnnSomething");
  EXPECT_EQ(stream, nullptr);
}

TEST_F(StreamApiTest, AHandleOfAnotherKindIsRefused) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(context), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtDestroyStream(context), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_NE(TakeReport().find("for parameter stream is invalid"), std::string::npos);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << "the context is still there";
}

TEST_F(StreamApiTest, AStreamBelongsToTheContextItWasMadeIn) {
  aclrtContext home = nullptr;
  aclrtContext other = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&home), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateContext(&other, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_ERROR_RT_STREAM_CONTEXT);
  aclError without_context = ACL_SUCCESS;
  std::thread([&] { without_context = aclrtSynchronizeStream(stream_); }).join();
  EXPECT_EQ(without_context, ACL_ERROR_RT_CONTEXT_NULL);
  ASSERT_EQ(aclrtDestroyContext(other), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_CONTEXT_NULL);
  ASSERT_EQ(aclrtSetCurrentContext(home), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

}  // namespace
}  // namespace sigloss::acl
