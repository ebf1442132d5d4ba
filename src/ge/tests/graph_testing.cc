// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "graph_testing.h"

#include <cstring>
#include <random>

#include "core/half.h"
#include "graph/operator_factory.h"
#include "ops_proto_nn.h"

namespace sigloss::graph_testing {
namespace {

ge::Tensor MakeJunk() { return MakeTensor(ge::DT_FLOAT, {3}, {-7, -8, -9}); }

void Store(ge::DataType dtype, double value, uint8_t* at) {
  if (dtype == ge::DT_INT32) {
    const auto number = static_cast<int32_t>(value);
    std::memcpy(at, &number, sizeof number);
  } else {
    core::EncodeFloat(static_cast<DType>(dtype), value, at);
  }
}

}  // namespace

ge::Tensor MakeTensor(ge::DataType dtype, const Extents& dims, const std::vector<double>& values) {
  const auto size = static_cast<size_t>(ge::GetSizeByDataType(dtype));
  std::vector<uint8_t> bytes(values.size() * size);
  for (size_t i = 0; i < values.size(); ++i) Store(dtype, values[i], bytes.data() + i * size);
  return ge::Tensor(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, dtype), bytes);
}

ge::Tensor MakeRandom(ge::DataType dtype, const Extents& dims, double lowest, double highest,
                      uint32_t seed) {
  std::mt19937 engine(seed);
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  std::vector<double> values(static_cast<size_t>(count));
  for (double& value : values) value = lowest + (highest - lowest) * (engine() * 0x1p-32);
  return MakeTensor(dtype, dims, values);
}

TensorView ViewOf(const ge::Tensor& tensor) {
  const Extents dims = tensor.GetTensorDesc().GetShape().GetDims();
  return TensorView::Dense(const_cast<uint8_t*>(tensor.GetData()),
                           static_cast<DType>(tensor.GetDataType()), Dims(dims));
}

std::string BytesOf(const ge::Tensor& tensor) {
  return {reinterpret_cast<const char*>(tensor.GetData()), tensor.GetSize()};
}

float FloatAt(const ge::Tensor& tensor, size_t i) {
  float value = 0;
  std::memcpy(&value, tensor.GetData() + i * sizeof value, sizeof value);
  return value;
}

ge::Operator MakeData(const std::string& name, int64_t index, const ge::TensorDesc& desc) {
  ge::op::Data data(name);
  data.set_attr_index(index);
  data.update_input_desc_x(desc);
  data.update_output_desc_y(desc);
  return data;
}

ge::Tensor& NodeCase::operator[](std::string_view port) {
  for (Input& input : inputs) {
    if (input.port == port) return input.tensor;
  }
  return inputs.emplace_back(Input{std::string(port), {}}).tensor;
}

void NodeCase::Remove(std::string_view port) {
  std::erase_if(inputs, [&](const Input& input) { return input.port == port; });
}

ge::Graph NodeCase::Build() const {
  ge::Operator node = ge::OperatorFactory::CreateOperator("node", type.c_str());
  std::vector<ge::Operator> data;
  for (const Input& input : inputs) {
    data.push_back(MakeData("data_" + input.port, static_cast<int64_t>(data.size()),
                            input.tensor.GetTensorDesc()));
    node.SetInput(input.port.c_str(), data.back());
  }
  if (set_attrs) set_attrs(node);
  ge::Graph graph("graph");
  graph.SetInputs(data).SetOutputs(std::vector<ge::Operator>{node});
  return graph;
}

Tensors NodeCase::InputTensors() const {
  Tensors tensors;
  for (const Input& input : inputs) tensors.push_back(input.tensor);
  return tensors;
}

Outcome RunNode(const NodeCase& node) {
  ge::Session session{Options()};
  Outcome outcome;
  outcome.outputs = {MakeJunk()};
  outcome.status = session.AddGraph(1, node.Build());
  if (outcome.status == ge::SUCCESS) {
    outcome.status = session.RunGraph(1, node.InputTensors(), outcome.outputs);
  }
  outcome.error = TakeErrors();
  return outcome;
}

void ExpectRefused(const NodeCase& node, const std::vector<std::string>& parts) {
  const Outcome outcome = RunNode(node);
  EXPECT_EQ(outcome.status, ge::FAILED);
  for (const std::string& part : parts) {
    EXPECT_NE(outcome.error.find(part), std::string::npos) << part << " in " << outcome.error;
  }
  ASSERT_EQ(outcome.outputs.size(), 1u);
  EXPECT_EQ(BytesOf(outcome.outputs[0]), BytesOf(MakeJunk()));
}

std::string TakeErrors() { return ge::GEGetErrorMsgV2().GetString(); }

}  // namespace sigloss::graph_testing
