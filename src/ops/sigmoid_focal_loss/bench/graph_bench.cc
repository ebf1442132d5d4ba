// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What RunGraph adds to the kernel, for a graph of one node. The plan alone, the C++ function and
// RunGraph are timed in turn within one iteration; the counters are medians in microseconds.
// `overhead_us` is the median of the differences between RunGraph and the plan that it runs.
// `fresh` gives an empty vector for the outputs, `again` that of the run before.
//   graph_bench --benchmark_filter=again
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "measure.h"
#include "ops/sigmoid_focal_loss/cpu/plans.h"
#include "ops_proto_nn.h"
#include "sigloss/sigmoid_focal_loss.h"

namespace {

using sigloss::Dims;
using sigloss::DType;
using sigloss::TensorDesc;
using sigloss::TensorView;
using sigloss::bench::Fill;
using sigloss::bench::Median;
using sigloss::bench::Seconds;
namespace focal = sigloss::ops::sigmoid_focal_loss;

constexpr int kBatch = 8;  // calls between two looks at the clock

/// The three ways to one gradient, on the same data.
class Workload {
 public:
  explicit Workload(int64_t n)
      : n_(n),
        pred_(Fill(DType::kFloat32, static_cast<size_t>(n), -8, 8)),
        dout_(Fill(DType::kFloat32, static_cast<size_t>(n), 0.5, 2)),
        target_(static_cast<size_t>(n)),
        grad_(static_cast<size_t>(n)) {
    for (size_t i = 0; i < target_.size(); ++i) target_[i] = static_cast<int32_t>(i % 7 != 0);
  }

  bool Prepare() {
    const std::map<ge::AscendString, ge::AscendString> options;
    return PreparePlan() && ge::GEInitialize(options) == ge::SUCCESS && PrepareGraph(options);
  }

  bool RunPlan() {
    void* const addresses[] = {pred_.data(), target_.data(), dout_.data(), nullptr, grad_.data()};
    return plan_->Run(addresses).ok();
  }

  bool RunCpp() {
    sigloss::FocalOptions options;
    options.reduction = sigloss::Reduction::kMean;
    const Dims shape = {n_, 1};
    return sigloss::sigmoid_focal_loss_backward(
               TensorView::Dense(dout_.data(), DType::kFloat32, shape),
               TensorView::Dense(pred_.data(), DType::kFloat32, shape),
               sigloss::FocalTarget::Selector(
                   TensorView::Dense(target_.data(), DType::kInt32, shape)),
               TensorView::Dense(grad_.data(), DType::kFloat32, shape), options)
        .ok();
  }

  bool RunGraph(bool fresh) {
    if (fresh) outputs_.clear();
    return session_->RunGraph(0, inputs_, outputs_) == ge::SUCCESS;
  }

  bool Agree() const {
    return outputs_.size() == 1 && outputs_[0].GetSize() == grad_.size() * sizeof(float) &&
           std::memcmp(outputs_[0].GetData(), grad_.data(), outputs_[0].GetSize()) == 0;
  }

 private:
  bool PreparePlan() {
    const Dims shape = {n_, 1};
    focal::cpu::BackwardCall call;
    call.logits = call.grad_output = call.grad = TensorDesc::Dense(DType::kFloat32, shape);
    call.target = TensorDesc::Dense(DType::kInt32, shape);
    call.target_kind = sigloss::FocalTarget::Kind::kSelector;
    call.reduction = sigloss::Reduction::kMean;
    return focal::cpu::PlanBackward(call, &plan_).ok();
  }

  bool PrepareGraph(const std::map<ge::AscendString, ge::AscendString>& options) {
    ge::op::Data pred("pred");
    ge::op::Data target("target");
    ge::op::Data dout("dout");
    target.set_attr_index(1);
    dout.set_attr_index(2);
    ge::op::SigmoidFocalLossGrad grad("grad");
    grad.set_input_pred(pred).set_input_target(target).set_input_dout(dout);
    ge::Graph graph("one_node");
    graph.SetInputs({pred, target, dout}).SetOutputs(std::vector<ge::Operator>{grad});
    inputs_ = {Input(pred_.data(), ge::DT_FLOAT), Input(target_.data(), ge::DT_INT32),
               Input(dout_.data(), ge::DT_FLOAT)};
    session_ = std::make_unique<ge::Session>(options);
    return session_->AddGraph(0, graph) == ge::SUCCESS;
  }

  ge::Tensor Input(const void* data, ge::DataType dtype) const {
    return ge::Tensor(ge::TensorDesc(ge::Shape({n_, 1}), ge::FORMAT_ND, dtype),
                      static_cast<const uint8_t*>(data), static_cast<size_t>(n_) * 4);
  }

  int64_t n_;
  std::vector<float> pred_, dout_;
  std::vector<int32_t> target_;
  std::vector<float> grad_;
  focal::cpu::PlanPtr plan_;
  std::unique_ptr<ge::Session> session_;
  std::vector<ge::Tensor> inputs_, outputs_;
};

void Compare(benchmark::State& state, int64_t n, bool fresh) {
  Workload workload(n);
  if (!workload.Prepare()) return state.SkipWithError("the calls cannot be prepared");
  std::vector<double> plan, cpp, graph, overhead;
  bool ok = true;
  const auto time = [&](std::vector<double>* all, const auto& run) {
    const double seconds = Seconds([&] {
      for (int i = 0; i < kBatch; ++i) ok = run() && ok;
    });
    all->push_back(seconds / kBatch * 1e6);
  };
  for (auto unused : state) {
    time(&plan, [&] { return workload.RunPlan(); });
    time(&cpp, [&] { return workload.RunCpp(); });
    time(&graph, [&] { return workload.RunGraph(fresh); });
    overhead.push_back(graph.back() - plan.back());
  }
  if (!ok || !workload.Agree()) return state.SkipWithError("the three do not agree");
  state.counters["plan_us"] = Median(plan);
  state.counters["cpp_us"] = Median(cpp);
  state.counters["graph_us"] = Median(graph);
  state.counters["overhead_us"] = Median(overhead);
}

}  // namespace

int main(int argc, char** argv) {
  for (const bool fresh : {true, false}) {
    for (const int64_t n : {6, 1'000, 10'000, 100'000, 1'000'000}) {
      const std::string name = std::string(fresh ? "fresh/" : "again/") + std::to_string(n);
      benchmark::RegisterBenchmark(name.c_str(), Compare, n, fresh)
          ->Iterations(n > 10'000 ? 50 : 500);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
