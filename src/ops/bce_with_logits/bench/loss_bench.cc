// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Speed of loss and gradient in one pass, next to either alone. All three are timed in turn within
// one iteration. `over_grad` is the median time of the one pass over that of the gradient;
// `over_both` over the sum of loss and gradient apart.
//   loss_bench --benchmark_filter=AVX3/float32/exact/mean/1000000
#include <benchmark/benchmark.h>
#include <oneapi/tbb/global_control.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "measure.h"
#include "ops/bce_with_logits/cpu/plans.h"
#include "simd/target.h"

namespace {

using sigloss::Dims;
using sigloss::DType;
using sigloss::Reduction;
using sigloss::Status;
using sigloss::TensorDesc;
using sigloss::bench::Fill;
using sigloss::bench::Median;
using sigloss::bench::Seconds;
using namespace sigloss::ops::bce_with_logits;

struct Variant {
  const char* name;
  Reduction reduction;
  bool weighted;  // a full weight and a row of 100 positive weights
};

struct Setting {
  DType dtype;
  Variant variant;
  int64_t n;
  int threads;
  sigloss::Precision precision;
  std::string target;
};

constexpr int64_t kColumns = 100;

/// The plans of one setting and their data.
class Workload {
 public:
  explicit Workload(const Setting& s)
      : n_(static_cast<size_t>(s.n)),
        logits_(Fill(s.dtype, n_, -8, 8)),
        target_(Fill(s.dtype, n_, 0, 1)),
        weight_(Fill(s.dtype, n_, 0.5, 2)),
        pos_weight_(Fill(s.dtype, kColumns, 1, 4)),
        loss_(n_),
        grad_(n_) {}

  Status Prepare(const Setting& s) {
    const Dims shape = {s.n / kColumns, kColumns};
    const auto desc = TensorDesc::Dense(s.dtype, shape);
    cpu::Call call;
    call.logits = call.target = desc;
    call.reduction = s.variant.reduction;
    call.precision = s.precision;
    if (s.variant.weighted) {
      call.weight = desc;
      call.pos_weight = TensorDesc::Dense(s.dtype, {kColumns});
    }
    const auto scalar = TensorDesc::Dense(s.dtype, {});
    const auto loss = s.variant.reduction == Reduction::kNone ? desc : scalar;
    Status status = cpu::PlanForward({call, loss}, &forward_);
    if (status.ok()) status = cpu::PlanBackward({call, scalar, desc}, &backward_);
    if (status.ok()) status = cpu::PlanLossAndGrad({call, loss, desc}, &both_);
    return status;
  }

  void Loss() { Run(*forward_, {At(logits_), At(target_), Weight(), PosWeight(), At(loss_)}); }
  void Grad() {
    Run(*backward_, {At(one_), At(logits_), At(target_), Weight(), PosWeight(), At(grad_)});
  }
  void Both() {
    Run(*both_, {At(logits_), At(target_), Weight(), PosWeight(), At(loss_), At(grad_)});
  }

 private:
  static void* At(std::vector<float>& storage) { return storage.data(); }
  void* Weight() { return weight_.data(); }
  void* PosWeight() { return pos_weight_.data(); }
  static void Run(const sigloss::device::Plan& plan, const std::vector<void*>& addresses) {
    benchmark::DoNotOptimize(plan.Run(addresses));
    benchmark::ClobberMemory();
  }

  size_t n_;
  std::vector<float> logits_, target_, weight_, pos_weight_, loss_, grad_;
  std::vector<float> one_ = {1.0f};
  cpu::PlanPtr forward_, backward_, both_;
};

void LossAndGrad(benchmark::State& state, const Setting& s) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<size_t>(s.threads));
  Workload work(s);
  Status status = sigloss::simd::ForceTarget(s.target);
  if (status.ok()) status = work.Prepare(s);
  if (!status.ok()) return state.SkipWithError(status.message().c_str());
  std::vector<double> loss, grad, both;
  for (auto _ : state) {
    loss.push_back(Seconds([&] { work.Loss(); }));
    grad.push_back(Seconds([&] { work.Grad(); }));
    both.push_back(Seconds([&] { work.Both(); }));
    state.SetIterationTime(both.back());
  }
  const double giga = static_cast<double>(s.n) * 1e-9;
  state.counters["Gelem/s"] = giga / Median(both);
  state.counters["loss_Gelem/s"] = giga / Median(loss);
  state.counters["grad_Gelem/s"] = giga / Median(grad);
  state.counters["over_grad"] = Median(both) / Median(grad);
  state.counters["over_both"] = Median(both) / (Median(loss) + Median(grad));
  (void)sigloss::simd::ForceTarget("");
}

constexpr Variant kVariants[] = {{"mean", Reduction::kMean, false},
                                 {"mean_weighted", Reduction::kMean, true},
                                 {"none", Reduction::kNone, false},
                                 {"none_weighted", Reduction::kNone, true}};

void RegisterSizes(Setting setting) {
  const char* precision = setting.precision == sigloss::Precision::kExact ? "exact" : "fast";
  for (const int64_t n : {1'000, 10'000, 100'000, 1'000'000, 10'000'000}) {
    for (const int threads : {1, 2}) {
      setting.n = n;
      setting.threads = threads;
      const std::string name = setting.target + "/" +
                               std::string(sigloss::DTypeName(setting.dtype)) + "/" + precision +
                               "/" + setting.variant.name + "/" + std::to_string(n) +
                               "/threads:" + std::to_string(threads);
      benchmark::RegisterBenchmark(name.c_str(), LossAndGrad, setting)
          ->UseManualTime()
          ->Unit(benchmark::kMicrosecond);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& target : sigloss::simd::SupportedTargets()) {
    for (const DType dtype : {DType::kFloat32, DType::kBFloat16, DType::kFloat16}) {
      for (const auto precision : {sigloss::Precision::kExact, sigloss::Precision::kFast}) {
        for (const Variant& variant : kVariants) {
          RegisterSizes({dtype, variant, 0, 0, precision, target});
        }
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
