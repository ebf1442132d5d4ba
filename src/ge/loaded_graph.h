// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "ge/access.h"
#include "ge/program.h"
#include "ge/schedule.h"
#include "sigloss/status.h"

namespace sigloss::graph {

using Tensors = std::vector<::ge::Tensor>;

/// A graph in a session. Thread-safe: calls wait for each other.
class LoadedGraph {
 public:
  explicit LoadedGraph(Access::GraphPtr graph) : graph_(std::move(graph)) {}
  ~LoadedGraph();
  LoadedGraph(const LoadedGraph&) = delete;
  LoadedGraph& operator=(const LoadedGraph&) = delete;

  /// Claims the graph until this one is gone; false if somebody else has.
  [[nodiscard]] bool Claim();

  /// Compiles the graph, once.
  [[nodiscard]] Status Build();
  [[nodiscard]] bool IsBuilt() const;

  /// All checks of a run on tensors that are described like these.
  [[nodiscard]] Status Check(const Tensors& inputs);

  /// Runs the graph and replaces `outputs`; on failure they stay as they are. The first success
  /// fixes the types of the inputs, and the shapes of those that are not declared with an unknown
  /// extent.
  [[nodiscard]] Status Run(const Tensors& inputs, Tensors* outputs);

  /// Number of inputs, known once it is built.
  [[nodiscard]] size_t NumInputs() const { return program_->inputs.size(); }

 private:
  struct Signature {
    ::ge::DataType dtype;
    std::vector<int64_t> dims;
  };

  [[nodiscard]] Status BuildLocked();
  [[nodiscard]] Status Prepare(const Tensors& inputs);
  [[nodiscard]] Status CheckSignature(const Tensors& inputs) const;
  [[nodiscard]] Status CheckSizes(const Tensors& inputs) const;
  [[nodiscard]] Status Execute(const Tensors& inputs, Tensors* results);
  void Place(const Tensors& inputs, Tensors* results);
  [[nodiscard]] Status RunNodes();
  void Fix(const Tensors& inputs);

  mutable std::mutex mutex_;
  const Access::GraphPtr graph_;
  bool is_claimed_ = false;  // before anybody else knows of this one
  std::shared_ptr<const Program> program_;
  std::vector<Signature> fixed_;  // empty before the first success

  // Of the run in progress; kept, so that the next one need not allocate.
  Schedule schedule_;
  std::vector<const ::ge::TensorDesc*> descs_;
  std::vector<void*> addresses_;  // by ValueId
  std::vector<void*> arguments_;  // of a node
  Storage intermediates_;
};

}  // namespace sigloss::graph
