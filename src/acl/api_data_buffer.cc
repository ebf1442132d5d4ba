// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Data buffers and the size of element types.
#include <cstdint>

#include "acl/acl_base_rt.h"
#include "acl/api_call.h"
#include "acl/objects.h"
#include "sigloss/dtype.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

class DataBuffer final : public acl::Object {
 public:
  DataBuffer(void* data, size_t size) : data_(data), size_(size) {}
  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] size_t size() const { return size_; }
  void Set(void* data, size_t size) {
    data_ = data;
    size_ = size;
  }

 private:
  void* data_;
  size_t size_;
};

aclError NotABuffer(const ApiCall& call, const void* handle) {
  if (handle == nullptr) return call.NullPointer("dataBuffer");
  return call.InvalidValue("dataBuffer", acl::ToText(handle), "a live data buffer");
}

}  // namespace

extern "C" {

size_t aclDataTypeSize(aclDataType dataType) {
  const int number = dataType;  // C programs may pass numbers that the enum has not
  if (number < INT8_MIN || number > INT8_MAX) return 0;
  return sigloss::DTypeSize(static_cast<sigloss::DType>(number));
}

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
  return acl::GuardValue<aclDataBuffer*>(__func__, nullptr, [&](const ApiCall&) {
    return static_cast<aclDataBuffer*>(
        acl::Objects().Insert(std::make_shared<DataBuffer>(data, size)));
  });
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    return acl::Take<DataBuffer>(dataBuffer) ? ACL_SUCCESS : NotABuffer(call, dataBuffer);
  });
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
  return Guard(__func__, [&](const ApiCall& call) -> aclError {
    const auto buffer = acl::Find<DataBuffer>(dataBuffer);
    if (buffer == nullptr) return NotABuffer(call, dataBuffer);
    buffer->Set(data, size);
    return ACL_SUCCESS;
  });
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
  return acl::GuardValue<void*>(__func__, nullptr, [&](const ApiCall& call) -> void* {
    if (const auto buffer = acl::Find<DataBuffer>(dataBuffer)) return buffer->data();
    (void)NotABuffer(call, dataBuffer);
    return nullptr;
  });
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
  return static_cast<uint32_t>(aclGetDataBufferSizeV2(dataBuffer));
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
  return acl::GuardValue<size_t>(__func__, 0, [&](const ApiCall& call) -> size_t {
    if (const auto buffer = acl::Find<DataBuffer>(dataBuffer)) return buffer->size();
    (void)NotABuffer(call, dataBuffer);
    return 0;
  });
}

}  // extern "C"
