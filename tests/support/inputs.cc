// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/inputs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "oracle/format.h"

namespace sigloss::testing_support {

size_t TestStride() {
  static const size_t stride = [] {
    const char* text = std::getenv("SIGLOSS_TEST_STRIDE");
    return text == nullptr ? size_t{1} : std::max<size_t>(1, std::strtoul(text, nullptr, 10));
  }();
  return stride;
}

std::vector<double> AllValues(DType dtype) {
  std::vector<double> values(65536);
  for (uint32_t bits = 0; bits < values.size(); ++bits) values[bits] = oracle::Decode(bits, dtype);
  return values;
}

std::vector<double> Float32Logits() {
  constexpr DType kType = DType::kFloat32;
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const size_t stride = TestStride();
  std::vector<double> values;
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 9973 * stride) {
    values.push_back(oracle::Decode(bits, kType));
  }
  Random random(17);
  const size_t dense = 60000 / stride;
  for (size_t i = 0; i < dense; ++i) {
    const double sign = random.Label() * 2 - 1;
    values.push_back(oracle::RoundTo(sign * std::exp2(random.Uniform(-30, 7, kType)), kType));
    values.push_back(random.Uniform(-120, 120, kType));
    values.push_back(sign * random.Uniform(86, 106, kType));
  }
  for (double special :
       {0.0, 0x1p-149, 0x1p-126, 0x1.fffffep127, kInf, 88.0, 104.0, 512.0, 708.0}) {
    values.push_back(special);
    values.push_back(-special);
  }
  return values;
}

double Random::AnyFinite(DType dtype) {
  const int width = oracle::FormatOf(dtype).width;
  for (;;) {
    const double value = oracle::Decode(engine_() >> (64 - width), dtype);
    if (std::isfinite(value)) return value;
  }
}

double Random::Uniform(double low, double high, DType dtype) {
  const double unit = static_cast<double>(engine_() >> 11) * 0x1p-53;
  return oracle::RoundTo(low + (high - low) * unit, dtype);
}

std::vector<double> Repeat(size_t n, const std::function<double()>& make) {
  std::vector<double> values(n);
  std::generate(values.begin(), values.end(), make);
  return values;
}

}  // namespace sigloss::testing_support
