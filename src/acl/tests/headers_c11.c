// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Every header, from C, and a small program as C users write it.
#include "acl/acl.h"
#include "acl/acl_base.h"
#include "acl/acl_base_mdl.h"
#include "acl/acl_base_rt.h"
#include "acl/acl_mdl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"
#include "acl/acl_rt_allocator.h"
#include "acl/error_codes/ge_error_codes.h"
#include "acl/error_codes/rt_error_codes.h"

// One value of each enum, preferably one behind a gap.
_Static_assert(ACL_FLOAT4_E1M2 == 41 && ACL_BF16 == 27 && ACL_DT_UNDEFINED == -1, "aclDataType");
_Static_assert(ACL_FORMAT_FRACTAL_NZ_C0_8 == 54 && ACL_FRACTAL_Z_3D == 33, "aclFormat");
_Static_assert(ACL_ERROR == 3 && ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT == 2, "levels, places");
_Static_assert(ACL_OPT_ENABLE_KERNEL_EARLY_START == 3, "aclSysParamOpt");
_Static_assert(ACL_CANN_ATTR_JIT_COMPILE == 2 && ACL_DEVICE_INFO_L2_SIZE == 2, "attributes");
_Static_assert(ACL_DEVICE == 0 && ACL_HOST == 1, "aclrtRunMode");
_Static_assert(ACL_TS_ID_RESERVED == 2 && ACL_EVENT_STATUS_NOT_READY == 1, "schedulers, events");
_Static_assert(ACL_EVENT_RECORDED_STATUS_COMPLETE == 1, "aclrtEventRecordedStatus");
_Static_assert(ACL_EVENT_WAIT_STATUS_RESERVED == 0xFFFF, "aclrtEventWaitStatus");
_Static_assert(ACL_STREAM_STATUS_RESERVED == 0xFFFF, "aclrtStreamStatus");
_Static_assert(ACL_CALLBACK_BLOCK == 1 && ACL_MEMCPY_INTER_DEVICE_TO_DEVICE == 7, "kinds");
_Static_assert(ACL_MEM_MALLOC_HUGE1G_ONLY_P2P == 7, "aclrtMemMallocPolicy");
_Static_assert(ACL_MEM_ACCESS_USER_SPACE_READONLY == 0x100000, "aclrtMemMallocPolicy");
_Static_assert(ACL_MEM_P2P_HUGE1G == 17 && ACL_HOST_REGISTER_READONLY == 8, "memory");
_Static_assert(ACL_RT_OVERFLOW_MODE_UNDEF == 2, "aclrtFloatOverflowMode");
_Static_assert(ACL_MEM_LOCATION_TYPE_HOST_NUMA == 4, "aclrtMemLocationType");
_Static_assert(ACL_RT_DEVICE_STATUS_END == 0xFFFF && ACL_RT_THREAD_LEVEL == 0, "status");
_Static_assert(ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE == 204 && ACL_DEV_ATTR_NPU_ARCH == 601, "attr");
_Static_assert(ACL_ERROR_RT_VECTOR_CORE_EXCEPTION == 507035, "runtime codes");
_Static_assert(sizeof(dim3) == 12 && sizeof(aclrtPtrAttributes) == 28, "structs");
_Static_assert(ACL_EVENT_IPC == 0x40U && ACL_STREAM_DEVICE_USE_ONLY == 0x20U, "flags");

// The functions on memory as the platform declares them: a compiler refuses another declaration.
aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* cfg);
aclError aclrtMemFlush(void* devPtr, size_t size);
aclError aclrtMemInvalidate(void* devPtr, size_t size);
aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                       size_t height, aclrtMemcpyKind kind);
aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                          aclrtStream stream);
aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N);
aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value, size_t N,
                             aclrtStream stream);
aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes);
aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type, void** devPtr);
aclError aclrtHostUnregister(void* ptr);
aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

// Numbers that the enums have not: only C may pass them.
size_t SizeOfType(int number);
size_t SizeOfType(int number) { return aclDataTypeSize((aclDataType)number); }
aclError CopyByte(char* to, const char* from, size_t count, int kind);
aclError CopyByte(char* to, const char* from, size_t count, int kind) {
  return aclrtMemcpy(to, 1, from, count, (aclrtMemcpyKind)kind);
}
aclError CopyByteAsync(char* to, const char* from, size_t count, int kind);
aclError CopyByteAsync(char* to, const char* from, size_t count, int kind) {
  return aclrtMemcpyAsync(to, 1, from, count, (aclrtMemcpyKind)kind, NULL);
}
aclError CopyRow(char* to, const char* from, size_t width, int kind);
aclError CopyRow(char* to, const char* from, size_t width, int kind) {
  return aclrtMemcpy2d(to, 1, from, 1, width, 1, (aclrtMemcpyKind)kind);
}
aclError CopyRowAsync(char* to, const char* from, size_t width, int kind);
aclError CopyRowAsync(char* to, const char* from, size_t width, int kind) {
  return aclrtMemcpy2dAsync(to, 1, from, 1, width, 1, (aclrtMemcpyKind)kind, NULL);
}
aclError RegisterAs(void* address, size_t size, int type);
aclError RegisterAs(void* address, size_t size, int type) {
  void* mapped = NULL;
  return aclrtHostRegister(address, size, (aclrtHostRegisterType)type, &mapped);
}
aclError GetMemory(int attr, size_t* unused, size_t* all);
aclError GetMemory(int attr, size_t* unused, size_t* all) {
  return aclrtGetMemInfo((aclrtMemAttr)attr, unused, all);
}

// Moves a buffer to the device and back; 0 if it comes back whole. The destroy functions have the
// types that programs keep in pointers.
int RunCProgram(void);
int RunCProgram(void) {
  aclError (*release)(void*) = aclrtFree;
  aclrtStream stream = NULL;
  void* device = NULL;
  char host[5] = "sent";
  char back[5] = "";
  int bad = aclInit(NULL) != ACL_SUCCESS;
  bad |= aclrtSetDevice(0) != ACL_SUCCESS;
  bad |= aclrtCreateStream(&stream) != ACL_SUCCESS;
  bad |= aclrtMalloc(&device, sizeof(host), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS;
  bad |= aclrtMemcpy(device, 5, host, 5, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS;
  bad |= aclrtSynchronizeStream(stream) != ACL_SUCCESS;
  bad |= aclrtMemcpyAsync(back, 5, device, 5, ACL_MEMCPY_DEVICE_TO_HOST, stream) != ACL_SUCCESS;
  bad |= aclrtSynchronizeStream(stream) != ACL_SUCCESS;
  for (int i = 0; i < 5; ++i) bad |= back[i] != host[i];
  bad |= release(device) != ACL_SUCCESS;
  bad |= aclrtDestroyStream(stream) != ACL_SUCCESS;
  bad |= aclrtResetDevice(0) != ACL_SUCCESS;
  bad |= aclFinalize() != ACL_SUCCESS;
  return bad;
}
