// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// All functions, all reductions, in several layouts and types, against their formulas in double
// precision: each argument has its role and each view is read where it lies. How exact the kernels
// are is the business of the tests of the kernels.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "aclnn_call.h"
#include "device_tensor.h"
#include "on_device.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr int64_t kNone = 0;
constexpr int64_t kMean = 1;
constexpr int64_t kSum = 2;

struct Row {
  const char* name;
  Layout self;
  Layout target;
  std::optional<Layout> weight;
  std::optional<Layout> pos_weight;
  Layout grad_output;
  Layout out;      // of the type of target; its shape is that of self
  Layout reduced;  // out of a reduced loss
};

std::ostream& operator<<(std::ostream& os, const Row& row) { return os << row.name; }

const Layout kMatrix = {{3, 4}};
const Layout kScalar = {Shape{}};

Layout OfType(aclDataType dtype, const Shape& shape) { return {shape, dtype}; }

const Row kRows[] = {
    {"dense", kMatrix, kMatrix, {}, {}, kMatrix, kMatrix, kScalar},
    {"weights", kMatrix, kMatrix, kMatrix, kMatrix, kMatrix, kMatrix, {{1}}},
    {"broadcast", kMatrix, kMatrix, Layout{{3, 1}}, Layout{{4}}, {{1, 4}}, kMatrix, {{1, 1}}},
    {"scalars", kMatrix, kMatrix, kScalar, Layout{{1}}, kScalar, kMatrix, kScalar},
    {"rank 0", kScalar, kScalar, kScalar, {}, kScalar, kScalar, kScalar},
    {"views",
     {{3, 4}, ACL_FLOAT, {1, 3}, 2},
     {{3, 4}, ACL_FLOAT, {8, 2}, 5},
     Layout{{4}, ACL_FLOAT, {3}, 1},
     Layout{{3, 4}, ACL_FLOAT, {5, 1}},
     {{3, 4}, ACL_FLOAT, {4, 1}, 7},
     {{3, 4}, ACL_FLOAT, {2, 7}, 3},
     {{1}, ACL_FLOAT, {}, 6}},
    {"float16", OfType(ACL_FLOAT16, {2, 5}), OfType(ACL_FLOAT16, {2, 5}), OfType(ACL_FLOAT16, {5}),
     OfType(ACL_FLOAT16, {2, 1}), OfType(ACL_FLOAT16, {2, 5}), OfType(ACL_FLOAT16, {2, 5}),
     OfType(ACL_FLOAT16, {})},
    {"bfloat16", OfType(ACL_BF16, {2, 5}), OfType(ACL_BF16, {2, 5}), OfType(ACL_BF16, {5}),
     OfType(ACL_BF16, {2, 1}), OfType(ACL_BF16, {2, 5}), OfType(ACL_BF16, {2, 5}),
     OfType(ACL_BF16, {})},
    {"mixed types in views",
     {{2, 5}, ACL_FLOAT16, {1, 2}, 1},
     {{2, 5}, ACL_FLOAT, {12, 2}},
     OfType(ACL_BF16, {2, 5}),
     Layout{{5}, ACL_FLOAT, {2}},
     OfType(ACL_BF16, {1, 5}),
     {{2, 5}, ACL_FLOAT, {5, 1}, 4},
     {{}, ACL_FLOAT, {}, 3}},
    {"wide logits narrow labels", OfType(ACL_FLOAT, {2, 5}), OfType(ACL_BF16, {2, 5}),
     OfType(ACL_FLOAT, {5}), OfType(ACL_FLOAT16, {5}), OfType(ACL_FLOAT16, {2, 5}),
     OfType(ACL_BF16, {2, 5}), OfType(ACL_BF16, {})},
};

double Softplus(double x) { return std::fmax(x, 0) + std::log1p(std::exp(-std::fabs(x))); }
double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Of one element, before weight and upstream gradient.
double Formula(const Function& function, double x, double y, double pos_weight) {
  if (&function == &kForward) return (1 - y) * Softplus(x) + pos_weight * y * Softplus(-x);
  if (&function == &kBackward) return (1 - y) * Sigmoid(x) - pos_weight * y * Sigmoid(-x);
  return pos_weight * Softplus(-x) - Softplus(x);
}

