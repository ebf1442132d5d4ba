// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Sets of input values. All of them repeat from run to run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "sigloss/dtype.h"

namespace sigloss::testing_support {

/// Environment variable SIGLOSS_TEST_STRIDE (default 1): sweeps visit every so-manieth point, for
/// builds that run many times slower.
[[nodiscard]] size_t TestStride();

/// All 65,536 values of a 16-bit type, in the order of their bits.
[[nodiscard]] std::vector<double> AllValues(DType dtype);

/// Float32 logits: every 9973rd bit pattern, and dense sets where the formula changes character
/// (magnitudes 2^-30 to 2^7, the ranges where results become subnormal or vanish, special values).
[[nodiscard]] std::vector<double> Float32Logits();

/// A generator of values of one type.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  /// Any finite value: uniform over the bit patterns, so over the whole range of exponents.
  double AnyFinite(DType dtype);
  double Uniform(double low, double high, DType dtype);
  /// 0 or 1.
  double Label() { return static_cast<double>(engine_() & 1); }
  uint64_t Bits() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

/// `n` values of a generator.
[[nodiscard]] std::vector<double> Repeat(size_t n, const std::function<double()>& make);

}  // namespace sigloss::testing_support
