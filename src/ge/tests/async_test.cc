// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// RunGraphAsync, and several threads at once.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "graph_testing.h"

namespace sigloss::graph_testing {
namespace {

NodeCase Focal(uint32_t seed, const Extents& dims = {8, 5}) {
  NodeCase node{"SigmoidFocalLossGrad", {}, {}};
  node["pred"] = MakeRandom(ge::DT_FLOAT, dims, -4, 4, seed);
  node["target"] = MakeRandom(ge::DT_INT32, dims, 0, 2, seed + 1);
  node["dout"] = MakeRandom(ge::DT_FLOAT, dims, -1, 1, seed + 2);
  return node;
}

using AsyncTest = GraphTest;

TEST_F(AsyncTest, CallbacksComeInOrderWithTheOutputs) {
  constexpr int kRuns = 20;
  const NodeCase node = Focal(1);
  const std::string expected = BytesOf(RunNode(node).outputs[0]);
  std::vector<int> order;
  {
    ge::Session session{Options()};
    ASSERT_EQ(session.AddGraph(1, node.Build()), ge::SUCCESS);
    for (int i = 0; i < kRuns; ++i) {
      const auto callback = [&, i](ge::Status status, Tensors& outputs) {
        EXPECT_EQ(status, ge::SUCCESS);
        EXPECT_EQ(outputs.size(), 1u);
        EXPECT_EQ(BytesOf(outputs[0]), expected);
        order.push_back(i);
      };
      ASSERT_EQ(session.RunGraphAsync(1, node.InputTensors(), callback), ge::SUCCESS);
    }
    EXPECT_EQ(session.RemoveGraph(1), ge::SUCCESS) << "what is queued runs all the same";
  }  // waits
  ASSERT_EQ(order.size(), static_cast<size_t>(kRuns));
  for (int i = 0; i < kRuns; ++i) EXPECT_EQ(order[i], i);
}

TEST_F(AsyncTest, FailuresReachTheCallback) {
  NodeCase node = Focal(1);
  ge::Session session{Options()};
  ASSERT_EQ(session.AddGraph(1, node.Build()), ge::SUCCESS);
  node["dout"] = MakeTensor(ge::DT_FLOAT, {1, 1}, {1});
  std::promise<std::string> text;
  const auto callback = [&](ge::Status status, Tensors& outputs) {
    text.set_value(status == ge::FAILED && outputs.empty() ? TakeErrors() : "no failure");
  };
  ASSERT_EQ(session.RunGraphAsync(1, node.InputTensors(), callback), ge::SUCCESS);
  const std::string error = text.get_future().get();
  EXPECT_NE(error.find("RunGraphAsync: SigmoidFocalLossGrad node 'node': Expected tensor for dout"),
            std::string::npos)
      << error;
}

TEST_F(AsyncTest, WhatCannotBeQueuedIsToldAtOnce) {
  ge::Session session{Options()};
  ASSERT_EQ(session.AddGraph(1, Focal(1).Build()), ge::SUCCESS);
  EXPECT_EQ(session.RunGraphAsync(1, {}, nullptr), ge::FAILED);
  EXPECT_NE(TakeErrors().find("The callback is empty."), std::string::npos);
  EXPECT_EQ(session.RunGraphAsync(2, {}, [](ge::Status, Tensors&) {}), 1343242242u);
}

TEST_F(AsyncTest, CallbacksMayThrowAndEndTheSession) {
  const NodeCase node = Focal(1);
  auto session = std::make_shared<ge::Session>(Options());
  ASSERT_EQ(session->AddGraph(1, node.Build()), ge::SUCCESS);
  std::promise<int> last;
  ASSERT_EQ(session->RunGraphAsync(1, node.InputTensors(),
                                   [](ge::Status, Tensors&) { throw std::runtime_error("mine"); }),
            ge::SUCCESS);
  std::weak_ptr<ge::Session> seen = session;
  std::promise<void> go;
  ASSERT_EQ(session->RunGraphAsync(
                1, node.InputTensors(),
                [owned = session, gone = go.get_future().share()](ge::Status, Tensors&) mutable {
                  gone.wait();
                  owned.reset();
                }),
            ge::SUCCESS);
  ASSERT_EQ(session->RunGraphAsync(
                1, node.InputTensors(),
                [&](ge::Status status, Tensors&) { last.set_value(status == ge::SUCCESS); }),
            ge::SUCCESS);
  session.reset();
  go.set_value();
  EXPECT_EQ(last.get_future().get(), 1) << "what is left runs all the same";
}

TEST_F(AsyncTest, SessionsOfSeveralThreadsAreIndependent) {
  constexpr int kThreads = 4, kRuns = 25;
  std::vector<std::string> expected;
  for (uint32_t i = 0; i < kThreads; ++i) expected.push_back(BytesOf(RunNode(Focal(i)).outputs[0]));
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const NodeCase node = Focal(static_cast<uint32_t>(i));
      ge::Session session{Options()};
      Tensors outputs;
      for (int run = 0; run < kRuns; ++run) {
        ASSERT_EQ(session.AddGraph(1, node.Build()), ge::SUCCESS);
        ASSERT_EQ(session.RunGraph(1, node.InputTensors(), outputs), ge::SUCCESS);
        EXPECT_EQ(BytesOf(outputs[0]), expected[i]);
        EXPECT_EQ(session.RunGraph(2, {}, outputs), 1343242242u);
        EXPECT_NE(TakeErrors().find("Graph id 2"), std::string::npos);
        ASSERT_EQ(session.RemoveGraph(1), ge::SUCCESS);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(AsyncTest, OneGraphMayBeInSeveralSessions) {
  const NodeCase node = Focal(3);
  const ge::Graph graph = node.Build();
  const std::string expected = BytesOf(RunNode(node).outputs[0]);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      ge::Session session{Options()};
      Tensors outputs;
      ASSERT_EQ(session.AddGraphWithCopy(1, graph), ge::SUCCESS);
      ASSERT_EQ(session.RunGraph(1, node.InputTensors(), outputs), ge::SUCCESS) << TakeErrors();
      EXPECT_EQ(BytesOf(outputs[0]), expected);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(AsyncTest, OfSeveralRunsInOneSessionOneSucceeds) {
  const NodeCase node = Focal(1, {400, 100});
  const std::string expected = BytesOf(RunNode(node).outputs[0]);
  ge::Session session{Options()};
  ASSERT_EQ(session.AddGraph(1, node.Build()), ge::SUCCESS);
  std::atomic<int> succeeded = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int run = 0; run < 10; ++run) {
        Tensors outputs;
        if (session.RunGraph(1, node.InputTensors(), outputs) == ge::SUCCESS) {
          ++succeeded;
          EXPECT_EQ(BytesOf(outputs[0]), expected);
        } else {
          EXPECT_NE(TakeErrors().find("Another thread runs a graph"), std::string::npos);
          EXPECT_TRUE(outputs.empty());
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(succeeded, 1);
}

}  // namespace
}  // namespace sigloss::graph_testing
