// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The options that say how results are computed: precision and threads.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "cpp_call.h"
#include "host_tensor.h"

namespace sigloss::ops::bce_with_logits {
namespace {

// Enough elements for several threads.
constexpr int64_t kCount = 300'000;

struct Large {
  Large()
      : logits(HostTensor::Unwritten(DType::kFloat32, {kCount})),
        target(HostTensor::Unwritten(DType::kUInt8, {kCount})),
        grad_output(DType::kFloat32, {}, {1.0}),
        loss(HostTensor::Unwritten(DType::kFloat32, {})),
        grad(HostTensor::Unwritten(DType::kFloat32, {kCount})) {
    auto* x = static_cast<float*>(logits.View().data);
    auto* y = static_cast<unsigned char*>(target.View().data);
    for (int64_t i = 0; i < kCount; ++i) {
      x[i] = 20.0f * std::sin(static_cast<float>(i));
      y[i] = i % 3 == 0 ? 1 : 0;
    }
  }

  void Run(Function function, const BceOptions& options) {
    const Arguments arguments = {grad_output.View(), logits.View(), target.View(),
                                 loss.View(),        grad.View(),   options};
    const Status status = arguments.Run(function);
    EXPECT_TRUE(status.ok()) << status.message();
  }

  HostTensor logits, target, grad_output, loss, grad;
};

TEST(CppOptions, ResultsDoNotDependOnThreads) {
  for (const Function function : FunctionsIn(kAll)) {
    Large one;
    BceOptions options;
    options.max_threads = 1;
    one.Run(function, options);
    for (const int threads : {0, 2, 3, 1000}) {
      Large other;
      options.max_threads = threads;
      other.Run(function, options);
      EXPECT_EQ(other.loss.bytes(), one.loss.bytes()) << NameOf(function) << " " << threads;
      EXPECT_EQ(other.grad.bytes(), one.grad.bytes()) << NameOf(function) << " " << threads;
    }
  }
}

TEST(CppOptions, PrecisionOfTheCall) {
  for (const Function function : FunctionsIn(kWithGrad)) {
    Large unsaid, exact, fast;
    BceOptions options;
    unsaid.Run(function, options);
    options.precision = Precision::kExact;
    exact.Run(function, options);
    options.precision = Precision::kFast;
    fast.Run(function, options);
    EXPECT_EQ(unsaid.grad.bytes(), exact.grad.bytes()) << NameOf(function);
    EXPECT_NE(fast.grad.bytes(), exact.grad.bytes()) << NameOf(function);
  }
}

class EnvironmentPrecision : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(setenv("SIGLOSS_PRECISION", "fastest", 1), 0); }
  void TearDown() override { ASSERT_EQ(unsetenv("SIGLOSS_PRECISION"), 0); }
};

TEST_F(EnvironmentPrecision, AMisspeltOneIsAnErrorOfTheCall) {
  for (const Function function : FunctionsIn(kAll)) {
    CppCall call;
    const Status status = call.Run(function);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(status.message().find(std::string(NameOf(function)) + ": "), 0u);
    EXPECT_NE(status.message().find("SIGLOSS_PRECISION"), std::string::npos) << status.message();
    EXPECT_TRUE(call.Untouched());
  }
}

TEST_F(EnvironmentPrecision, IsNotReadWhereTheCallSays) {
  for (const Function function : FunctionsIn(kAll)) {
    CppCall call;
    call.options.precision = Precision::kExact;
    const Status status = call.Run(function);
    EXPECT_TRUE(status.ok()) << status.message();
  }
}

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