// The tensors of a call, on the device.
struct Tensors {
  explicit Tensors(const Row& row, const Layout& out_layout)
      : self(row.self, [](size_t i) { return -5.5 + 1.25 * static_cast<double>(i); }),
        target(row.target, [](size_t i) { return i % 3 == 2 ? 0.25 : static_cast<double>(i % 3); }),
        grad_output(row.grad_output, [](size_t i) { return 1.5 - 0.5 * static_cast<double>(i); }),
        out(out_layout, [](size_t) { return -7.0; }) {
    if (row.weight) {
      weight.emplace(*row.weight, [](size_t i) { return 0.75 + 0.25 * static_cast<double>(i); });
    }
    if (row.pos_weight) {
      pos_weight.emplace(*row.pos_weight,
                         [](size_t i) { return 2.5 + 0.5 * static_cast<double>(i); });
    }
  }

  [[nodiscard]] Handles handles() const {
    return {grad_output.get(),
            self.get(),
            target.get(),
            weight ? weight->get() : nullptr,
            pos_weight ? pos_weight->get() : nullptr,
            out.get()};
  }

  [[nodiscard]] double Wanted(const Function& function, const Shape& at) const {
    const double value =
        Formula(function, self.At(at), target.At(at), pos_weight ? pos_weight->At(at) : 1) *
        (weight ? weight->At(at) : 1);
    return &function == &kForward ? value : value * grad_output.At(at);
  }

  DeviceTensor self;
  DeviceTensor target;
  DeviceTensor grad_output;
  DeviceTensor out;
  std::optional<DeviceTensor> weight;
  std::optional<DeviceTensor> pos_weight;
};

std::vector<double> Wanted(const Function& function, const Tensors& tensors, const Shape& shape,
                           int64_t reduction) {
  std::vector<double> values;
  for (const Shape& at : IndicesOf(shape)) values.push_back(tensors.Wanted(function, at));
  const double scale = reduction == kMean ? 1.0 / static_cast<double>(values.size()) : 1.0;
  for (double& value : values) value *= scale;
  if (&function != &kForward || reduction == kNone) return values;
  double sum = 0;
  for (const double value : values) sum += value;
  return {sum};
}

// Both phases on a stream of their own.
void RunOnStream(const Function& function, const Tensors& tensors, int64_t reduction) {
  uint64_t workspace_size = 1;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(function.prepare(tensors.handles(), reduction, &workspace_size, &executor), 0)
      << TakeMessage();
  EXPECT_EQ(workspace_size, 0u);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  EXPECT_EQ(function.launch(nullptr, 0, executor, stream), 0) << TakeMessage();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << TakeMessage();
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

class Values : public OnDeviceWith<std::tuple<const Function*, int64_t, Row>> {};

TEST_P(Values, AreThoseOfTheFormula) {
  const auto& [function, reduction, row] = GetParam();
  const bool reduced = function == &kForward && reduction != kNone;
  const Tensors tensors(row, reduced ? row.reduced : row.out);
  ASSERT_NO_FATAL_FAILURE(RunOnStream(*function, tensors, reduction));
  const std::vector<double> wanted = Wanted(*function, tensors, row.self.shape, reduction);
  const std::vector<double> got = tensors.out.Read();
  ASSERT_EQ(got.size(), wanted.size());
  const Rounding rounding = RoundingOf(row.target.dtype);
  for (size_t i = 0; i < got.size(); ++i) {
    // One rounding, and a little for what the two do in double precision.
    const double bound = 1.01 * (rounding.relative * std::fabs(wanted[i]) + rounding.absolute);
    EXPECT_NEAR(got[i], wanted[i], bound) << i;
  }
  for (const auto* input : {&tensors.self, &tensors.target, &tensors.grad_output}) {
    (void)input->Read();
  }
}

std::string NameOf(const testing::TestParamInfo<Values::ParamType>& info) {
  const auto& [function, reduction, row] = info.param;
  std::string name = function->ShortName() + std::to_string(reduction) + "_" + row.name;
  for (char& c : name) c = c == ' ' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Family, Values,
                         testing::Combine(testing::Values(&kForward, &kBackward, &kTargetBackward),
                                          testing::Values(kNone, kMean, kSum),
                                          testing::ValuesIn(kRows)),
                         NameOf);

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
