// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Loss and gradient of binary cross entropy with logits as a graph of two nodes. The weight of the
// positive part is a constant of the graph.
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
#include "ops_proto_nn.h"
#include "tensor.h"
#include "types.h"

namespace {

constexpr uint32_t kGraphId = 0;
constexpr size_t kCount = 6;
constexpr double kPosWeight = 2.0;

const std::vector<float> kPredict = {-2.0F, -1.0F, 0.0F, 0.5F, 1.0F, 20.0F};
const std::vector<float> kTarget = {0.0F, 1.0F, 0.5F, 0.0F, 0.5F, 1.0F};
const std::vector<float> kDout(kCount, 1.0F);

ge::TensorDesc MakeDesc() { return ge::TensorDesc(ge::Shape({2, 3}), ge::FORMAT_ND, ge::DT_FLOAT); }

ge::Tensor MakeTensor(const std::vector<float>& values) {
  return ge::Tensor(MakeDesc(), reinterpret_cast<const uint8_t*>(values.data()),
                    values.size() * sizeof(float));
}

ge::op::Data MakeData(const char* name, int64_t index) {
  ge::op::Data data(name);
  data.set_attr_index(index);
  data.update_input_desc_x(MakeDesc());
  data.update_output_desc_y(MakeDesc());
  return data;
}

ge::Graph BuildGraph() {
  ge::op::Data predict = MakeData("predict", 0);
  ge::op::Data target = MakeData("target", 1);
  ge::op::Data dout = MakeData("dout", 2);
  ge::op::Const pos_weight("pos_weight");
  pos_weight.set_attr_value(MakeTensor(std::vector<float>(kCount, static_cast<float>(kPosWeight))));
  pos_weight.update_output_desc_y(MakeDesc());

  ge::op::SigmoidCrossEntropyWithLogitsV2 loss("loss");
  loss.set_input_predict(predict).set_input_target(target).set_input_pos_weight(pos_weight);
  loss.set_attr_reduction("mean");
  ge::op::SigmoidCrossEntropyWithLogitsGradV2 gradient("gradient");
  gradient.set_input_predict(predict).set_input_target(target).set_input_dout(dout);
  gradient.set_input_pos_weight(pos_weight).set_attr_reduction("mean");

  ge::Graph graph("bce_with_logits");
  graph.SetInputs({predict, target, dout}).SetOutputs(std::vector<ge::Operator>{loss, gradient});
  return graph;
}

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double Softplus(double x) { return std::fmax(x, 0) + std::log1p(std::exp(-std::fabs(x))); }

double ExpectedLoss() {
  double sum = 0;
  for (size_t i = 0; i < kCount; ++i) {
    const double x = kPredict[i];
    const double y = kTarget[i];
    sum += (1 - y) * Softplus(x) + kPosWeight * y * Softplus(-x);
  }
  return sum / kCount;
}

double ExpectedGradient(size_t i) {
  const double x = kPredict[i];
  const double y = kTarget[i];
  return ((1 - y) * Sigmoid(x) - kPosWeight * y * Sigmoid(-x)) * kDout[i] / kCount;
}

bool IsNear(const char* what, float got, double expected) {
  const bool near = std::fabs(got - expected) <= 2e-7 * std::fabs(expected);
  std::printf("%s %.8g, expected %.8g%s\n", what, got, expected, near ? "" : " WRONG");
  return near;
}

bool CheckDesc(const ge::Tensor& tensor, const std::vector<int64_t>& dims, size_t bytes) {
  const ge::TensorDesc desc = tensor.GetTensorDesc();
  const bool right = desc.GetShape().GetDims() == dims && desc.GetDataType() == ge::DT_FLOAT &&
                     tensor.GetSize() == bytes;
  if (!right) std::printf("an output has a wrong shape, type or size\n");
  return right;
}

bool Check(const std::vector<ge::Tensor>& outputs) {
  if (outputs.size() != 2 || !CheckDesc(outputs[0], {}, sizeof(float)) ||
      !CheckDesc(outputs[1], {2, 3}, kCount * sizeof(float))) {
    return false;
  }
  float loss = 0;
  float gradient[kCount];
  std::memcpy(&loss, outputs[0].GetData(), sizeof loss);
  std::memcpy(gradient, outputs[1].GetData(), sizeof gradient);
  bool right = IsNear("loss", loss, ExpectedLoss());
  for (size_t i = 0; i < kCount; ++i) {
    right = IsNear("gradient", gradient[i], ExpectedGradient(i)) && right;
  }
  return right;
}

bool Fail(const char* what) {
  std::printf("%s failed: %s\n", what, ge::GEGetErrorMsgV2().GetString());
  return false;
}

bool Run() {
  std::map<ge::AscendString, ge::AscendString> options;
  ge::Session session(options);
  if (session.AddGraph(kGraphId, BuildGraph()) != ge::SUCCESS) return Fail("AddGraph");
  const std::vector<ge::Tensor> inputs = {MakeTensor(kPredict), MakeTensor(kTarget),
                                          MakeTensor(kDout)};
  std::vector<ge::Tensor> outputs;
  if (session.RunGraph(kGraphId, inputs, outputs) != ge::SUCCESS) return Fail("RunGraph");
  return Check(outputs);
}

}  // namespace

int main() {
  const std::map<ge::AscendString, ge::AscendString> options = {{"ge.exec.deviceId", "0"},
                                                                {"ge.graphRunMode", "1"}};
  if (ge::GEInitialize(options) != ge::SUCCESS) return Fail("GEInitialize") ? 0 : 1;
  const bool all_right = Run();
  if (all_right) std::printf("shapes, types, sizes and 7 values are right\n");
  return ge::GEFinalize() == ge::SUCCESS && all_right ? 0 : 1;
}
