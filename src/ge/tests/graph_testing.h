// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the tests of graphs share: tensors from numbers, graphs of one node, errors as texts.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ge/ge_api.h"
#include "sigloss/tensor_view.h"

namespace sigloss::graph_testing {

using Extents = std::vector<int64_t>;
using Tensors = std::vector<ge::Tensor>;
using Options = std::map<ge::AscendString, ge::AscendString>;

/// FLOAT, FLOAT16, BF16 or INT32.
[[nodiscard]] ge::Tensor MakeTensor(ge::DataType dtype, const Extents& dims,
                                    const std::vector<double>& values);
/// Different numbers in [lowest, highest), the same for the same seed; whole ones for INT32.
[[nodiscard]] ge::Tensor MakeRandom(ge::DataType dtype, const Extents& dims, double lowest,
                                    double highest, uint32_t seed);
/// The same tensor as the C++ side sees it.
[[nodiscard]] TensorView ViewOf(const ge::Tensor& tensor);

/// The data as bytes, to be compared.
[[nodiscard]] std::string BytesOf(const ge::Tensor& tensor);
[[nodiscard]] float FloatAt(const ge::Tensor& tensor, size_t i);

/// A Data node that is declared like the tensor.
[[nodiscard]] ge::Operator MakeData(const std::string& name, int64_t index,
                                    const ge::TensorDesc& desc);

/// A graph of one node with a Data node for each port.
struct NodeCase {
  struct Input {
    std::string port;
    ge::Tensor tensor;
  };
  std::string type;
  std::vector<Input> inputs;
  std::function<void(ge::Operator&)> set_attrs = {};

  [[nodiscard]] ge::Tensor& operator[](std::string_view port);
  void Remove(std::string_view port);
  [[nodiscard]] ge::Graph Build() const;
  [[nodiscard]] Tensors InputTensors() const;
};

struct Outcome {
  ge::Status status = ge::FAILED;
  Tensors outputs;
  std::string error;
};

/// Runs it in a session of its own. `outputs` holds a tensor of junk before.
[[nodiscard]] Outcome RunNode(const NodeCase& node);

/// That a run of it fails with a text that holds each of the parts, and leaves the outputs alone.
void ExpectRefused(const NodeCase& node, const std::vector<std::string>& parts);

/// The errors of this thread, which are then forgotten.
[[nodiscard]] std::string TakeErrors();

/// A test in which the engine is initialised.
class GraphTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ge::GEInitialize(Options()), ge::SUCCESS);
    (void)TakeErrors();
    (void)ge::GEGetWarningMsgV2();
  }
  void TearDown() override { EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS); }
};

}  // namespace sigloss::graph_testing
