// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Tensor descriptions.
#include <string>
#include <vector>

#include "acl/acl_base_mdl.h"
#include "acl/api_call.h"
#include "acl/objects.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

constexpr int64_t kUnknownRankMark = -2;

struct TensorDescription final : public acl::Object {
  TensorDescription(aclDataType type, aclFormat layout, const int64_t* first, size_t rank)
      : dtype(type), format(layout), dims(first, first + rank) {}
  const aclDataType dtype;
  const aclFormat format;
  const std::vector<int64_t> dims;
  std::string name;
};

// The description, or null and a text.
std::shared_ptr<TensorDescription> FindOrReport(const ApiCall& call, const aclTensorDesc* desc) {
  auto found = acl::Find<TensorDescription>(desc);
  if (found != nullptr) return found;
  (void)(desc == nullptr
             ? call.NullPointer("desc")
             : call.InvalidValue("desc", acl::ToText(desc), "a live tensor description"));
  return nullptr;
}

// `read` of the description, or `otherwise` and a text.
template <class Result, class Read>
Result ReadOr(const char* function, const aclTensorDesc* desc, Result otherwise, Read&& read) {
  return acl::GuardValue<Result>(function, otherwise, [&](const ApiCall& call) -> Result {
    const auto found = FindOrReport(call, desc);
    return found == nullptr ? otherwise : read(*found);
  });
}

// Zero if an extent is unknown or the product does not fit.
size_t CountElements(const TensorDescription& desc) {
  size_t count = 1;
  for (int64_t extent : desc.dims) {
    if (extent < 0 || __builtin_mul_overflow(count, static_cast<size_t>(extent), &count)) return 0;
  }
  return count;
}

}  // namespace

extern "C" {

aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims,
                                   aclFormat format) {
  return acl::GuardValue<aclTensorDesc*>(
      __func__, nullptr, [&](const ApiCall& call) -> aclTensorDesc* {
        if (numDims < 0) {
          (void)call.InvalidValue("numDims", std::to_string(numDims), "0 or greater");
          return nullptr;
        }
        if (numDims > 0 && dims == nullptr) {
          (void)call.NullPointer("dims");
          return nullptr;
        }
        auto desc = std::make_shared<TensorDescription>(dataType, format, dims, numDims);
        return static_cast<aclTensorDesc*>(acl::Objects().Insert(std::move(desc)));
      });
}

void aclDestroyTensorDesc(const aclTensorDesc* desc) {
  (void)Guard(__func__, [&](const ApiCall&) {
    (void)acl::Take<TensorDescription>(desc);
    return ACL_SUCCESS;
  });
}

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
  return ReadOr(__func__, desc, ACL_DT_UNDEFINED, [](const auto& found) { return found.dtype; });
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
  return ReadOr(__func__, desc, ACL_FORMAT_UNDEFINED,
                [](const auto& found) { return found.format; });
}

size_t aclGetTensorDescSize(const aclTensorDesc* desc) {
  return ReadOr<size_t>(__func__, desc, 0, [](const auto& found) {
    size_t bytes = 0;
    const size_t element = aclDataTypeSize(found.dtype);
    return __builtin_mul_overflow(CountElements(found), element, &bytes) ? 0 : bytes;
  });
}

size_t aclGetTensorDescElementCount(const aclTensorDesc* desc) {
  return ReadOr<size_t>(__func__, desc, 0, [](const auto& found) { return CountElements(found); });
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) {
  return ReadOr<size_t>(__func__, desc, 0, [](const auto& found) -> size_t {
    const bool unknown = !found.dims.empty() && found.dims.front() == kUnknownRankMark;
    return unknown ? ACL_UNKNOWN_RANK : found.dims.size();
  });
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    const auto found = FindOrReport(call, desc);
    if (found == nullptr) return ACL_ERROR_INVALID_PARAM;
    if (dimSize == nullptr) return call.NullPointer("dimSize");
    if (index >= found->dims.size()) {
      return call.InvalidValue("index", std::to_string(index),
                               "[0, " + std::to_string(found->dims.size()) + ")");
    }
    *dimSize = found->dims[index];
    return ACL_SUCCESS;
  });
}

void aclSetTensorDescName(aclTensorDesc* desc, const char* name) {
  (void)Guard(__func__, [&](const ApiCall& call) {
    if (const auto found = FindOrReport(call, desc)) found->name = name == nullptr ? "" : name;
    return ACL_SUCCESS;
  });
}

const char* aclGetTensorDescName(aclTensorDesc* desc) {
  return ReadOr<const char*>(__func__, desc, "",
                             [](const auto& found) { return found.name.c_str(); });
}

}  // extern "C"
