// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Tensors that do not begin at a multiple of their element's size.
#include <gtest/gtest.h>

#include <memory>
#include <tuple>
#include <vector>

#include "ops/bce_with_logits/cpu/plans.h"
#include "ops/bce_with_logits/tests/operation.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr int64_t kRows = 37;
constexpr int64_t kColumns = 29;

// The plan of the operator that has this result, all tensors alike.
Status MakePlan(Operation operation, const TensorDesc& desc, cpu::PlanPtr* plan) {
  cpu::Call call;
  call.logits = call.target = desc;
  call.pos_weight = TensorDesc::Dense(desc.dtype, {kColumns});
  call.reduction = Reduction::kNone;
  switch (operation) {
    case Operation::kGrad:
      return cpu::PlanBackward({call, desc, desc}, plan);
    case Operation::kTargetGrad:
      return cpu::PlanTargetBackward({call, desc, desc}, plan);
    case Operation::kLoss:
      return cpu::PlanForward({call, desc}, plan);
    default:
      return cpu::PlanLossAndGrad({call, desc, desc}, plan);
  }
}

// Memory whose data lies `shift` bytes past a multiple of 64.
class Shifted {
 public:
  Shifted(size_t bytes, size_t shift) : memory_(bytes + 128), bytes_(bytes) {
    void* aligned = memory_.data();
    size_t space = memory_.size();
    data_ = static_cast<char*>(std::align(64, bytes, aligned, space)) + shift;
  }
  // Any bits will do that are small numbers in each type: 0x3Exx is below 2 in all of them.
  void Fill(size_t seed) {
    for (size_t i = 0; i < bytes_; ++i) {
      data_[i] = i % 2 == 1 ? 0x3E : static_cast<char>(7 * i + seed);
    }
  }
  [[nodiscard]] char* data() const { return data_; }
  [[nodiscard]] std::vector<char> Bytes() const { return {data_, data_ + bytes_}; }

 private:
  std::vector<char> memory_;
  size_t bytes_;
  char* data_;
};

// Bytes of the results with every tensor's data so many bytes past a multiple of 64.
std::vector<char> Results(Operation operation, DType dtype, bool transposed, size_t shift) {
  TensorDesc desc = TensorDesc::Dense(dtype, {kRows, kColumns});
  if (transposed) desc.strides = {1, kRows};
  const size_t bytes = kRows * kColumns * DTypeSize(dtype);
  Shifted logits(bytes, shift), target(bytes, shift), grad(bytes, shift), out(bytes, shift),
      other(bytes, shift);
  logits.Fill(0);
  target.Fill(1);
  grad.Fill(2);
  cpu::PlanPtr plan;
  const Status status = MakePlan(operation, desc, &plan);
  EXPECT_TRUE(status.ok()) << status.message();
  std::vector<void*> addresses;
  if (HasGradOutput(operation)) addresses.push_back(grad.data());
  addresses.insert(addresses.end(),
                   {logits.data(), target.data(), nullptr, grad.data(), out.data(), other.data()});
  EXPECT_TRUE(plan->Run(addresses).ok());
  std::vector<char> results = out.Bytes();
  const std::vector<char> others = other.Bytes();
  results.insert(results.end(), others.begin(), others.end());
  return results;
}

class Unaligned : public testing::TestWithParam<std::tuple<Operation, DType>> {};

TEST_P(Unaligned, GivesTheSameBits) {
  const auto [operation, dtype] = GetParam();
  for (const bool transposed : {false, true}) {
    const std::vector<char> aligned = Results(operation, dtype, transposed, 0);
    EXPECT_NE(aligned, std::vector<char>(aligned.size()));
    for (const size_t shift : {1, 2, 3, 5, 33, 63}) {
      EXPECT_EQ(Results(operation, dtype, transposed, shift), aligned)
          << " transposed " << transposed << " shift " << shift;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Unaligned,
                         testing::Combine(testing::Values(Operation::kGrad, Operation::kTargetGrad,
                                                          Operation::kLoss, Operation::kFusedLoss),
                                          testing::Values(DType::kFloat32, DType::kFloat16,
                                                          DType::kBFloat16, DType::kFloat64)));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
