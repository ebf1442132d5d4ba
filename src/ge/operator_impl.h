// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ge/access.h"
#include "graph/operator.h"

namespace sigloss::graph {

using OperatorPtr = Access::OperatorPtr;

/// The output of a node that an input reads. It keeps that node, except where the link closes a
/// circle: nodes that keep each other would never go.
struct Link {
  OperatorPtr kept;
  std::weak_ptr<OperatorPtr::element_type> seen;
  size_t output = 0;

  /// Null if there is no link, or the other node is gone.
  [[nodiscard]] OperatorPtr Producer() const { return kept != nullptr ? kept : seen.lock(); }
};

struct InputPort {
  std::string name;
  bool is_optional = false;
  bool is_described = false;
  ::ge::TensorDesc desc = {};
  Link link = {};
};

struct OutputPort {
  std::string name;
  bool is_described = false;
  ::ge::TensorDesc desc = {};
};

struct Attribute {
  std::string name;
  ::ge::AttrValue value;
};

}  // namespace sigloss::graph

/// What copies of an operator share.
struct ge::Operator::Impl {
  std::string name;
  std::string type;
  std::vector<sigloss::graph::InputPort> inputs;
  std::vector<sigloss::graph::OutputPort> outputs;
  std::vector<sigloss::graph::Attribute> attrs;
  std::vector<sigloss::graph::Link> controls;  // nodes that run before this one
  std::vector<std::weak_ptr<Impl>> consumers;  // nodes with a link to this one

  ~Impl();

  /// Null if there is none of that name or index.
  [[nodiscard]] sigloss::graph::InputPort* Input(std::string_view port);
  [[nodiscard]] sigloss::graph::InputPort* Input(size_t index);
  [[nodiscard]] sigloss::graph::OutputPort* Output(std::string_view port);
  [[nodiscard]] sigloss::graph::OutputPort* Output(size_t index);
  [[nodiscard]] const AttrValue* Attr(std::string_view attr) const;
  void SetAttr(std::string_view attr, AttrValue value);

  /// "SigmoidFocalLossGrad node 'grad'"
  [[nodiscard]] std::string Title() const { return type + " node '" + name + "'"; }
};

namespace sigloss::graph {

/// Makes `link` of `consumer` lead to an output of `producer`, wherever it led before.
void Connect(const OperatorPtr& consumer, Link* link, const OperatorPtr& producer, size_t output);

/// Takes the links from and to a node back.
void Disconnect(const OperatorPtr& node);

/// Everything that is connected with these nodes, they themselves first.
[[nodiscard]] std::vector<OperatorPtr> Component(const std::vector<OperatorPtr>& roots);

}  // namespace sigloss::graph
