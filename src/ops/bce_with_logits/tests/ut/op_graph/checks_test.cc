// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every node that is refused: a text that names the node, the argument, what it is and should be.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "graph_testing.h"

namespace sigloss::graph_testing {
namespace {

struct Row {
  std::string port;  // that the text is about
  std::function<void(NodeCase&)> spoil;
  std::string text;
};

NodeCase Good(const std::vector<std::string>& ports, const std::string& type) {
  NodeCase node{type, {}, {}};
  for (const std::string& port : ports) {
    node[port] = MakeRandom(ge::DT_FLOAT, {2, 3}, 0, 1, static_cast<uint32_t>(port.size()));
  }
  return node;
}

bool IsOptional(const std::string& port) { return port == "weight" || port == "pos_weight"; }

// What can be wrong with each port but the first.
std::vector<Row> RowsOf(const std::string& port) {
  std::vector<Row> rows = {
      {port,
       [=](NodeCase& n) {
         n[port] = MakeRandom(ge::DT_FLOAT16, {2, 3}, 0, 1, 1);
       },
       "Tensor " + port + " expected dtype is DT_FLOAT but found DT_FLOAT16."},
      {port, [=](NodeCase& n) { n[port] = MakeRandom(ge::DT_FLOAT, {3}, 0, 1, 1); },
       "Expected tensor for " + port +
           " to have same size as tensor for predict, but [3] does not "
           "equal [2, 3]."}};
  if (!IsOptional(port)) {
    rows.push_back({port, [=](NodeCase& n) { n.Remove(port); },
                    "Expected a proper Tensor but got null for argument " + port + "."});
  }
  return rows;
}

void ExpectRows(const std::string& type, const std::vector<std::string>& ports,
                const std::vector<Row>& own) {
  ASSERT_EQ(RunNode(Good(ports, type)).status, ge::SUCCESS);
  const auto all = [](ge::DataType dtype, const Extents& dims) {
    return [=](NodeCase& node) {
      for (NodeCase::Input& input : node.inputs) input.tensor = MakeRandom(dtype, dims, 0, 1, 1);
    };
  };
  std::vector<Row> rows = {
      {"predict", [](NodeCase& n) { n.Remove("predict"); },
       "Expected a proper Tensor but got null for argument predict."},
      {"predict", all(ge::DT_INT32, {2, 3}),
       "Tensor predict not implemented for DT_INT32, should be in dtype support list "
       "[DT_FLOAT16,DT_FLOAT,DT_BF16,]."},
      {"predict", all(ge::DT_FLOAT, {}),
       "The predict tensor must have at least 1 dimension(s), but it has 0."}};
  for (size_t i = 1; i < ports.size(); ++i) {
    const std::vector<Row> of_port = RowsOf(ports[i]);
    rows.insert(rows.end(), of_port.begin(), of_port.end());
  }
  rows.insert(rows.end(), own.begin(), own.end());
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    NodeCase node = Good(ports, type);
    row.spoil(node);
    ExpectRefused(node, {type + " node 'node': ", row.text, row.port});
  }
}

template <class T>
Row BadReduction(T value, const std::string& text) {
  return {"eduction",
          [=](NodeCase& node) {
            node.set_attrs = [=](ge::Operator& op) { op.SetAttr("reduction", value); };
          },
          text};
}

const std::string kWords =
    "Attribute reduction should be one of [none, mean, sum], but current is ";

using BceGraphChecksTest = GraphTest;

TEST_F(BceGraphChecksTest, OfTheUnweightedPair) {
  ExpectRows("SigmoidCrossEntropyWithLogits", {"predict", "target"}, {});
  ExpectRows("SigmoidCrossEntropyWithLogitsGrad", {"predict", "target", "dout"}, {});
}

TEST_F(BceGraphChecksTest, OfTheLoss) {
  ExpectRows("SigmoidCrossEntropyWithLogitsV2", {"predict", "target", "weight", "pos_weight"},
             {BadReduction("avg", kWords + "avg."),
              BadReduction(1, "has a value of another type, expected a string.")});
}

TEST_F(BceGraphChecksTest, OfTheGradient) {
  ExpectRows("SigmoidCrossEntropyWithLogitsGradV2",
             {"predict", "target", "dout", "weight", "pos_weight"},
             {BadReduction("Mean", kWords + "Mean."),
              BadReduction(3, "should be between 0 and 2, but current is 3"),
              BadReduction(-1, "should be between 0 and 2, but current is -1"),
              BadReduction(1.0f, "has a value of another type, expected a string or integer.")});
}

}  // namespace
}  // namespace sigloss::graph_testing
