// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// One call of a function of the family that a test can bend out of shape.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace sigloss::ops::bce_with_logits {

inline constexpr aclnnStatus kNull = 161001;
inline constexpr aclnnStatus kInvalid = 161002;

/// The tensors of a first phase. The loss has no gradOutput.
struct Handles {
  aclTensor* grad_output = nullptr;
  aclTensor* self = nullptr;
  aclTensor* target = nullptr;
  aclTensor* weight = nullptr;
  aclTensor* pos_weight = nullptr;
  aclTensor* out = nullptr;
};

/// A function under test: what it is called, what it calls its result, and both phases.
struct Function {
  std::string_view name;
  std::string_view out;
  aclnnStatus (*prepare)(const Handles& tensors, int64_t reduction, uint64_t* workspace_size,
                         aclOpExecutor** executor);
  aclnnStatus (*launch)(void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                        aclrtStream stream);

  /// What follows the name of the loss, for names of tests.
  [[nodiscard]] std::string ShortName() const;
};

extern const Function kForward;
extern const Function kBackward;
extern const Function kTargetBackward;

/// How a tensor is described to aclCreateTensor. Its buffer has room for every layout used here.
struct TensorArg {
  std::vector<int64_t> shape = {2, 2};
  aclDataType dtype = ACL_FLOAT;
  std::vector<int64_t> strides = {};  // empty: dense
  int64_t offset = 0;
  aclFormat format = ACL_FORMAT_ND;
  std::vector<int64_t> storage = {};  // empty: the shape
  bool has_data = true;
  std::vector<float> data = std::vector<float>(64, 1.0f);

  [[nodiscard]] aclTensor* Create();
};

/// All arguments of both phases, valid to begin with.
struct AclnnCall {
  std::optional<TensorArg> grad_output = TensorArg();
  std::optional<TensorArg> self = TensorArg();
  std::optional<TensorArg> target = TensorArg();
  std::optional<TensorArg> weight;
  std::optional<TensorArg> pos_weight;
  std::optional<TensorArg> out = TensorArg();
  int64_t reduction = 0;
  bool pass_workspace_size = true;
  bool pass_executor = true;
  bool destroy_all_first = false;
  bool alias_out_to_self_shifted = false;  // out's data starts one element into self's

  uint64_t workspace_size = kUnwritten;
  aclOpExecutor* executor = reinterpret_cast<aclOpExecutor*>(kUnwritten);

  static constexpr uint64_t kUnwritten = 0xABCD;

  explicit AclnnCall(const Function& function = kBackward) : function_(function) {}
  AclnnCall(const AclnnCall&) = delete;
  AclnnCall& operator=(const AclnnCall&) = delete;
  ~AclnnCall();

  /// Gives gradOutput, self, target and out one shape.
  void SetShape(const std::vector<int64_t>& shape);
  /// Gives them one type.
  void SetDType(aclDataType dtype);
  /// Creates the tensors and runs the first phase.
  aclnnStatus Prepare();
  /// Runs the second phase on the default stream and waits for it.
  aclnnStatus Launch(void* workspace = nullptr, uint64_t size = 0);
  /// Destroys the tensors now rather than with the call.
  void DestroyTensors();
  /// Both phases; the first code that is not 0.
  aclnnStatus Run();

 private:
  aclTensor* Track(std::optional<TensorArg>& arg);

  const Function& function_;
  std::vector<aclTensor*> tensors_;
};

/// The report of this thread, which is emptied; "" if there is none.
std::string TakeMessage();

}  // namespace sigloss::ops::bce_with_logits
