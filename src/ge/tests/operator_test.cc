// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Operators: what REG_OP makes, connections, attributes.
#include "graph/operator.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "array_ops.h"
#include "ge/ge_api.h"
#include "graph/operator_factory.h"
#include "graph_testing.h"

namespace ge {

// Every clause, each kind of attribute.
REG_OP(TestOp)
    .INPUT(a, TensorType::ALL())
    .OPTIONAL_INPUT(b, TensorType::FLOAT())
    .DYNAMIC_INPUT(many, TensorType(DT_FLOAT))
    .DATATYPE(T, TensorType::NumberType())
    .OUTPUT(y, "T")
    .DYNAMIC_OUTPUT(outs, TensorType::ALL())
    .ATTR(number, Int, 3)
    .ATTR(real, Float, 0.5)
    .ATTR(word, String, "mean")
    .ATTR(flag, Bool, true)
    .ATTR(dtype, Type, DT_FLOAT16)
    .ATTR(numbers, ListInt, {1, 2})
    .ATTR(words, ListString, {"a", "b"})
    .ATTR(nested, ListListInt, {{1}, {2, 3}})
    .ATTR(bytes, Bytes, {7})
    .REQUIRED_ATTR(needed, String)
    .OP_END_FACTORY_REG(TestOp)

        namespace {
  using sigloss::graph_testing::TakeErrors;

  TEST(RegOp, MakesNames) {
    EXPECT_EQ(op::TestOp::name_in_a(), "a");
    EXPECT_EQ(op::TestOp::name_out_y(), "y");
    AscendString name;
    op::TestOp::name_attr_number(name);
    EXPECT_EQ(name, "number");
  }

  TEST(RegOp, MakesConstructors) {
    AscendString name, type;
    EXPECT_EQ(op::TestOp("one").GetName(name), GRAPH_SUCCESS);
    EXPECT_EQ(name, "one");
    EXPECT_EQ(op::TestOp(AscendString("two")).GetOpType(type), GRAPH_SUCCESS);
    EXPECT_EQ(type, "TestOp");
    AscendString first, second;
    EXPECT_EQ(op::TestOp().GetName(first), GRAPH_SUCCESS);
    EXPECT_EQ(op::TestOp().GetName(second), GRAPH_SUCCESS);
    EXPECT_NE(first, second) << "nodes without a name get one each";
  }

