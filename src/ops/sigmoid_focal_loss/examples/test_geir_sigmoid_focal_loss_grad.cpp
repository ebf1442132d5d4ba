// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The gradient of sigmoid focal loss as a graph of one node, on a 2 x 3 tensor. The selector
// `target` is 0 where an element is positive and 1 where it is negative.
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

constexpr uint32_t kGraphId = 0;
constexpr int64_t kShape[] = {2, 3};
constexpr size_t kElementCount = 6;
constexpr double kAlpha = 0.25;
constexpr double kGamma = 2.0;

const std::vector<float> kPred = {-1.25F, -1.0F, -0.75F, -0.5F, -0.25F, 0.0F};
const std::vector<int32_t> kTarget = {0, 1, 0, 1, 0, 1};
const std::vector<float> kDout = {-1.5F, -1.0F, -0.5F, 0.0F, 0.5F, 1.0F};
const std::vector<float> kWeight(kElementCount, 1.0F);

ge::TensorDesc MakeDesc(ge::DataType dtype) {
  ge::TensorDesc desc(ge::Shape({kShape[0], kShape[1]}), ge::FORMAT_ND, dtype);
  desc.SetPlacement(ge::kPlacementHost);
  desc.SetRealDimCnt(2);
  return desc;
}

template <typename T>
ge::Tensor MakeHostTensor(const std::vector<T>& values, ge::DataType dtype) {
  return ge::Tensor(MakeDesc(dtype), reinterpret_cast<const uint8_t*>(values.data()),
                    values.size() * sizeof(T));
}

ge::op::Data MakeData(const char* name, int64_t index, ge::DataType dtype) {
  ge::op::Data data(name);
  data.set_attr_index(index);
  data.update_input_desc_x(MakeDesc(dtype));
  data.update_output_desc_y(MakeDesc(dtype));
  return data;
}

ge::Graph BuildGraph() {
  ge::op::Data pred = MakeData("pred", 0, ge::DT_FLOAT);
  ge::op::Data target = MakeData("target", 1, ge::DT_INT32);
  ge::op::Data dout = MakeData("dout", 2, ge::DT_FLOAT);
  ge::op::Data weight = MakeData("weight", 3, ge::DT_FLOAT);

  ge::op::SigmoidFocalLossGrad grad("sigmoid_focal_loss_grad");
  grad.set_input_pred(pred);
  grad.set_input_target(target);
  grad.set_input_dout(dout);
  grad.set_input_weight(weight);
  grad.set_attr_alpha(0.25F);
  grad.set_attr_gamma(2.0F);
  grad.set_attr_reduction("mean");

  ge::Graph graph("sigmoid_focal_loss_grad_graph");
  const std::vector<ge::Operator> inputs = {pred, target, dout, weight};
  const std::vector<ge::Operator> outputs = {grad};
  graph.SetInputs(inputs).SetOutputs(outputs);
  return graph;
}

// The formula of the operator, in double precision.
double Expected(size_t i) {
  const double p = 1 / (1 + std::exp(-static_cast<double>(kPred[i])));
  const double q = 1 - p;
  const double positive =
      kAlpha * kGamma * p * std::pow(q, kGamma) * std::log(p) - kAlpha * std::pow(q, kGamma + 1);
  const double negative = kGamma * (kAlpha - 1) * std::pow(p, kGamma) * q * std::log(q) +
                          (1 - kAlpha) * std::pow(p, kGamma + 1);
  const double raw = kTarget[i] == 0 ? positive : negative;
  return raw * kDout[i] * kWeight[i] / kElementCount;
}

bool Check(const std::vector<ge::Tensor>& outputs) {
  if (outputs.size() != 1) return false;
  const ge::TensorDesc desc = outputs[0].GetTensorDesc();
  const ge::Shape shape = desc.GetShape();
  if (shape.GetDimNum() != 2 || shape.GetDim(0) != kShape[0] || shape.GetDim(1) != kShape[1] ||
      desc.GetDataType() != ge::DT_FLOAT || outputs[0].GetSize() != kElementCount * sizeof(float)) {
    std::printf("grad has a wrong shape, type or size\n");
    return false;
  }
  std::vector<float> grad(kElementCount);
  std::memcpy(grad.data(), outputs[0].GetData(), outputs[0].GetSize());
  bool all_right = true;
  for (size_t i = 0; i < kElementCount; ++i) {
    const double expected = Expected(i);
    const bool right = std::fabs(grad[i] - expected) <= 1e-7 * std::fabs(expected);
    std::printf("grad[%zu] = %.8f, expected %.8f%s\n", i, grad[i], expected, right ? "" : " WRONG");
    all_right = all_right && right;
  }
  return all_right;
}

bool Fail(const char* what) {
  std::printf("%s failed: %s\n", what, ge::GEGetErrorMsgV2().GetString());
  return false;
}

bool Run() {
  const ge::Graph graph = BuildGraph();
  std::map<ge::AscendString, ge::AscendString> options;
  ge::Session session(options);
  ge::Status status = session.AddGraph(kGraphId, graph);
  if (status != ge::SUCCESS) return Fail("AddGraph");
  const std::vector<ge::Tensor> inputs = {
      MakeHostTensor(kPred, ge::DT_FLOAT), MakeHostTensor(kTarget, ge::DT_INT32),
      MakeHostTensor(kDout, ge::DT_FLOAT), MakeHostTensor(kWeight, ge::DT_FLOAT)};
  std::vector<ge::Tensor> outputs;
  status = session.RunGraph(kGraphId, inputs, outputs);
  if (status != ge::SUCCESS) return Fail("RunGraph");
  if (!Check(outputs)) return false;
  std::printf("%zu of %zu values are right\n", kElementCount, kElementCount);
  return true;
}

}  // namespace

int main() {
  const std::map<ge::AscendString, ge::AscendString> options = {
      {"ge.exec.deviceId", "0"}, {"ge.graphRunMode", "1"}, {"ge.jit_compile", "0"}};
  if (ge::GEInitialize(options) != ge::SUCCESS) return Fail("GEInitialize") ? 0 : 1;
  const bool all_right = Run();
  return ge::GEFinalize() == ge::SUCCESS && all_right ? 0 : 1;
}
