// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient of sigmoid focal loss in a graph of dynamic shape: one session runs {1, 1}, {2, 3}
// and {4, 2}. A graph whose rank is unknown is refused, as the operator declares.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "array_ops.h"
#include "ge_api.h"
#include "graph.h"
#include "ops_proto_legacy.h"
#include "tensor.h"
#include "types.h"

namespace {

constexpr uint32_t kDynamicGraph = 1;
constexpr uint32_t kUnknownRankGraph = 2;
constexpr double kAlpha = 0.25;
constexpr double kGamma = 2.0;
constexpr double kAbsoluteTolerance = 1.0e-9;
constexpr double kRelativeTolerance = 1.0e-6;

using Dims = std::vector<int64_t>;

struct Problem {
  Dims dims;
  std::vector<float> pred, dout, weight;
  std::vector<int32_t> target;
};

Problem MakeProblem(const Dims& dims) {
  Problem problem;
  problem.dims = dims;
  const int64_t count = dims[0] * dims[1];
  for (int64_t i = 0; i < count; ++i) {
    problem.pred.push_back(-1.25F + 0.25F * static_cast<float>(i));
    problem.target.push_back(static_cast<int32_t>(i % 2));
    problem.dout.push_back(-1.5F + 0.5F * static_cast<float>(i));
    problem.weight.push_back(1.0F + 0.125F * static_cast<float>(i));
  }
  return problem;
}

ge::TensorDesc MakeDesc(const Dims& dims, ge::DataType dtype) {
  return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, dtype);
}

template <typename T>
ge::Tensor MakeHostTensor(const Dims& dims, const std::vector<T>& values, ge::DataType dtype) {
  return ge::Tensor(MakeDesc(dims, dtype), reinterpret_cast<const uint8_t*>(values.data()),
                    values.size() * sizeof(T));
}

std::vector<ge::Tensor> MakeInputs(const Problem& problem) {
  return {MakeHostTensor(problem.dims, problem.pred, ge::DT_FLOAT),
          MakeHostTensor(problem.dims, problem.target, ge::DT_INT32),
          MakeHostTensor(problem.dims, problem.dout, ge::DT_FLOAT),
          MakeHostTensor(problem.dims, problem.weight, ge::DT_FLOAT)};
}

ge::op::Data MakeData(const char* name, int64_t index, const Dims& dims, ge::DataType dtype) {
  ge::op::Data data(name);
  data.set_attr_index(index);
  data.update_input_desc_x(MakeDesc(dims, dtype));
  data.update_output_desc_y(MakeDesc(dims, dtype));
  return data;
}

ge::Graph BuildGraph(const char* name, const Dims& dims) {
  ge::op::Data pred = MakeData("pred", 0, dims, ge::DT_FLOAT);
  ge::op::Data target = MakeData("target", 1, dims, ge::DT_INT32);
  ge::op::Data dout = MakeData("dout", 2, dims, ge::DT_FLOAT);
  ge::op::Data weight = MakeData("weight", 3, dims, ge::DT_FLOAT);
  ge::op::SigmoidFocalLossGrad grad("sigmoid_focal_loss_grad");
  grad.set_input_pred(pred).set_input_target(target).set_input_dout(dout).set_input_weight(weight);
  grad.set_attr_alpha(0.25F).set_attr_gamma(2.0F).set_attr_reduction("mean");
  grad.update_input_desc_pred(MakeDesc(dims, ge::DT_FLOAT));
  grad.update_output_desc_grad(MakeDesc(dims, ge::DT_FLOAT));
  ge::Graph graph(name);
  graph.SetInputs({pred, target, dout, weight}).SetOutputs(std::vector<ge::Operator>{grad});
  return graph;
}

