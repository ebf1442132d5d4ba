// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "ge/ge_api.h"
#include "ge/loaded_graph.h"
#include "ge/state.h"
#include "ge/worker.h"

/// A session. Each function reports what is wrong in the name of `function`.
struct ge::Session::Impl {
 public:
  explicit Impl(const sigloss::graph::Options& options);

  [[nodiscard]] uint64_t id() const { return id_; }

  Status Add(const char* function, uint32_t graph_id, const Graph& graph,
             const sigloss::graph::Options& options, bool is_copy);
  Status Remove(uint32_t graph_id);
  Status Run(uint32_t graph_id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs);
  Status RunAsync(uint32_t graph_id, const std::vector<Tensor>& inputs, RunAsyncCallback callback);
  Status Build(const char* function, uint32_t graph_id, const std::vector<Tensor>* inputs);
  bool NeedsBuild(uint32_t graph_id);

 private:
  using GraphPtr = std::shared_ptr<sigloss::graph::LoadedGraph>;

  [[nodiscard]] Status CheckAlive(const char* function) const;
  /// The graph of that id, if the session can run it.
  [[nodiscard]] Status Find(const char* function, uint32_t graph_id, GraphPtr* graph);

  uint64_t generation_;  // of the initialisation that it belongs to
  uint64_t id_ = 0;
  std::mutex mutex_;  // of the graphs
  std::unordered_map<uint32_t, GraphPtr> graphs_;
  std::atomic<bool> is_running_ = false;
  sigloss::graph::Worker worker_;  // the last, so that it ends before what its tasks use
};
