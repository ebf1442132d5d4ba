// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/tests/ut/cpu/backward_case.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iostream>
#include <memory>
#include <utility>

#include "core/shape.h"
#include "oracle/format.h"
#include "simd/target.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using testing_support::Accuracy;
using testing_support::Budget;
using testing_support::GuardedBuffer;

size_t Count(const Dims& shape) { return static_cast<size_t>(*core::NumElements(shape)); }

// Storage offset of every element of `shape` in a tensor that broadcasts to it.
std::vector<int64_t> Offsets(const TensorDesc& tensor, int64_t origin, const Dims& shape) {
  const size_t missing = shape.size() - tensor.shape.size();
  std::vector<int64_t> offsets(Count(shape));
  for (size_t flat = 0; flat < offsets.size(); ++flat) {
    auto rest = static_cast<int64_t>(flat);
    int64_t offset = origin;
    for (size_t axis = shape.size(); axis-- > 0; rest /= shape[axis]) {
      if (axis < missing || tensor.shape[axis - missing] == 1) continue;
      offset += rest % shape[axis] * tensor.strides[axis - missing];
    }
    offsets[flat] = offset;
  }
  return offsets;
}

// The memory of one tensor, and the address of its first element.
class Memory {
 public:
  Memory(DType dtype, size_t elements, int64_t origin, const BackwardCase& call)
      : dtype_(dtype),
        size_(DTypeSize(dtype)),
        origin_(origin),
        buffer_(elements * size_, call.edge, call.gap * size_) {}

  void Fill(const std::vector<double>& values) {
    for (size_t i = 0; i < values.size(); ++i) {
      const auto bits = dtype_ == DType::kFloat32  // the bulk of all values: the quick way
                            ? std::bit_cast<uint32_t>(static_cast<float>(values[i]))
                            : static_cast<uint32_t>(oracle::Encode(values[i], dtype_));
      std::memcpy(At(static_cast<int64_t>(i)), &bits, size_);
    }
  }
  [[nodiscard]] uint32_t Bits(int64_t index) const {
    uint32_t bits = 0;
    std::memcpy(&bits, At(index), size_);
    return bits;
  }
  [[nodiscard]] void* first() const { return At(origin_); }
  GuardedBuffer& buffer() { return buffer_; }

 private:
  [[nodiscard]] std::byte* At(int64_t index) const {
    return buffer_.data() + index * static_cast<int64_t>(size_);
  }

  DType dtype_;
  size_t size_;  // of an element
  int64_t origin_;
  GuardedBuffer buffer_;
};

std::unique_ptr<Memory> Load(const Operand& operand, const BackwardCase& call) {
  auto memory =
      std::make_unique<Memory>(operand.dtype(), operand.storage.size(), operand.origin, call);
  memory->Fill(operand.storage);
  return memory;
}

size_t OutputStorage(const TensorDesc& out, int64_t origin) {
  if (core::IsEmpty(out.shape)) return 0;
  return static_cast<size_t>(origin + core::ReachOf(out.shape, out.strides)->highest + 1);
}

}  // namespace

Operand Operand::Dense(DType dtype, const Dims& shape, std::vector<double> values) {
  return View(dtype, shape, DenseStrides(shape), 0, std::move(values));
}

Operand Operand::Vector(DType dtype, std::vector<double> values) {
  const auto n = static_cast<int64_t>(values.size());
  return Dense(dtype, {n}, std::move(values));
}

Operand Operand::Scalar(DType dtype, double value) { return Dense(dtype, {}, {value}); }

Operand Operand::View(DType dtype, const Dims& shape, const Dims& strides, int64_t origin,
                      std::vector<double> storage) {
  for (double& value : storage) value = oracle::RoundTo(value, dtype);
  return {{dtype, shape, strides}, std::move(storage), origin};
}

TensorDesc BackwardCase::OutDesc() const {
  return out ? *out : TensorDesc::Dense(logits.dtype(), logits.desc.shape);
}

std::vector<uint32_t> RunCase(const BackwardCase& call) {
  const TensorDesc out = call.OutDesc();
  cpu::BackwardCall described;
  described.grad_output = call.grad_output.desc;
  described.logits = call.logits.desc;
  described.target = call.target.desc;
  if (call.weight) described.weight = call.weight->desc;
  if (call.pos_weight) described.pos_weight = call.pos_weight->desc;
  described.out = out;
  described.reduction = call.reduction;
  described.precision = call.precision;

  std::array<std::unique_ptr<Memory>, backward::kNumParams> memory;
  memory[backward::kGradOutput] = Load(call.grad_output, call);
  memory[backward::kLogits] = Load(call.logits, call);
  memory[backward::kTarget] = Load(call.target, call);
  if (call.weight) memory[backward::kWeight] = Load(*call.weight, call);
  if (call.pos_weight) memory[backward::kPosWeight] = Load(*call.pos_weight, call);
  const size_t storage = OutputStorage(out, call.out_origin);
  if (!call.out_replaces) {
    memory[backward::kOut] = std::make_unique<Memory>(out.dtype, storage, call.out_origin, call);
    memory[backward::kOut]->buffer().Poison(out.dtype);
  }
  Memory& output = *memory[call.out_replaces.value_or(backward::kOut)];

  std::array<void*, backward::kNumParams> addresses{};
  addresses[backward::kOut] = output.first();
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (memory[i] != nullptr) addresses[i] = memory[i]->first();
  }
  std::unique_ptr<const device::Plan> plan;
  Status status = cpu::PlanBackward(described, &plan);
  if (status.ok()) status = plan->Run(addresses);
  EXPECT_TRUE(status.ok()) << status.message();

  const std::vector<int64_t> offsets = Offsets(out, call.out_origin, out.shape);
  std::vector<uint32_t> bits(offsets.size());
  std::vector<bool> belongs(storage, false);
  const uint32_t poison = testing_support::PoisonBits(out.dtype);
  size_t unwritten = 0;
  for (size_t i = 0; i < offsets.size(); ++i) {
    bits[i] = output.Bits(offsets[i]);
    belongs[static_cast<size_t>(offsets[i])] = true;
    unwritten += bits[i] == poison;
  }
  EXPECT_EQ(unwritten, 0u) << "output elements were left as they were";
  size_t strayed = 0;
  for (size_t i = 0; i < storage; ++i) {
    strayed += !belongs[i] && output.Bits(static_cast<int64_t>(i)) != poison;
  }
  EXPECT_EQ(strayed, 0u) << "elements between those of the output were written";
  for (const auto& each : memory) {
    EXPECT_TRUE(each == nullptr || each->buffer().SurroundingsIntact()) << "written past a tensor";
  }
  return bits;
}

