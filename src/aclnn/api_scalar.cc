// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// The C functions of aclScalar.
#include <array>
#include <cstring>
#include <memory>

#include "aclnn/acl_meta.h"
#include "aclnn/report.h"
#include "core/error_texts.h"
#include "core/handle_table.h"
#include "opdev/op_errno.h"
#include "sigloss/dtype.h"

namespace {

namespace aclnn = sigloss::aclnn;
using sigloss::StatusCode;

/// One element of any type.
struct Scalar {
  aclDataType dtype;
  std::array<unsigned char, 16> bytes;
};

sigloss::core::HandleTable<Scalar>& Scalars() {
  // Never destroyed: calls from other threads may come late in the life of the process.
  static auto* table = new sigloss::core::HandleTable<Scalar>;
  return *table;
}

}  // namespace

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
  const size_t size = sigloss::DTypeSize(static_cast<sigloss::DType>(dataType));
  if (value == nullptr || size == 0) return nullptr;
  try {
    auto scalar = std::make_shared<Scalar>(Scalar{dataType, {}});
    std::memcpy(scalar->bytes.data(), value, size);
    return static_cast<aclScalar*>(Scalars().Insert(std::move(scalar)));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
  constexpr const char* kApi = "aclDestroyScalar";
  return aclnn::Guard(kApi, [&]() -> aclnnStatus {
    if (scalar == nullptr || Scalars().Remove(scalar) != nullptr) return ACLNN_SUCCESS;
    return aclnn::Report(
        {StatusCode::kInvalidArgument, sigloss::core::error_texts::UnknownScalar("scalar")}, kApi);
  });
}
