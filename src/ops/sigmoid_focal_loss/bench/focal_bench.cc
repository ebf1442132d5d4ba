// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Speed of the focal gradient, next to the machine's limit for the same arrays. Both are timed in
// turn within one iteration; `share` is the median time of the stream over the median time of the
// gradient.
//   focal_bench --benchmark_filter=AVX3/float32/exact/gamma2/10000000
#include <benchmark/benchmark.h>
#include <oneapi/tbb/global_control.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "exec/parallel_for.h"
#include "measure.h"
#include "ops/sigmoid_focal_loss/cpu/plans.h"
#include "simd/target.h"
#include "stream.h"

namespace {

using sigloss::DType;
using sigloss::Status;
using sigloss::TensorDesc;
using sigloss::bench::Median;
using sigloss::bench::Seconds;
using namespace sigloss::ops::sigmoid_focal_loss;

struct Setting {
  DType dtype;
  double gamma;
  int64_t n;
  int threads;
  sigloss::Precision precision;
  std::string target;
};

constexpr int64_t kColumns = 80;  // of a detection head

Status MakePlan(const Setting& s, cpu::PlanPtr* plan) {
  const auto desc = TensorDesc::Dense(s.dtype, {s.n / kColumns, kColumns});
  cpu::BackwardCall call;
  call.logits = call.grad = desc;
  call.target = TensorDesc::Dense(s.dtype, desc.shape);
  call.grad_output = TensorDesc::Dense(DType::kFloat32, {});
  call.gamma = s.gamma;
  call.precision = s.precision;
  return cpu::PlanBackward(call, plan);
}

// Mostly zeros, as the labels of a detector are.
std::vector<float> Labels(DType dtype, size_t n) {
  std::vector<float> storage = sigloss::bench::Fill(dtype, n, 0, 0);
  auto* halves = reinterpret_cast<uint16_t*>(storage.data());
  for (size_t i = 0; i < n; i += 97) {
    if (dtype == DType::kFloat32) {
      storage[i] = 1;
    } else {
      halves[i] = dtype == DType::kBFloat16 ? 0x3F80 : 0x3C00;
    }
  }
  return storage;
}

void Gradient(benchmark::State& state, const Setting& s) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<size_t>(s.threads));
  const auto n = static_cast<size_t>(s.n);
  std::vector<float> logits = sigloss::bench::Fill(s.dtype, n, -8, 8);
  std::vector<float> labels = Labels(s.dtype, n);
  std::vector<float> out(n), sink(n);
  float one = 1;
  cpu::PlanPtr plan;
  Status status = sigloss::simd::ForceTarget(s.target);
  if (status.ok()) status = MakePlan(s, &plan);
  if (!status.ok()) return state.SkipWithError(status.message().c_str());
  void* const addresses[] = {logits.data(), labels.data(), &one, nullptr, out.data()};
  const std::array<const float*, 2> streams = {logits.data(), labels.data()};
  const size_t words = n * DTypeSize(s.dtype) / sizeof(float);
  std::vector<double> ours, limit;
  for (auto _ : state) {
    ours.push_back(Seconds([&] { benchmark::DoNotOptimize(plan->Run(addresses)); }));
    state.SetIterationTime(ours.back());
    limit.push_back(Seconds([&] {
      sigloss::exec::ParallelFor(words, 0, [&](size_t lo, size_t hi) {
        sigloss::bench::StreamSum(streams, sink.data(), lo, hi);
      });
    }));
    benchmark::ClobberMemory();
  }
  state.counters["Gelem/s"] = static_cast<double>(n) / Median(ours) * 1e-9;
  state.counters["stream_Gelem/s"] = static_cast<double>(n) / Median(limit) * 1e-9;
  state.counters["share"] = Median(limit) / Median(ours);
  (void)sigloss::simd::ForceTarget("");
}

void RegisterSizes(const char* gamma, Setting setting) {
  const char* precision = setting.precision == sigloss::Precision::kExact ? "exact" : "fast";
  for (const int64_t n : {1'000, 10'000, 100'000, 1'000'000, 8'000'000, 10'000'000}) {
    for (const int threads : {1, 2}) {
      setting.n = n;
      setting.threads = threads;
      const std::string name =
          setting.target + "/" + std::string(sigloss::DTypeName(setting.dtype)) + "/" + precision +
          "/" + gamma + "/" + std::to_string(n) + "/threads:" + std::to_string(threads);
      benchmark::RegisterBenchmark(name.c_str(), Gradient, setting)
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
        RegisterSizes("gamma2", {dtype, 2, 0, 0, precision, target});
        RegisterSizes("gamma0.5", {dtype, 0.5, 0, 0, precision, target});
        RegisterSizes("gamma1.7", {dtype, 1.7, 0, 0, precision, target});
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
