// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Speed of the gradient, next to the machine's limit for the same arrays. Both are timed in turn
// within one iteration, so a change of the machine's speed touches both; `share` is the median time
// of the stream over the median time of the gradient. `vs_fused` is how much faster than a plain
// fused loop a 16-bit gradient is.
//   backward_bench --benchmark_filter=AVX3/float32/exact/plain
#include <benchmark/benchmark.h>
#include <oneapi/tbb/global_control.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "exec/parallel_for.h"
#include "measure.h"
#include "ops/bce_with_logits/bench/fused.h"
#include "ops/bce_with_logits/cpu/plans.h"
#include "simd/target.h"
#include "stream.h"

namespace {

using sigloss::Dims;
using sigloss::DType;
using sigloss::TensorDesc;
using sigloss::bench::Fill;
using sigloss::bench::Median;
using sigloss::bench::Seconds;
using namespace sigloss::ops::bce_with_logits;

struct Variant {
  const char* name;
  bool factors;     // dout and weight as full tensors
  bool pos_weight;  // a row of 100
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

void RunFused(DType dtype, const std::array<std::vector<float>, 4>& in, size_t n,
              std::vector<float>& out) {
  const auto* logits = reinterpret_cast<const uint16_t*>(in[0].data());
  const auto* target = reinterpret_cast<const uint16_t*>(in[1].data());
  auto* gradient = reinterpret_cast<uint16_t*>(out.data());
  sigloss::exec::ParallelFor(n, 0, [&](size_t lo, size_t hi) {
    sigloss::bench::FusedBackward(dtype, logits, target, 1.0, gradient, lo, hi);
  });
}

void Backward(benchmark::State& state, const Setting& s) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<size_t>(s.threads));
  if (const auto status = sigloss::simd::ForceTarget(s.target); !status.ok()) {
    return state.SkipWithError(status.message().c_str());
  }
  const auto n = static_cast<size_t>(s.n);
  const Dims shape = {s.n / kColumns, kColumns};
  const auto desc = TensorDesc::Dense(s.dtype, shape);
  std::array<std::vector<float>, 4> in = {Fill(s.dtype, n, -8, 8), Fill(s.dtype, n, 0, 1),
                                          Fill(s.dtype, s.variant.factors ? n : 1, 0.5, 2),
                                          Fill(s.dtype, s.variant.factors ? n : 1, 0.5, 2)};
  std::vector<float> row = Fill(s.dtype, kColumns, 1, 4);
  std::vector<float> out(n), sink(n);

  cpu::BackwardCall call;
  call.precision = s.precision;
  call.logits = call.target = call.out = desc;
  call.grad_output = s.variant.factors ? desc : TensorDesc::Dense(s.dtype, {});
  if (s.variant.factors) call.weight = desc;
  if (s.variant.pos_weight) call.pos_weight = TensorDesc::Dense(s.dtype, {kColumns});
  std::unique_ptr<const sigloss::device::Plan> plan;
  if (const auto status = cpu::PlanBackward(call, &plan); !status.ok()) {
    return state.SkipWithError(status.message().c_str());
  }
  void* const addresses[] = {in[2].data(),
                             in[0].data(),
                             in[1].data(),
                             s.variant.factors ? in[3].data() : nullptr,
                             s.variant.pos_weight ? row.data() : nullptr,
                             out.data()};
  const std::array<const float*, 4> streams = {in[0].data(), in[1].data(), in[2].data(),
                                               in[3].data()};
  const size_t words = n * DTypeSize(s.dtype) / sizeof(float);

  const bool compare_fused = s.dtype != DType::kFloat32 && !s.variant.factors &&
                             !s.variant.pos_weight && s.precision == sigloss::Precision::kExact;
  std::vector<double> ours, limit, fused;
  for (auto _ : state) {
    const double seconds = Seconds([&] { benchmark::DoNotOptimize(plan->Run(addresses)); });
    state.SetIterationTime(seconds);
    ours.push_back(seconds);
    limit.push_back(Seconds([&] {
      sigloss::exec::ParallelFor(words, 0, [&](size_t lo, size_t hi) {
        sigloss::bench::StreamSum({streams.data(), s.variant.factors ? 4u : 2u}, sink.data(), lo,
                                  hi);
      });
    }));
    if (compare_fused) fused.push_back(Seconds([&] { RunFused(s.dtype, in, n, sink); }));
    benchmark::ClobberMemory();
  }
  if (compare_fused) state.counters["vs_fused"] = Median(fused) / Median(ours);
  state.counters["Gelem/s"] = static_cast<double>(n) / Median(ours) * 1e-9;
  state.counters["stream_Gelem/s"] = static_cast<double>(n) / Median(limit) * 1e-9;
  state.counters["share"] = Median(limit) / Median(ours);
  (void)sigloss::simd::ForceTarget("");
}

constexpr Variant kVariants[] = {
    {"plain", false, false}, {"pos_weight", false, true}, {"dout+weight", true, false}};

std::string NameOf(const Setting& s) {
  const char* precision = s.precision == sigloss::Precision::kExact ? "exact" : "fast";
  return s.target + "/" + std::string(sigloss::DTypeName(s.dtype)) + "/" + precision + "/" +
         s.variant.name + "/" + std::to_string(s.n) + "/threads:" + std::to_string(s.threads);
}

void RegisterSizes(Setting setting) {
  for (const int64_t n : {1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000}) {
    for (const int threads : {1, 2}) {
      setting.n = n;
      setting.threads = threads;
      benchmark::RegisterBenchmark(NameOf(setting).c_str(), Backward, setting)
          ->UseManualTime()
          ->Unit(benchmark::kMicrosecond);
    }
  }
}

void Register() {
  for (const std::string& target : sigloss::simd::SupportedTargets()) {
    for (const DType dtype : {DType::kFloat32, DType::kBFloat16, DType::kFloat16}) {
      for (const auto precision : {sigloss::Precision::kExact, sigloss::Precision::kFast}) {
        for (const Variant& variant : kVariants) {
          RegisterSizes({dtype, variant, 0, 0, precision, target});
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  Register();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
