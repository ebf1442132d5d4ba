// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/bce_with_logits/tests/ut/cpu/bce_case.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>

#include "core/shape.h"
#include "oracle/format.h"
#include "tests/support/inputs.h"

namespace sigloss::ops::bce_with_logits {
namespace {

using testing_support::GuardedBuffer;

constexpr size_t kNowhere = std::numeric_limits<size_t>::max();

/// Where an operator has its tensors among its parameters.
struct Places {
  std::array<size_t, std::size(kInputs)> inputs;  // in their order
  size_t out;
  size_t other = kNowhere;
};

constexpr Places kGradientPlaces = {{gradient::kLogits, gradient::kTarget, gradient::kGradOutput,
                                     gradient::kWeight, gradient::kPosWeight, gradient::kMask},
                                    gradient::kOut};
constexpr Places kLossPlaces = {{forward::kLogits, forward::kTarget, kNowhere, forward::kWeight,
                                 forward::kPosWeight, forward::kMask},
                                forward::kOut};
constexpr Places kFusedLossPlaces = {
    {loss_and_grad::kLogits, loss_and_grad::kTarget, kNowhere, loss_and_grad::kWeight,
     loss_and_grad::kPosWeight, loss_and_grad::kMask},
    loss_and_grad::kLoss,
    loss_and_grad::kGrad};
constexpr Places kFusedGradPlaces = {kFusedLossPlaces.inputs, loss_and_grad::kGrad,
                                     loss_and_grad::kLoss};
constexpr size_t kMostParams = 8;

const Places& PlacesOf(Operation operation) {
  switch (operation) {
    case Operation::kLoss:
      return kLossPlaces;
    case Operation::kFusedLoss:
      return kFusedLossPlaces;
    case Operation::kFusedGrad:
      return kFusedGradPlaces;
    default:
      return kGradientPlaces;
  }
}

uint64_t BitsOf(double value, DType dtype) {
  if (dtype == DType::kFloat32) {  // the bulk of all values: the quick way
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  }
  return IsFloat(dtype) ? oracle::Encode(value, dtype)
                        : static_cast<uint64_t>(static_cast<int64_t>(value));
}

// float64 is poisoned as pairs of float32: no computation here makes that number either.
DType PoisonType(DType dtype) { return dtype == DType::kFloat64 ? DType::kFloat32 : dtype; }

uint64_t PoisonOf(DType dtype) {
  const uint64_t bits = testing_support::PoisonBits(PoisonType(dtype));
  return dtype == DType::kFloat64 ? bits << 32 | bits : bits;
}

// The memory of one tensor, and the address of its first element.
class Memory {
 public:
  Memory(DType dtype, size_t elements, int64_t origin, const BceCase& call)
      : dtype_(dtype),
        size_(DTypeSize(dtype)),
        origin_(origin),
        buffer_(elements * size_, call.edge, call.gap * size_) {}

  void Poison() { buffer_.Poison(PoisonType(dtype_)); }

  void Fill(const std::vector<double>& values) {
    for (size_t i = 0; i < values.size(); ++i) {
      const uint64_t bits = BitsOf(values[i], dtype_);  // little endian
      std::memcpy(At(static_cast<int64_t>(i)), &bits, size_);
    }
  }
  [[nodiscard]] uint64_t Bits(int64_t index) const {
    uint64_t bits = 0;
    std::memcpy(&bits, At(index), size_);
    return bits;
  }
  [[nodiscard]] void* first() const { return At(origin_); }
  [[nodiscard]] const GuardedBuffer& buffer() const { return buffer_; }

 private:
  [[nodiscard]] std::byte* At(int64_t index) const {
    return buffer_.data() + index * static_cast<int64_t>(size_);
  }

