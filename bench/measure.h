// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// What the benchmarks share: inputs, a clock, the median.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "sigloss/dtype.h"

namespace sigloss::bench {

/// Storage of any dtype up to 4 bytes: values are float32 bits cut to 16 where the type is
/// narrower, which is bfloat16 exactly and some finite float16 for the value ranges used here.
inline std::vector<float> Fill(DType dtype, size_t n, float lowest, float highest) {
  std::vector<float> storage(n);
  auto* halves = reinterpret_cast<uint16_t*>(storage.data());
  uint32_t state = 12345;
  for (size_t i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    const float value = lowest + (highest - lowest) * static_cast<float>(state >> 8) * 0x1p-24f;
    if (dtype == DType::kFloat32) {
      storage[i] = value;
    } else {
      uint32_t bits;
      std::memcpy(&bits, &value, sizeof bits);
      halves[i] =
          static_cast<uint16_t>(dtype == DType::kBFloat16 ? bits >> 16 : (bits >> 16) & 0xBBFF);
    }
  }
  return storage;
}

double Seconds(const auto& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<long>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace sigloss::bench