  TEST(RegOp, AttributesStartAtTheirDefaults) {
    const op::TestOp node("node");
    EXPECT_EQ(node.get_attr_number(), 3);
    EXPECT_EQ(node.get_attr_real(), 0.5f);
    EXPECT_EQ(node.get_attr_word(), "mean");
    EXPECT_TRUE(node.get_attr_flag());
    EXPECT_EQ(node.get_attr_dtype(), DT_FLOAT16);
    EXPECT_EQ(node.get_attr_numbers(), (std::vector<int64_t>{1, 2}));
    EXPECT_EQ(node.get_attr_words(), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(node.get_attr_nested(), (std::vector<std::vector<int64_t>>{{1}, {2, 3}}));
    EXPECT_EQ(node.get_attr_bytes(), std::vector<uint8_t>{7});
    AscendString word("untouched");
    EXPECT_EQ(node.get_attr_needed(word), GRAPH_FAILED);
    EXPECT_EQ(word, "untouched");
  }

  TEST(RegOp, AttributesAreSet) {
    op::TestOp node("node");
    node.set_attr_number(4).set_attr_real(2.0F).set_attr_word("sum").set_attr_flag(false);
    node.set_attr_needed(std::string("x")).set_attr_words({AscendString("c")});
    node.set_attr_number([] { return int64_t{9}; });
    AscendString word;
    EXPECT_EQ(node.get_attr_number(), 4) << "a function is accepted and ignored";
    EXPECT_EQ(node.get_attr_real(), 2.0F);
    EXPECT_EQ(node.get_attr_word(word), GRAPH_SUCCESS);
    EXPECT_EQ(word, "sum");
    EXPECT_FALSE(node.get_attr_flag());
    EXPECT_EQ(node.get_attr_needed(), "x");
    EXPECT_EQ(node.get_attr_words(), std::vector<std::string>{"c"});
  }

  TEST(RegOp, PortsAreDescribed) {
    op::TestOp node("node");
    const TensorDesc desc(Shape({2}), FORMAT_ND, DT_INT32);
    EXPECT_EQ(node.update_input_desc_b(desc), GRAPH_SUCCESS) << "before it is connected";
    EXPECT_EQ(node.update_output_desc_y(desc), GRAPH_SUCCESS);
    EXPECT_EQ(node.get_input_desc_b().GetDataType(), DT_INT32);
    EXPECT_EQ(node.get_output_desc_y().GetShape().GetDim(0), 2);
    EXPECT_EQ(node.UpdateInputDesc("none", desc), GRAPH_FAILED);
    EXPECT_EQ(node.UpdateOutputDesc(7u, desc), GRAPH_FAILED);
  }

  TEST(RegOp, DynamicPortsAreNumbered) {
    op::TestOp node("node");
    EXPECT_EQ(node.GetInputsSize(), 2u);
    node.create_dynamic_input_many(2).create_dynamic_output_outs(3);
    EXPECT_EQ(node.GetInputsSize(), 4u);
    EXPECT_EQ(node.GetOutputsSize(), 4u);
    const TensorDesc desc(Shape({2}), FORMAT_ND, DT_INT8);
    EXPECT_EQ(node.update_dynamic_input_desc_many(1, desc), GRAPH_SUCCESS);
    EXPECT_EQ(node.GetInputDescByName("many1").GetDataType(), DT_INT8);
    op::Data data("data");
    (void)TakeErrors();
    node.set_dynamic_input_many(0, data);
    EXPECT_EQ(TakeErrors(), "");
    node.set_dynamic_input_many(2, data);
    EXPECT_NE(TakeErrors().find("TestOp node 'node' has no input many2."), std::string::npos);
  }

  TEST(RegOp, RegistersACreator) {
    EXPECT_TRUE(OperatorFactory::IsExistOp("TestOp"));
    EXPECT_FALSE(OperatorFactory::IsExistOp("NoOp"));
    AscendString type;
    EXPECT_EQ(OperatorFactory::CreateOperator("n", "TestOp").GetOpType(type), GRAPH_SUCCESS);
    EXPECT_EQ(type, "TestOp");
    EXPECT_TRUE(OperatorFactory::CreateOperator("n", "NoOp").IsEmpty());
    std::vector<AscendString> all;
    EXPECT_EQ(OperatorFactory::GetOpsTypeList(all), GRAPH_SUCCESS);
    EXPECT_NE(std::find(all.begin(), all.end(), AscendString("SigmoidFocalLossGrad")), all.end());
  }

  TEST(Attributes, IntegersAreOneType) {
    Operator node("name", "Type");
    node.SetAttr("a", int32_t{-5}).SetAttr("big", std::numeric_limits<int64_t>::max());
    int64_t wide = 0;
    int32_t narrow = 0;
    uint32_t unsigned_number = 1;
    EXPECT_EQ(node.GetAttr("a", wide), GRAPH_SUCCESS);
    EXPECT_EQ(wide, -5);
    EXPECT_EQ(node.GetAttr("a", unsigned_number), GRAPH_FAILED);
    EXPECT_EQ(node.GetAttr("big", narrow), GRAPH_FAILED);
    float real = 0;
    EXPECT_EQ(node.GetAttr("a", real), GRAPH_FAILED) << "of another type";
    EXPECT_EQ(node.GetAttr("none", wide), GRAPH_FAILED);
    EXPECT_EQ(wide, -5);
  }

  TEST(Attributes, NamedAttributesNest) {
    NamedAttrs group;
    group.SetName("group");
    AttrValue value;
    EXPECT_EQ(value.SetAttrValue(std::vector<float>{1, 2}), GRAPH_SUCCESS);
    EXPECT_EQ(group.SetAttr("list", value), GRAPH_SUCCESS);
    Operator node("name", "Type");
    node.SetAttr("group", group);
    NamedAttrs read;
    ASSERT_EQ(node.GetAttr("group", read), GRAPH_SUCCESS);
    AttrValue list;
    std::vector<float> numbers;
    ASSERT_EQ(read.GetAttr("list", list), GRAPH_SUCCESS);
    EXPECT_EQ(read.GetAttr("none", list), GRAPH_FAILED);
    EXPECT_EQ(list.GetAttrValue(numbers), GRAPH_SUCCESS);
    EXPECT_EQ(numbers, (std::vector<float>{1, 2}));
  }

  TEST(Connections, WhatCannotBeConnectedIsTold) {
    op::Data data("data");
    op::TestOp node("node"), wide("wide");
    wide.create_dynamic_output_outs(1);
    Operator none;
    struct Row {
      std::function<void()> call;
      const char* text;
    };
    const Row rows[] = {
        {[&] { node.SetInput("c", data); }, "TestOp node 'node' has no input c."},
        {[&] { node.SetInput(9u, data, 0u); }, "TestOp node 'node' has no input 9."},
        {[&] { node.set_input_a(wide); }, "TestOp node 'wide' has 2 outputs"},
        {[&] { node.set_input_a(wide, 2u); }, "TestOp node 'wide' has no output 2."},
        {[&] { node.set_input_a_by_name(wide, "z"); }, "TestOp node 'wide' has no output z."},
        {[&] { node.SetInput("a", none); }, "the source is an empty operator."},
        {[&] { none.SetInput("a", node); }, "the node is an empty operator."},
        {[&] { none.AddControlInput(node); }, "One of the two operators is empty."}};
    for (const Row& row : rows) {
      (void)TakeErrors();
      row.call();
      const std::string error = TakeErrors();
      EXPECT_NE(error.find(row.text), std::string::npos) << row.text << " in " << error;
    }
  }

  // Under AddressSanitizer a circle that keeps itself would be a leak.
  TEST(Connections, CirclesDoNotKeepThemselves) {
    op::TestOp a("a"), b("b"), c("c");
    a.set_input_a(c);
    b.set_input_a(a);
    c.set_input_a(b);
    a.set_input_b(a);
    a.AddControlInput(b);
    EXPECT_EQ(c.GetInputsSize(), 2u);
  }

  TEST(Connections, LongChainsEnd) {
    constexpr int kLength = 100'000;
    Operator last = op::Data("data");
    for (int i = 0; i < kLength; ++i) {
      op::TestOp next("node");
      next.SetInput("a", last);
      last = next;
    }
    last = Operator();
    EXPECT_TRUE(last.IsEmpty());
  }

  TEST(Connections, AreTakenBack) {
    op::Data data("data");
    op::TestOp node("node");
    node.set_input_a(data);
    node.BreakConnect();
    Graph graph("graph");
    graph.SetInputs({data});
    std::vector<AscendString> names;
    EXPECT_EQ(graph.GetAllOpName(names), GRAPH_SUCCESS);
    EXPECT_EQ(names, std::vector<AscendString>{"data"});
  }

}  // namespace
}  // namespace ge
