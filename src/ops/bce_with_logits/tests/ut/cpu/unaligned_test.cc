// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Tensors that do not begin at a multiple of their element's size.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "ops/bce_with_logits/cpu/plans.h"

namespace sigloss::ops::bce_with_logits {
namespace {

constexpr int64_t kRows = 37;
constexpr int64_t kColumns = 29;

// Bytes of the gradient with every tensor's data `shift` bytes past a multiple of 64.
std::vector<char> Gradient(DType dtype, bool transposed, size_t shift) {
  const Dims shape = {kRows, kColumns};
  TensorDesc desc = TensorDesc::Dense(dtype, shape);
  if (transposed) desc.strides = {1, kRows};
  const size_t bytes = kRows * kColumns * DTypeSize(dtype);
  std::vector<std::vector<char>> buffers(4, std::vector<char>(bytes + 128));
  std::vector<char*> at;
  for (std::vector<char>& buffer : buffers) {
    void* aligned = buffer.data();
    size_t space = buffer.size();
    at.push_back(static_cast<char*>(std::align(64, bytes, aligned, space)) + shift);
  }
  // Any bits will do that are small numbers in each type: 0x3Exx is below 2 in all three.
  for (size_t k = 0; k < 3; ++k) {
    for (size_t i = 0; i < bytes; ++i) at[k][i] = i % 2 == 1 ? 0x3E : static_cast<char>(7 * i + k);
  }
  const auto pos_weight = TensorDesc::Dense(dtype, {kColumns});
  cpu::BackwardCall call;
  call.grad_output = call.logits = call.target = call.out = desc;
  call.pos_weight = pos_weight;
  std::unique_ptr<const device::Plan> plan;
  EXPECT_TRUE(cpu::PlanBackward(call, &plan).ok());
  void* const addresses[] = {at[0], at[1], at[2], nullptr, at[2], at[3]};
  EXPECT_TRUE(plan->Run(addresses).ok());
  return {at[3], at[3] + bytes};
}

class Unaligned : public testing::TestWithParam<DType> {};

TEST_P(Unaligned, GivesTheSameBits) {
  for (const bool transposed : {false, true}) {
    const std::vector<char> aligned = Gradient(GetParam(), transposed, 0);
    EXPECT_NE(aligned, std::vector<char>(aligned.size()));
    for (const size_t shift : {1, 2, 3, 5, 33, 63}) {
      EXPECT_EQ(Gradient(GetParam(), transposed, shift), aligned)
          << DTypeName(GetParam()) << " transposed " << transposed << " shift " << shift;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Unaligned,
                         testing::Values(DType::kFloat32, DType::kFloat16, DType::kBFloat16));

}  // namespace
}  // namespace sigloss::ops::bce_with_logits
