// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <unordered_map>
#include <utility>

#include "ge/program.h"

namespace sigloss::graph {
namespace {

using Node = OperatorPtr::element_type;
enum class Mark : uint8_t { kOnPath, kDone };

// A node on the path from a root, and the producers that are still to be visited.
struct Step {
  OperatorPtr node;
  std::vector<OperatorPtr> producers;  // the next one last
};

// Depth first with a stack of its own: a graph may be deeper than the thread's.
class Orderer {
 public:
  explicit Orderer(std::vector<OperatorPtr>* order) : order_(order) {}

  [[nodiscard]] Status Visit(const OperatorPtr& root) {
    if (Status status = Enter(root); !status.ok()) return status;
    while (!path_.empty()) {
      if (path_.back().producers.empty()) {
        Leave();
        continue;
      }
      const OperatorPtr next = std::move(path_.back().producers.back());
      path_.back().producers.pop_back();
      if (Status status = Enter(next); !status.ok()) return status;
    }
    return {};
  }

 private:
  Status Enter(const OperatorPtr& node) {
    const auto [entry, is_new] = marks_.emplace(node.get(), Mark::kOnPath);
    if (!is_new) return entry->second == Mark::kDone ? Status() : Circle(*node);
    Step step = {node, {}};
    // Backwards, so that the first input is visited first.
    for (size_t i = node->controls.size(); i-- > 0;) Add(node->controls[i], &step);
    for (size_t i = node->inputs.size(); i-- > 0;) Add(node->inputs[i].link, &step);
    path_.push_back(std::move(step));
    return {};
  }

  static void Add(const Link& link, Step* step) {
    if (OperatorPtr producer = link.Producer()) step->producers.push_back(std::move(producer));
  }

  void Leave() {
    marks_[path_.back().node.get()] = Mark::kDone;
    order_->push_back(std::move(path_.back().node));
    path_.pop_back();
  }

  [[nodiscard]] Status Circle(const Node& node) const {
    return {StatusCode::kInvalidArgument,
            "The graph has a circle: " + node.name + " is read by " + ReadersOn(node) + "."};
  }

  // The path leads from readers to what they read, so its end is read by what comes before it.
  [[nodiscard]] std::string ReadersOn(const Node& node) const {
    std::string names;
    for (size_t i = path_.size(); i-- > 0;) {
      names += path_[i].node->name;
      if (path_[i].node.get() == &node) break;
      names += ", which is read by ";
    }
    return names;
  }

  std::vector<OperatorPtr>* order_;
  std::unordered_map<const Node*, Mark> marks_;
  std::vector<Step> path_;
};

}  // namespace

Status Order(const std::vector<OperatorPtr>& roots, std::vector<OperatorPtr>* order) {
  Orderer orderer(order);
  for (const OperatorPtr& root : roots) {
    if (Status status = orderer.Visit(root); !status.ok()) return status;
  }
  return {};
}

}  // namespace sigloss::graph