Expectation Expect(const BackwardCase& call) {
  const Dims& shape = call.logits.desc.shape;
  const DType dtype = call.OutDesc().dtype;
  Expectation expectation;
  auto& inputs = expectation.inputs;
  inputs.resize(Count(shape));
  const auto read = [&](const Operand& operand, double oracle::BceInput::*field) {
    const std::vector<int64_t> offsets = Offsets(operand.desc, operand.origin, shape);
    for (size_t i = 0; i < inputs.size(); ++i) {
      inputs[i].*field = operand.storage[static_cast<size_t>(offsets[i])];
    }
  };
  read(call.logits, &oracle::BceInput::x);
  read(call.target, &oracle::BceInput::y);
  read(call.grad_output, &oracle::BceInput::dout);
  if (call.weight) read(*call.weight, &oracle::BceInput::weight);
  if (call.pos_weight) read(*call.pos_weight, &oracle::BceInput::pos_weight);
  expectation.references.reserve(inputs.size());
  for (oracle::BceInput& input : inputs) {
    if (call.reduction == Reduction::kMean) input.mean_divisor = static_cast<double>(inputs.size());
    expectation.references.push_back(oracle::BceGrad(input, dtype));
  }
  return expectation;
}

BackwardCase RandomCase(DType dtype, const Dims& shape, uint64_t seed) {
  testing_support::Random random(seed);
  const size_t n = Count(shape);
  const auto factors = [&] {
    return testing_support::Repeat(n, [&] { return random.Uniform(-4, 4, dtype); });
  };
  BackwardCase call;
  call.logits = Operand::Dense(
      dtype, shape, testing_support::Repeat(n, [&] { return random.Uniform(-20, 20, dtype); }));
  call.target = Operand::Dense(
      dtype, shape, testing_support::Repeat(n, [&] { return random.Uniform(0, 1, dtype); }));
  call.grad_output = Operand::Dense(dtype, shape, factors());
  call.weight = Operand::Dense(dtype, shape, factors());
  call.pos_weight = Operand::Dense(
      dtype, shape, testing_support::Repeat(n, [&] { return random.Uniform(0, 4, dtype); }));
  return call;
}

void Compare(const std::string& what, const Expectation& expectation,
             const std::vector<uint32_t>& bits, DType dtype, const Budget& budget, bool print) {
  ASSERT_EQ(bits.size(), expectation.references.size()) << what;
  Accuracy accuracy(what, dtype, budget);
  for (size_t i = 0; i < bits.size(); ++i) {
    accuracy.Add(expectation.inputs[i], expectation.references[i], oracle::Decode(bits[i], dtype));
  }
  if (print) std::cout << "  " << accuracy.Summary() << std::endl;
  EXPECT_TRUE(accuracy.Verdict());
}

void ExpectAccurate(const std::string& what, const BackwardCase& call, const Budget& budget,
                    bool print) {
  Compare(what, Expect(call), RunCase(call), call.OutDesc().dtype, budget, print);
}

void ForEachTarget(const std::function<void(const std::string& target)>& body) {
  const std::vector<std::string> targets = simd::SupportedTargets();
  EXPECT_FALSE(targets.empty());
  for (const std::string& target : targets) {
    const Status status = simd::ForceTarget(target);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(simd::CurrentTarget(), target) << "the forced target is not the one in use";
    SCOPED_TRACE(target);
    body(target);
  }
  EXPECT_TRUE(simd::ForceTarget("").ok());
}

bool HasFma(const std::string& target) {
  for (const char* prefix : {"AVX2", "AVX3", "AVX10", "NEON", "SVE"}) {
    if (target.rfind(prefix, 0) == 0) return true;
  }
  return false;
}

std::vector<uint32_t> RoundedBits(const Expectation& expectation, DType dtype) {
  std::vector<uint32_t> bits;
  bits.reserve(expectation.references.size());
  for (const oracle::Reference& reference : expectation.references) {
    bits.push_back(static_cast<uint32_t>(oracle::Encode(reference.rounded, dtype)));
  }
  return bits;
}

}  // namespace sigloss::ops::bce_with_logits