  DType dtype_;
  size_t size_;  // of an element
  int64_t origin_;
  GuardedBuffer buffer_;
};

size_t StorageOf(const TensorDesc& out, int64_t origin) {
  if (core::IsEmpty(out.shape)) return 0;
  return static_cast<size_t>(origin + core::ReachOf(out.shape, out.strides)->highest + 1);
}

// An output's bits in logical order. Checks what was written.
std::vector<uint64_t> Collect(const Memory& memory, const TensorDesc& out, int64_t origin) {
  const size_t storage = StorageOf(out, origin);
  const std::vector<int64_t> offsets = Offsets(out, origin, out.shape);
  const uint64_t poison = PoisonOf(out.dtype);
  std::vector<uint64_t> bits(offsets.size());
  std::vector<bool> belongs(storage, false);
  size_t unwritten = 0;
  for (size_t i = 0; i < offsets.size(); ++i) {
    bits[i] = memory.Bits(offsets[i]);
    belongs[static_cast<size_t>(offsets[i])] = true;
    unwritten += bits[i] == poison;
  }
  EXPECT_EQ(unwritten, 0u) << "output elements were left as they were";
  size_t strayed = 0;
  for (size_t i = 0; i < storage; ++i) {
    strayed += !belongs[i] && memory.Bits(static_cast<int64_t>(i)) != poison;
  }
  EXPECT_EQ(strayed, 0u) << "elements between those of the output were written";
  return bits;
}

// In the order of the operator's parameters.
using Tensors = std::array<std::unique_ptr<Memory>, kMostParams>;

Tensors LoadInputs(const BceCase& call) {
  Tensors tensors;
  for (Input input : kInputs) {
    const Operand* operand = call.Find(input);
    if (operand == nullptr) continue;
    auto& its = tensors[PlacesOf(call.operation).inputs[static_cast<size_t>(input)]];
    its =
        std::make_unique<Memory>(operand->dtype(), operand->storage.size(), operand->origin, call);
    its->Fill(operand->storage);
  }
  return tensors;
}

std::unique_ptr<Memory> MakeOutput(const BceCase& call, const TensorDesc& desc, int64_t origin) {
  auto output = std::make_unique<Memory>(desc.dtype, StorageOf(desc, origin), origin, call);
  output->Poison();
  return output;
}

cpu::Call Common(const BceCase& call) {
  const auto optional = [](const std::optional<Operand>& operand) {
    return operand ? std::optional(operand->desc) : std::nullopt;
  };
  return {.logits = call.logits.desc,
          .target = call.target.desc,
          .weight = optional(call.weight),
          .pos_weight = optional(call.pos_weight),
          .mask = optional(call.mask),
          .reduction = call.reduction,
          .normalizer = call.normalizer,
          .label_smoothing = call.label_smoothing,
          .precision = call.precision,
          .max_threads = call.max_threads};
}

Status MakePlan(const BceCase& call, cpu::PlanPtr* plan) {
  const TensorDesc out = call.OutDesc();
  switch (call.operation) {
    case Operation::kGrad:
      return cpu::PlanBackward({Common(call), call.grad_output.desc, out}, plan);
    case Operation::kTargetGrad:
      return cpu::PlanTargetBackward({Common(call), call.grad_output.desc, out}, plan);
    case Operation::kLoss:
      return cpu::PlanForward({Common(call), out}, plan);
    case Operation::kFusedLoss:
      return cpu::PlanLossAndGrad({Common(call), out, call.OtherOutDesc()}, plan);
    case Operation::kFusedGrad:
      return cpu::PlanLossAndGrad({Common(call), call.OtherOutDesc(), out}, plan);
  }
  return {};
}

}  // namespace

const Operand* BceCase::Find(Input input) const {
  const auto present = [](const std::optional<Operand>& operand) {
    return operand ? &*operand : nullptr;
  };
  switch (input) {
    case Input::kLogits:
      return &logits;
    case Input::kTarget:
      return &target;
    case Input::kGradOutput:
      return HasGradOutput(operation) ? &grad_output : nullptr;
    case Input::kWeight:
      return present(weight);
    case Input::kPosWeight:
      return present(pos_weight);
    case Input::kMask:
      return present(mask);
  }
  return nullptr;
}

Operand& BceCase::At(Input input) { return *const_cast<Operand*>(Find(input)); }

bool BceCase::IsReduced() const { return IsLoss(operation) && reduction != Reduction::kNone; }

bool BceCase::HasFloat64() const {
  bool found = OutDesc().dtype == DType::kFloat64 || OtherOutDesc().dtype == DType::kFloat64;
  for (Input input : kInputs) {
    const Operand* operand = Find(input);
    found = found || (operand != nullptr && operand->dtype() == DType::kFloat64);
  }
  return found;
}

TensorDesc BceCase::OutDesc() const {
  if (out) return *out;
  return TensorDesc::Dense(logits.dtype(), IsReduced() ? Dims{} : logits.desc.shape);
}

TensorDesc BceCase::OtherOutDesc() const {
  if (other_out) return *other_out;
  const bool reduced = operation == Operation::kFusedGrad && reduction != Reduction::kNone;
  return TensorDesc::Dense(OutDesc().dtype, reduced ? Dims{} : logits.desc.shape);
}

std::vector<uint64_t> RunCase(const BceCase& call) {
  const Places& places = PlacesOf(call.operation);
  Tensors tensors = LoadInputs(call);
  size_t out_at = places.out;
  if (call.out_replaces) {
    out_at = places.inputs[static_cast<size_t>(*call.out_replaces)];
  } else {
    tensors[out_at] = MakeOutput(call, call.OutDesc(), call.out_origin);
  }
  if (IsFused(call.operation)) tensors[places.other] = MakeOutput(call, call.OtherOutDesc(), 0);

  std::array<void*, kMostParams> addresses{};
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (tensors[i] != nullptr) addresses[i] = tensors[i]->first();
  }
  addresses[places.out] = tensors[out_at]->first();
  cpu::PlanPtr plan;
  Status status = MakePlan(call, &plan);
  if (status.ok()) status = plan->Run(addresses);
  EXPECT_TRUE(status.ok()) << status.message();

  if (IsFused(call.operation)) (void)Collect(*tensors[places.other], call.OtherOutDesc(), 0);
  std::vector<uint64_t> bits = Collect(*tensors[out_at], call.OutDesc(), call.out_origin);
  for (const auto& each : tensors) {
    EXPECT_TRUE(each == nullptr || each->buffer().SurroundingsIntact()) << "written past a tensor";
  }
  return bits;
}

BceCase RandomCase(Operation operation, DType dtype, const Dims& shape, uint64_t seed) {
  testing_support::Random random(seed);
  const auto operand = [&](double low, double high) {
    return Operand::Dense(dtype, shape, testing_support::Repeat(Count(shape), [&] {
                            return random.Uniform(low, high, dtype);
                          }));
  };
  BceCase call;
  call.operation = operation;
  call.logits = operand(-20, 20);
  call.target = operand(0, 1);
  call.grad_output = operand(-4, 4);
  call.weight = operand(-4, 4);
  call.pos_weight = operand(0, 4);
  return call;
}

}  // namespace sigloss::ops::bce_with_logits
