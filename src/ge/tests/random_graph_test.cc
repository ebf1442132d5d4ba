// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Random graphs against the same calls one by one: every output has the same bits.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "graph/operator_factory.h"
#include "graph_testing.h"
#include "sigloss/bce_with_logits.h"
#include "sigloss/sigmoid_focal_loss.h"

namespace sigloss::graph_testing {
namespace {

// A tensor of the graph and the node that makes it.
struct Value {
  ge::Tensor tensor;
  ge::Operator node;
};

class RandomGraph {
 public:
  RandomGraph(uint32_t seed, const Extents& dims) : engine_(seed), dims_(dims) {
    for (int64_t i = 0; i < 3; ++i) {
      AddData(MakeRandom(ge::DT_FLOAT, dims, -1, 1, seed + static_cast<uint32_t>(i)));
      floats_.push_back(data_.back());
    }
    AddData(MakeRandom(ge::DT_INT32, dims, 0, 2, seed + 9));
  }

  void Grow(int nodes) {
    for (int i = 0; i < nodes; ++i) AddNode("node" + std::to_string(i));
  }

  /// Builds, runs and compares; some values in the middle are outputs as well.
  void Check(ge::Session& session, uint32_t graph_id) {
    std::vector<ge::Operator> inputs, outputs;
    Tensors tensors, results;
    for (const Value& value : data_) {
      inputs.push_back(value.node);
      tensors.push_back(value.tensor);
    }
    std::vector<const ge::Tensor*> expected;
    for (size_t i = 3; i < floats_.size(); ++i) {
      if (i + 1 < floats_.size() && Draw(3) != 0) continue;
      outputs.push_back(floats_[i].node);
      expected.push_back(&floats_[i].tensor);
    }
    ge::Graph graph("random");
    graph.SetInputs(inputs).SetOutputs(outputs);
    ASSERT_EQ(session.AddGraph(graph_id, graph), ge::SUCCESS) << TakeErrors();
    for (int again = 0; again < 3; ++again) {
      ASSERT_EQ(session.RunGraph(graph_id, tensors, results), ge::SUCCESS) << TakeErrors();
      ASSERT_EQ(results.size(), expected.size());
      for (size_t i = 0; i < results.size(); ++i) {
        EXPECT_EQ(BytesOf(results[i]), BytesOf(*expected[i])) << "output " << i;
      }
    }
  }

 private:
  size_t Draw(size_t below) { return engine_() % below; }
  Value& Pick() { return floats_[Draw(floats_.size())]; }

  void AddData(const ge::Tensor& tensor) {
    const auto index = static_cast<int64_t>(data_.size());
    data_.push_back(
        {tensor, MakeData("data" + std::to_string(index), index, tensor.GetTensorDesc())});
  }

  void AddNode(const std::string& name) {
    Value made = {MakeRandom(ge::DT_FLOAT, dims_, 0, 1, 0), {}};
    switch (Draw(4)) {
      case 0:
        AddBceLoss(name, &made);
        break;
      case 1:
        AddBceGrad(name, &made);
        break;
      case 2:
        AddFocalLoss(name, &made);
        break;
      default:
        AddFocalGrad(name, &made);
    }
    floats_.push_back(made);
  }

  // Connects an input that may be left out, and gives its view if it is not.
  std::optional<TensorView> Maybe(ge::Operator* node, const char* port) {
    if (Draw(2) == 0) return std::nullopt;
    Value& value = Pick();
    node->SetInput(port, value.node);
    return ViewOf(value.tensor);
  }

  TensorView Connect(ge::Operator* node, const char* port) {
    Value& value = Pick();
    node->SetInput(port, value.node);
    return ViewOf(value.tensor);
  }

  static void Expect(const Status& status) { EXPECT_TRUE(status.ok()) << status.message(); }

  static ge::Operator Make(const std::string& name, const char* type) {
    return ge::OperatorFactory::CreateOperator(name.c_str(), type);
  }

  void AddBceLoss(const std::string& name, Value* made) {
    made->node = Make(name, "SigmoidCrossEntropyWithLogitsV2");
    made->node.SetAttr("reduction", "none");
    BceOptions options;
    options.reduction = Reduction::kNone;
    const TensorView logits = Connect(&made->node, "predict");
    const TensorView target = Connect(&made->node, "target");
    options.weight = Maybe(&made->node, "weight");
    options.pos_weight = Maybe(&made->node, "pos_weight");
    Expect(bce_with_logits(logits, target, ViewOf(made->tensor), options));
  }

  void AddBceGrad(const std::string& name, Value* made) {
    made->node = Make(name, "SigmoidCrossEntropyWithLogitsGradV2");
    BceOptions options;  // both have the mean as their default
    const TensorView logits = Connect(&made->node, "predict");
    const TensorView target = Connect(&made->node, "target");
    const TensorView dout = Connect(&made->node, "dout");
    options.weight = Maybe(&made->node, "weight");
    options.pos_weight = Maybe(&made->node, "pos_weight");
    Expect(bce_with_logits_backward(dout, logits, target, ViewOf(made->tensor), options));
  }

  void AddFocalLoss(const std::string& name, Value* made) {
    made->node = Make(name, "SigmoidFocalLoss");
    made->node.SetAttr("gamma", 1.7f).SetAttr("alpha", 0.3f).SetAttr("reduction", "none");
    FocalOptions options;
    options.gamma = 1.7f;
    options.alpha = 0.3f;
    const TensorView logits = Connect(&made->node, "pred");
    made->node.SetInput("target", data_[3].node);
    options.weight = Maybe(&made->node, "weight");
    Expect(sigmoid_focal_loss(logits, FocalTarget::Labels(ViewOf(data_[3].tensor)),
                              ViewOf(made->tensor), options));
  }

  void AddFocalGrad(const std::string& name, Value* made) {
    made->node = Make(name, "SigmoidFocalLossGrad");
    FocalOptions options;
    options.reduction = Reduction::kMean;
    const TensorView logits = Connect(&made->node, "pred");
    made->node.SetInput("target", data_[3].node);
    const TensorView dout = Connect(&made->node, "dout");
    options.weight = Maybe(&made->node, "weight");
    Expect(sigmoid_focal_loss_backward(dout, logits, FocalTarget::Selector(ViewOf(data_[3].tensor)),
                                       ViewOf(made->tensor), options));
  }

  std::mt19937 engine_;
  Extents dims_;
  std::vector<Value> data_;    // three of floats, one of integers
  std::vector<Value> floats_;  // what nodes can read
};

using RandomGraphTest = GraphTest;

TEST_F(RandomGraphTest, HasTheBitsOfDirectCalls) {
  ge::Session session{Options()};
  for (uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomGraph graph(seed, {1 + seed % 7, 1 + seed % 11});
    graph.Grow(1 + static_cast<int>(seed % 25));
    graph.Check(session, seed);
    if (seed % 3 == 0) {
      EXPECT_EQ(session.RemoveGraph(seed), ge::SUCCESS);
    }
  }
}

}  // namespace
}  // namespace sigloss::graph_testing
