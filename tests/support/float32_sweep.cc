// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/float32_sweep.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "oracle/format.h"
#include "simd/target.h"

namespace sigloss::testing_support {
namespace {

constexpr double kMaxUlp = 0.501;
constexpr double kMaxMisroundedShare = 1e-6;
constexpr uint64_t kLogits = uint64_t{1} << 32;
constexpr uint64_t kBatch = 1 << 14;

struct Tally {
  uint64_t compared = 0;
  uint64_t nans = 0;
  uint64_t wrong_nans = 0;
  uint64_t near_ties = 0;  // went to the oracle
  uint64_t misrounded = 0;
  double max_ulp = 0;
  float worst = 0;

  Tally& operator+=(const Tally& other) {
    compared += other.compared;
    nans += other.nans;
    wrong_nans += other.wrong_nans;
    near_ties += other.near_ties;
    misrounded += other.misrounded;
    if (other.max_ulp > max_ulp) {
      max_ulp = other.max_ulp;
      worst = other.worst;
    }
    return *this;
  }
};

bool SameBits(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

void Judge(const Float32Sweep& sweep, float x, float out, Tally* tally) {
  if (std::isnan(x)) {
    ++tally->nans;
    tally->wrong_nans += std::isnan(out) ? 0 : 1;
    return;
  }
  ++tally->compared;
  const double reference = sweep.reference(x);
  if (SameBits(out, static_cast<float>(reference * (1 - sweep.relative_error))) &&
      SameBits(out, static_cast<float>(reference * (1 + sweep.relative_error)))) {
    return;
  }
  ++tally->near_ties;
  const oracle::Reference exact = sweep.oracle(x);
  if (!SameBits(out, static_cast<float>(exact.rounded))) ++tally->misrounded;
  const auto ulp = static_cast<double>(oracle::UlpError(exact.exact, out, DType::kFloat32));
  if (ulp > tally->max_ulp) {
    tally->max_ulp = ulp;
    tally->worst = x;
  }
}

void RunBatch(const Float32Sweep& sweep, uint64_t index, Tally* tally) {
  std::vector<float> logits(kBatch), results(kBatch);
  for (uint64_t i = 0; i < kBatch; ++i) {
    logits[i] = std::bit_cast<float>(static_cast<uint32_t>(index * kBatch + i));
  }
  if (!sweep.run(logits, results)) std::abort();
  for (uint64_t i = 0; i < kBatch; ++i) Judge(sweep, logits[i], results[i], tally);
}

Tally Run(const Float32Sweep& sweep) {
  return tbb::parallel_reduce(
      tbb::blocked_range<uint64_t>(0, kLogits / kBatch, 16), Tally(),
      [&](const tbb::blocked_range<uint64_t>& range, Tally tally) {
        for (uint64_t i = range.begin(); i < range.end(); ++i) RunBatch(sweep, i, &tally);
        return tally;
      },
      [](Tally a, const Tally& b) { return a += b; });
}

bool IsGood(const Tally& tally) {
  const double share = static_cast<double>(tally.misrounded) / static_cast<double>(tally.compared);
  return tally.compared + tally.nans == kLogits && tally.near_ties > 0 && tally.wrong_nans == 0 &&
         tally.max_ulp <= kMaxUlp && share <= kMaxMisroundedShare;
}

std::string Row(const std::string& name, const Tally& tally) {
  char text[256];
  std::snprintf(text, sizeof text, "| %s | %llu | %.6f | %a | %llu | %llu |\n", name.c_str(),
                static_cast<unsigned long long>(tally.compared), std::max(0.5, tally.max_ulp),
                static_cast<double>(tally.worst), static_cast<unsigned long long>(tally.misrounded),
                static_cast<unsigned long long>(tally.near_ties));
  return text;
}

}  // namespace

int RunFloat32Sweeps(const std::vector<Float32Sweep>& sweeps, const char* path) {
  std::string table = "All float32 logits, exact precision, target " + simd::CurrentTarget() +
                      "\n\n| inputs | logits that are numbers | max ULP | at | not correctly "
                      "rounded | decided by MPFR |\n|---|---|---|---|---|---|\n";
  bool held = true;
  for (const Float32Sweep& sweep : sweeps) {
    const auto start = std::chrono::steady_clock::now();
    const Tally tally = Run(sweep);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const bool good = IsGood(tally);
    std::printf("%s: %s, %.0f s\n", sweep.name.c_str(), good ? "within budget" : "PAST THE BUDGET",
                took.count());
    std::fflush(stdout);
    held &= good;
    table += Row(sweep.name, tally);
  }
  std::printf("\n%s", table.c_str());
  if (path != nullptr && !(std::ofstream(path) << table)) {
    std::printf("FAILED: %s cannot be written\n", path);
    return 1;
  }
  return held ? 0 : 1;
}

}  // namespace sigloss::testing_support
