// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/session_impl.h"

#include <string>
#include <utility>

#include "ge/graph_impl.h"
#include "ge/report.h"

namespace ge {
namespace {

namespace graph = sigloss::graph;
using graph::error_ids::kInvalidArgument;
using graph::error_ids::kSession;

// Internal to the platform; programs compare with SUCCESS only.
constexpr Status kGraphNotExist = 1343242242;

uint64_t NextId() {
  static std::atomic<uint64_t> next{1};
  return next.fetch_add(1);
}

std::string Text(uint32_t graph_id) { return std::to_string(graph_id); }

void WarnOfSurplus(const char* function, uint32_t graph_id, size_t given, size_t used) {
  if (given <= used) return;
  graph::Warn(function, "Graph " + Text(graph_id) + " has " + std::to_string(used) +
                            " Data nodes; of " + std::to_string(given) +
                            " inputs the last are ignored.");
}

Status RunLoaded(const char* function, uint32_t graph_id, graph::LoadedGraph& loaded,
                 const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs) {
  return graph::Guard(function, [&] {
    const Status status = graph::Report(loaded.Run(inputs, &outputs), function);
    if (status == SUCCESS) WarnOfSurplus(function, graph_id, inputs.size(), loaded.NumInputs());
    return status;
  });
}

// Nothing that a program throws may end the session's thread.
void Call(const RunAsyncCallback& callback, Status status, std::vector<Tensor>& outputs) {
  (void)graph::Guard("RunGraphAsync", [&] {
    callback(status, outputs);
    return SUCCESS;
  });
}

}  // namespace

Session::Impl::Impl(const graph::Options& options) : generation_(graph::CurrentGeneration()) {
  if (generation_ == 0) return;
  if (graph::CheckOptions("Session", options) == SUCCESS) id_ = NextId();
}

Status Session::Impl::CheckAlive(const char* function) const {
  if (generation_ == 0) {
    return graph::Fail(kSession, function, "The session was made before GEInitialize.");
  }
  if (id_ == 0) return graph::Fail(kSession, function, "The session has options that are refused.");
  if (generation_ != graph::CurrentGeneration()) {
    return graph::Fail(kSession, function, "GEFinalize has ended the session.");
  }
  return SUCCESS;
}

Status Session::Impl::Find(const char* function, uint32_t graph_id, GraphPtr* graph) {
  if (const Status status = CheckAlive(function); status != SUCCESS) return status;
  std::lock_guard lock(mutex_);
  const auto found = graphs_.find(graph_id);
  if (found == graphs_.end()) {
    return graph::Fail(kSession, function,
                       "Graph id " + Text(graph_id) +
                           " is unknown; AddGraph has not been called "
                           "with it, or RemoveGraph has.",
                       kGraphNotExist);
  }
  *graph = found->second;
  return SUCCESS;
}

Status Session::Impl::Add(const char* function, uint32_t graph_id, const Graph& added,
                          const graph::Options& options, bool is_copy) {
  if (Status status = CheckAlive(function); status != SUCCESS) return status;
  if (Status status = graph::CheckOptions(function, options); status != SUCCESS) return status;
  const graph::Access::GraphPtr& impl = graph::Access::Impl(added);
  if (impl == nullptr || !impl->HasInputs()) {
    return graph::Fail(
        kInvalidArgument, function,
        "Graph " + Text(graph_id) + " has no inputs; SetInputs must be called first.");
  }
  std::lock_guard lock(mutex_);
  if (graphs_.contains(graph_id)) {
    if (!is_copy) return SUCCESS;
    return graph::Fail(kInvalidArgument, function, "Graph id " + Text(graph_id) + " is taken.");
  }
  auto loaded = std::make_shared<graph::LoadedGraph>(impl);
  if (!is_copy && !loaded->Claim()) {
    return graph::Fail(kInvalidArgument, function,
                       "Graph " + impl->name + " has been added under another id.");
  }
  graphs_.emplace(graph_id, std::move(loaded));
  return SUCCESS;
}

Status Session::Impl::Remove(uint32_t graph_id) {
  constexpr const char* kFunction = "RemoveGraph";
  if (const Status status = CheckAlive(kFunction); status != SUCCESS) return status;
  std::lock_guard lock(mutex_);
  if (graphs_.erase(graph_id) > 0) return SUCCESS;
  return graph::Fail(kSession, kFunction, "Graph id " + Text(graph_id) + " is unknown.");
}

Status Session::Impl::Run(uint32_t graph_id, const std::vector<Tensor>& inputs,
                          std::vector<Tensor>& outputs) {
  constexpr const char* kFunction = "RunGraph";
  GraphPtr loaded;
  if (const Status status = Find(kFunction, graph_id, &loaded); status != SUCCESS) return status;
  if (is_running_.exchange(true)) {
    return graph::Fail(kSession, kFunction, "Another thread runs a graph of the session.");
  }
  const Status status = RunLoaded(kFunction, graph_id, *loaded, inputs, outputs);
  is_running_ = false;
  return status;
}

Status Session::Impl::RunAsync(uint32_t graph_id, const std::vector<Tensor>& inputs,
                               RunAsyncCallback callback) {
  constexpr const char* kFunction = "RunGraphAsync";
  GraphPtr loaded;
  if (const Status status = Find(kFunction, graph_id, &loaded); status != SUCCESS) return status;
  if (!callback) return graph::Fail(kInvalidArgument, kFunction, "The callback is empty.");
  worker_.Add([graph_id, loaded = std::move(loaded), inputs, callback = std::move(callback)] {
    std::vector<Tensor> outputs;
    const Status status = RunLoaded(kFunction, graph_id, *loaded, inputs, outputs);
    Call(callback, status, outputs);
  });
  return SUCCESS;
}

Status Session::Impl::Build(const char* function, uint32_t graph_id,
                            const std::vector<Tensor>* inputs) {
  GraphPtr loaded;
  if (const Status status = Find(function, graph_id, &loaded); status != SUCCESS) return status;
  return graph::Report(inputs == nullptr ? loaded->Build() : loaded->Check(*inputs), function);
}

bool Session::Impl::NeedsBuild(uint32_t graph_id) {
  GraphPtr loaded;
  if (Find("IsGraphNeedRebuild", graph_id, &loaded) != SUCCESS) return false;
  return !loaded->IsBuilt();
}

}  // namespace ge
