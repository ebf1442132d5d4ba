// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The functions of ge_api.h.
#include <string>

#include "acl/error_log.h"
#include "ge/ge_api.h"
#include "ge/report.h"
#include "ge/session_impl.h"

namespace ge {
namespace {

namespace graph = sigloss::graph;
using graph::Guard;
using AscendOptions = std::map<AscendString, AscendString>;

graph::Options Plain(const AscendOptions& options) {
  graph::Options plain;
  for (const auto& [name, value] : options) plain[name.GetString()] = value.GetString();
  return plain;
}

std::vector<Tensor> Described(const std::vector<InputTensorInfo>& inputs) {
  std::vector<Tensor> tensors;
  for (const InputTensorInfo& input : inputs) {
    const auto dtype = static_cast<DataType>(input.data_type);
    tensors.emplace_back(TensorDesc(Shape(input.dims), FORMAT_ND, dtype));
  }
  return tensors;
}

AscendString Ascend(const std::string& text) { return {text.c_str(), text.size()}; }

std::string TakeErrors() {
  const char* const errors = sigloss::acl::TakeErrors();
  return errors == nullptr ? "" : errors;
}

}  // namespace

Status GEInitialize(const std::map<std::string, std::string>& options) {
  return Guard("GEInitialize", [&] { return graph::Initialize(options); });
}
Status GEInitialize(const AscendOptions& options) {
  return Guard("GEInitialize", [&] { return graph::Initialize(Plain(options)); });
}
Status GEFinalize() {
  return Guard("GEFinalize", [] { return graph::Finalize(); });
}

std::string GEGetErrorMsg() { return TakeErrors(); }
AscendString GEGetErrorMsgV2() { return Ascend(TakeErrors()); }
std::string GEGetWarningMsg() { return graph::TakeWarnings(); }
AscendString GEGetWarningMsgV2() { return Ascend(graph::TakeWarnings()); }

Session::Session(const std::map<std::string, std::string>& options)
    : impl_(std::make_shared<Impl>(options)) {}
Session::Session(const AscendOptions& options) : impl_(std::make_shared<Impl>(Plain(options))) {}
Session::~Session() = default;

Status Session::AddGraph(uint32_t graph_id, const Graph& graph) {
  return AddGraph(graph_id, graph, AscendOptions());
}
Status Session::AddGraph(uint32_t graph_id, const Graph& graph,
                         const std::map<std::string, std::string>& options) {
  return Guard("AddGraph", [&] { return impl_->Add("AddGraph", graph_id, graph, options, false); });
}
Status Session::AddGraph(uint32_t graph_id, const Graph& graph, const AscendOptions& options) {
  return Guard("AddGraph",
               [&] { return impl_->Add("AddGraph", graph_id, graph, Plain(options), false); });
}
Status Session::AddGraphWithCopy(uint32_t graph_id, const Graph& graph) {
  return AddGraphWithCopy(graph_id, graph, AscendOptions());
}
Status Session::AddGraphWithCopy(uint32_t graph_id, const Graph& graph,
                                 const AscendOptions& options) {
  constexpr const char* kFunction = "AddGraphWithCopy";
  return Guard(kFunction,
               [&] { return impl_->Add(kFunction, graph_id, graph, Plain(options), true); });
}

Status Session::RemoveGraph(uint32_t graph_id) {
  return Guard("RemoveGraph", [&] { return impl_->Remove(graph_id); });
}

Status Session::RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs,
                         std::vector<Tensor>& outputs) {
  return Guard("RunGraph", [&] { return impl_->Run(graph_id, inputs, outputs); });
}

Status Session::RunGraphAsync(uint32_t graph_id, const std::vector<ge::Tensor>& inputs,
                              RunAsyncCallback callback) {
  return Guard("RunGraphAsync",
               [&] { return impl_->RunAsync(graph_id, inputs, std::move(callback)); });
}

Status Session::BuildGraph(uint32_t graph_id, const std::vector<InputTensorInfo>& inputs) {
  return Guard("BuildGraph", [&] {
    const std::vector<Tensor> tensors = Described(inputs);
    return impl_->Build("BuildGraph", graph_id, &tensors);
  });
}
Status Session::BuildGraph(uint32_t graph_id, const std::vector<ge::Tensor>& inputs) {
  return Guard("BuildGraph", [&] { return impl_->Build("BuildGraph", graph_id, &inputs); });
}
Status Session::CompileGraph(uint32_t graph_id) {
  return Guard("CompileGraph", [&] { return impl_->Build("CompileGraph", graph_id, nullptr); });
}
bool Session::IsGraphNeedRebuild(uint32_t graph_id) {
  bool needs_build = false;
  (void)Guard("IsGraphNeedRebuild", [&] {
    needs_build = impl_->NeedsBuild(graph_id);
    return SUCCESS;
  });
  return needs_build;
}
uint64_t Session::GetSessionId() const { return impl_->id(); }

}  // namespace ge
