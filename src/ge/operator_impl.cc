// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ge/operator_impl.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace sigloss::graph {
namespace {

using Node = OperatorPtr::element_type;

template <class Visit>
void ForEachLink(Node& node, const Visit& visit) {
  for (InputPort& input : node.inputs) visit(input.link);
  for (Link& control : node.controls) visit(control);
}

bool Reaches(const OperatorPtr& from, const Node* target) {
  std::unordered_set<const Node*> seen;
  std::vector<OperatorPtr> open = {from};
  while (!open.empty()) {
    const OperatorPtr node = std::move(open.back());
    open.pop_back();
    if (node.get() == target) return true;
    if (!seen.insert(node.get()).second) continue;
    ForEachLink(*node, [&](const Link& link) {
      if (auto producer = link.Producer()) open.push_back(std::move(producer));
    });
  }
  return false;
}

// A node that nobody reads can be reached from no other one.
bool ClosesCircle(const OperatorPtr& consumer, const OperatorPtr& producer) {
  if (consumer == producer) return true;
  const auto& readers = consumer->consumers;
  const bool is_read = std::any_of(readers.begin(), readers.end(),
                                   [](const auto& reader) { return !reader.expired(); });
  return is_read && Reaches(producer, consumer.get());
}

void Forget(const OperatorPtr& producer, const Node* consumer) {
  auto& readers = producer->consumers;
  const auto found = std::find_if(readers.begin(), readers.end(), [&](const auto& reader) {
    return reader.lock().get() == consumer;
  });
  if (found != readers.end()) readers.erase(found);
}

void Cut(const Node* consumer, Link* link) {
  if (const OperatorPtr producer = link->Producer()) Forget(producer, consumer);
  *link = {};
}

}  // namespace

void Connect(const OperatorPtr& consumer, Link* link, const OperatorPtr& producer, size_t output) {
  Cut(consumer.get(), link);
  link->output = output;
  if (ClosesCircle(consumer, producer)) {
    link->seen = producer;
  } else {
    link->kept = producer;
  }
  std::erase_if(producer->consumers, [](const auto& reader) { return reader.expired(); });
  producer->consumers.push_back(consumer);
}

void Disconnect(const OperatorPtr& node) {
  ForEachLink(*node, [&](Link& link) { Cut(node.get(), &link); });
  node->controls.clear();
  const auto readers = std::exchange(node->consumers, {});
  for (const auto& reader : readers) {
    const OperatorPtr consumer = reader.lock();
    if (consumer == nullptr) continue;
    ForEachLink(*consumer, [&](Link& link) {
      if (link.Producer() == node) link = {};
    });
  }
}

std::vector<OperatorPtr> Component(const std::vector<OperatorPtr>& roots) {
  std::vector<OperatorPtr> all;
  std::unordered_set<const Node*> seen;
  const auto add = [&](const OperatorPtr& node) {
    if (node != nullptr && seen.insert(node.get()).second) all.push_back(node);
  };
  for (const OperatorPtr& root : roots) add(root);
  for (size_t i = 0; i < all.size(); ++i) {
    const OperatorPtr node = all[i];
    ForEachLink(*node, [&](const Link& link) { add(link.Producer()); });
    for (const auto& reader : node->consumers) add(reader.lock());
  }
  return all;
}

}  // namespace sigloss::graph

namespace ge {

using sigloss::graph::InputPort;
using sigloss::graph::Link;
using sigloss::graph::OutputPort;

// A long chain of nodes is taken apart link by link: nested destructors would exhaust the stack.
Operator::Impl::~Impl() {
  std::vector<std::shared_ptr<Impl>> open;
  const auto take = [&open](Impl& node) {
    for (InputPort& input : node.inputs) {
      if (input.link.kept != nullptr) open.push_back(std::move(input.link.kept));
    }
    for (Link& control : node.controls) {
      if (control.kept != nullptr) open.push_back(std::move(control.kept));
    }
  };
  take(*this);
  while (!open.empty()) {
    const std::shared_ptr<Impl> node = std::move(open.back());
    open.pop_back();
    if (node.use_count() == 1) take(*node);
  }
}

InputPort* Operator::Impl::Input(std::string_view port) {
  for (InputPort& input : inputs) {
    if (input.name == port) return &input;
  }
  return nullptr;
}

InputPort* Operator::Impl::Input(size_t index) {
  return index < inputs.size() ? &inputs[index] : nullptr;
}

OutputPort* Operator::Impl::Output(std::string_view port) {
  for (OutputPort& output : outputs) {
    if (output.name == port) return &output;
  }
  return nullptr;
}

OutputPort* Operator::Impl::Output(size_t index) {
  return index < outputs.size() ? &outputs[index] : nullptr;
}

const AttrValue* Operator::Impl::Attr(std::string_view attr) const {
  for (const auto& known : attrs) {
    if (known.name == attr && !known.value.IsEmpty()) return &known.value;
  }
  return nullptr;
}

void Operator::Impl::SetAttr(std::string_view attr, AttrValue value) {
  for (auto& known : attrs) {
    if (known.name != attr) continue;
    known.value = std::move(value);
    return;
  }
  attrs.push_back({std::string(attr), std::move(value)});
}

}  // namespace ge
