// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every float32 logit, all 2^32 of them, for hard labels: how far the gradient is from the exact
// value. Writes a Markdown table to the file named, or to the screen.
//   float32_sweep [TABLE.md]
// A reference in double precision, whose relative error is below 2^-50 (exp and quotient, an ulp
// each, and two roundings), settles a logit if both ends of its error interval round to what came
// out. The few others go to the oracle.
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "ops/bce_with_logits/cpu/plans.h"
#include "oracle/bce_grad.h"
#include "oracle/format.h"
#include "simd/target.h"

namespace {

using namespace sigloss::ops::bce_with_logits;
using sigloss::DType;
using sigloss::TensorDesc;

constexpr double kMaxUlp = 0.501;
constexpr double kMaxMisroundedShare = 1e-6;

struct Set {
  const char* name;
  float label;
  float pos_weight;
};

constexpr Set kSets[] = {{"y = 0", 0, 1}, {"y = 1", 1, 1}, {"y = 1, pos_weight = 3.7", 1, 3.7f}};

struct Tally {
  uint64_t compared = 0;
  uint64_t nans = 0;
  uint64_t wrong_nans = 0;
  uint64_t near_ties = 0;  // went to the oracle
  uint64_t misrounded = 0;
  double max_ulp = 0;
  float worst = 0;

  void Add(const Tally& other) {
    compared += other.compared;
    nans += other.nans;
    wrong_nans += other.wrong_nans;
    near_ties += other.near_ties;
    misrounded += other.misrounded;
    if (other.max_ulp > max_ulp) {
      max_ulp = other.max_ulp;
      worst = other.worst;
    }
  }
};

bool SameBits(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

void Judge(const Set& set, float x, float out, Tally* tally) {
  if (std::isnan(x)) {
    ++tally->nans;
    tally->wrong_nans += std::isnan(out) ? 0 : 1;
    return;
  }
  ++tally->compared;
  const double sign = set.label == 0 ? 1 : -1;
  const double reference =
      sign * static_cast<double>(set.pos_weight) / (1 + std::exp(-sign * static_cast<double>(x)));
  if (SameBits(out, static_cast<float>(reference * (1 - 0x1p-50))) &&
      SameBits(out, static_cast<float>(reference * (1 + 0x1p-50)))) {
    return;
  }
  ++tally->near_ties;
  sigloss::oracle::BceInput input;
  input.x = x;
  input.y = set.label;
  input.pos_weight = set.pos_weight;
  const auto exact = sigloss::oracle::BceGrad(input, DType::kFloat32);
  if (!SameBits(out, static_cast<float>(exact.rounded))) ++tally->misrounded;
  const auto ulp =
      static_cast<double>(sigloss::oracle::UlpError(exact.exact, out, DType::kFloat32));
  if (ulp > tally->max_ulp) {
    tally->max_ulp = ulp;
    tally->worst = x;
  }
}

class Sweep {
 public:
  explicit Sweep(const Set& set) : set_(set) {
    const auto scalar = TensorDesc::Dense(DType::kFloat32, {});
    const auto batch = TensorDesc::Dense(DType::kFloat32, {kBatch});
    TensorDesc repeated = batch;
    repeated.strides = {0};
    cpu::BackwardCall call;
    call.grad_output = scalar;
    call.logits = call.out = batch;
    call.target = repeated;
    call.pos_weight = scalar;
    call.reduction = sigloss::Reduction::kNone;
    call.precision = sigloss::Precision::kExact;
    if (!cpu::PlanBackward(call, &plan_).ok()) std::abort();
  }

  [[nodiscard]] Tally Run() const {
    return tbb::parallel_reduce(
        tbb::blocked_range<uint64_t>(0, kBatches, 16), Tally(),
        [&](const tbb::blocked_range<uint64_t>& range, Tally tally) {
          for (uint64_t i = range.begin(); i < range.end(); ++i) RunBatch(i, &tally);
          return tally;
        },
        [](Tally a, const Tally& b) {
          a.Add(b);
          return a;
        });
  }

 private:
  static constexpr int64_t kBatch = 1 << 14;
  static constexpr uint64_t kBatches = (uint64_t{1} << 32) / kBatch;

  void RunBatch(uint64_t index, Tally* tally) const {
    std::vector<float> x(kBatch), out(kBatch);
    for (uint64_t i = 0; i < kBatch; ++i) {
      x[i] = std::bit_cast<float>(static_cast<uint32_t>(index * kBatch + i));
    }
    float one = 1, label = set_.label, pos_weight = set_.pos_weight;
    void* const addresses[] = {&one, x.data(), &label, nullptr, &pos_weight, out.data()};
    if (!plan_->Run(addresses).ok()) std::abort();
    for (uint64_t i = 0; i < kBatch; ++i) Judge(set_, x[i], out[i], tally);
  }

  Set set_;
  std::unique_ptr<const sigloss::device::Plan> plan_;
};

std::string Row(const Set& set, const Tally& tally) {
  char text[256];
  std::snprintf(text, sizeof text, "| %s | %llu | %.6f | %a | %llu | %llu |\n", set.name,
                static_cast<unsigned long long>(tally.compared), std::max(0.5, tally.max_ulp),
                static_cast<double>(tally.worst), static_cast<unsigned long long>(tally.misrounded),
                static_cast<unsigned long long>(tally.near_ties));
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  std::string table = "All float32 logits, exact precision, target " +
                      sigloss::simd::CurrentTarget() +
                      "\n\n| inputs | logits that are numbers | max ULP | at | not correctly "
                      "rounded | decided by MPFR |\n|---|---|---|---|---|---|\n";
  bool held = true;
  for (const Set& set : kSets) {
    const auto start = std::chrono::steady_clock::now();
    const Tally tally = Sweep(set).Run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const double share =
        static_cast<double>(tally.misrounded) / static_cast<double>(tally.compared);
    const bool good = tally.compared + tally.nans == uint64_t{1} << 32 && tally.near_ties > 0 &&
                      tally.wrong_nans == 0 && tally.max_ulp <= kMaxUlp &&
                      share <= kMaxMisroundedShare;
    std::printf("%s: %s, %.0f s\n", set.name, good ? "within budget" : "PAST THE BUDGET",
                took.count());
    std::fflush(stdout);
    held &= good;
    table += Row(set, tally);
  }
  std::printf("\n%s", table.c_str());
  if (argc > 1 && !(std::ofstream(argv[1]) << table)) {
    std::printf("FAILED: %s cannot be written\n", argv[1]);
    return 1;
  }
  return held ? 0 : 1;
}
