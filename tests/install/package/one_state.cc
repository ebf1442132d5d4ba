// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The setting made through one library is the one that calls through another see.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"
#include "sigloss/precision.h"

namespace {

aclnnStatus Plan(const aclTensor* in, aclTensor* out) {
  uint64_t workspace = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus code = aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
      in, in, in, nullptr, nullptr, 0, out, &workspace, &executor);
  if (code == 0) aclDestroyAclOpExecutor(executor);
  return code;
}

}  // namespace

int main() {
  setenv("SIGLOSS_PRECISION", "neither", 1);  // an error, until the process says what it wants
  float values[2][4] = {};
  const int64_t shape[] = {4};
  const auto make = [&](float* data) {
    return aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, data);
  };
  aclTensor* in = make(values[0]);
  aclTensor* out = make(values[1]);
  const aclnnStatus before = Plan(in, out);
  sigloss::SetPrecision(sigloss::Precision::kExact);
  const aclnnStatus after = Plan(in, out);
  aclDestroyTensor(in);
  aclDestroyTensor(out);
  std::printf("before %d, after %d\n", before, after);
  return before != 0 && after == 0 ? 0 : 1;
}