// The formula of the operator, in double precision.
double Expected(const Problem& problem, size_t i) {
  const double p = 1 / (1 + std::exp(-static_cast<double>(problem.pred[i])));
  const double q = 1 - p;
  const double positive =
      kAlpha * kGamma * p * std::pow(q, kGamma) * std::log(p) - kAlpha * std::pow(q, kGamma + 1);
  const double negative = kGamma * (kAlpha - 1) * std::pow(p, kGamma) * q * std::log(q) +
                          (1 - kAlpha) * std::pow(p, kGamma + 1);
  const double raw = problem.target[i] == 0 ? positive : negative;
  const auto count = static_cast<double>(problem.pred.size());
  return raw * problem.dout[i] * problem.weight[i] / count;
}

bool Check(const Problem& problem, const std::vector<ge::Tensor>& outputs) {
  if (outputs.size() != 1) return false;
  const ge::TensorDesc desc = outputs[0].GetTensorDesc();
  std::vector<float> grad(problem.pred.size());
  if (desc.GetShape().GetDims() != problem.dims || desc.GetDataType() != ge::DT_FLOAT ||
      outputs[0].GetSize() != grad.size() * sizeof(float)) {
    std::printf("grad has a wrong shape, type or size\n");
    return false;
  }
  std::memcpy(grad.data(), outputs[0].GetData(), outputs[0].GetSize());
  for (size_t i = 0; i < grad.size(); ++i) {
    const double expected = Expected(problem, i);
    const double tolerance = kAbsoluteTolerance + kRelativeTolerance * std::fabs(expected);
    if (!(std::fabs(grad[i] - expected) <= tolerance)) {
      std::printf("grad[%zu] is %.9g, expected %.9g\n", i, grad[i], expected);
      return false;
    }
  }
  std::printf("{%lld, %lld}: shape, type, size and %zu values are right\n",
              static_cast<long long>(problem.dims[0]), static_cast<long long>(problem.dims[1]),
              grad.size());
  return true;
}

bool Fail(const char* what) {
  std::printf("%s failed: %s\n", what, ge::GEGetErrorMsgV2().GetString());
  return false;
}

bool RunDynamicShapes(ge::Session* session) {
  const ge::Graph graph = BuildGraph("dynamic_shape", {-1, -1});
  if (session->AddGraph(kDynamicGraph, graph) != ge::SUCCESS) return Fail("AddGraph");
  for (const Dims& dims : std::vector<Dims>{{1, 1}, {2, 3}, {4, 2}}) {
    const Problem problem = MakeProblem(dims);
    std::vector<ge::Tensor> outputs;
    if (session->RunGraph(kDynamicGraph, MakeInputs(problem), outputs) != ge::SUCCESS) {
      return Fail("RunGraph");
    }
    if (!Check(problem, outputs)) return false;
  }
  return true;
}

bool UnknownRankIsRefused(ge::Session* session) {
  const ge::Graph graph = BuildGraph("unknown_rank", {-2});
  ge::Status status = session->AddGraph(kUnknownRankGraph, graph);
  std::vector<ge::Tensor> outputs;
  if (status == ge::SUCCESS) {
    status = session->RunGraph(kUnknownRankGraph, MakeInputs(MakeProblem({2, 3})), outputs);
  }
  if (status == ge::SUCCESS || !outputs.empty()) {
    std::printf("[-2] was accepted\n");
    return false;
  }
  std::printf("[-2] is refused, as expected: %s", ge::GEGetErrorMsgV2().GetString());
  return true;
}

}  // namespace

int main() {
  const std::map<ge::AscendString, ge::AscendString> options = {
      {"ge.exec.deviceId", "0"}, {"ge.graphRunMode", "1"}, {"ge.jit_compile", "0"}};
  if (ge::GEInitialize(options) != ge::SUCCESS) return Fail("GEInitialize") ? 0 : 1;
  bool all_right = false;
  {
    ge::Session session(options);
    all_right = RunDynamicShapes(&session) && UnknownRankIsRefused(&session);
  }
  return ge::GEFinalize() == ge::SUCCESS && all_right ? 0 : 1;
}
