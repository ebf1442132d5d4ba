// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_ACL_ACL_RT_H_
#define INC_EXTERNAL_ACL_ACL_RT_H_

// Initialisation, error texts, devices, contexts, streams and memory. Usable from C.
//
// A call that fails returns a code and adds a text, which names the function and the argument, to
// the list that aclGetRecentErrMsg reads. Any call may return ACL_ERROR_RT_MEMORY_ALLOCATION when
// host memory is exhausted.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/acl_rt_allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the interface.
#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

/// Flags of an event.
#define ACL_EVENT_SYNC 0x00000001U
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x00000002U
#define ACL_EVENT_TIME_LINE 0x00000008U
#define ACL_EVENT_DEVICE_USE_ONLY 0x00000010U
#define ACL_EVENT_EXTERNAL 0x00000020U
#define ACL_EVENT_IPC 0x00000040U

/// Flags of a stream.
#define ACL_STREAM_FAST_LAUNCH 0x00000001U
#define ACL_STREAM_FAST_SYNC 0x00000002U
#define ACL_STREAM_PERSISTENT 0x00000004U
#define ACL_STREAM_HUGE 0x00000008U
#define ACL_STREAM_CPU_SCHEDULE 0x00000010U
#define ACL_STREAM_DEVICE_USE_ONLY 0x00000020U

/// What a stream does after a failed task.
#define ACL_CONTINUE_ON_FAILURE 0x00000000U
#define ACL_STOP_ON_FAILURE 0x00000001U

/// Flags of recording an event and of waiting for one.
#define ACL_EVENT_RECORD_DEFAULT 0x00000000U
#define ACL_EVENT_RECORD_EXTERNAL 0x00000001U
#define ACL_EVENT_WAIT_DEFAULT 0x00000000U
#define ACL_EVENT_WAIT_EXTERNAL 0x00000001U

/// Handle of device memory that was made apart from its address.
typedef void* aclrtDrvMemHandle;
/// Handles of kernel binaries, functions and their arguments.
typedef void* aclrtBinary;
typedef void* aclrtBinHandle;
typedef void* aclrtFuncHandle;
typedef void* aclrtArgsHandle;
typedef void* aclrtParamHandle;
/// Handles of a captured graph, its tasks and a group of tasks.
typedef void* aclmdlRI;
typedef void* aclmdlRITask;
typedef void* aclrtTaskGrp;

/// What is known about a failed task.
typedef struct rtExceptionInfo aclrtExceptionInfo;

/// Host function that a stream calls in a subscribed thread.
typedef void (*aclrtCallback)(void* userData);
/// Host function that a stream calls in a thread of the runtime.
typedef void (*aclrtHostFunc)(void* args);
/// Host function that is told of failed tasks.
typedef void (*aclrtExceptionInfoCallback)(aclrtExceptionInfo* exceptionInfo);

/// Extents of a launch grid; 1 each unless given (C++).
typedef struct dim3 {
  uint32_t x;
  uint32_t y;
  uint32_t z;
#ifdef __cplusplus
  constexpr dim3(uint32_t x_ = 1, uint32_t y_ = 1, uint32_t z_ = 1) : x(x_), y(y_), z(z_) {}
#endif
} dim3;

/// Where the program itself runs.
typedef enum aclrtRunMode { ACL_DEVICE = 0, ACL_HOST = 1 } aclrtRunMode;

/// Options of the system and of a context.
typedef enum {
  ACL_OPT_DETERMINISTIC = 0,
  ACL_OPT_ENABLE_DEBUG_KERNEL = 1,
  ACL_OPT_STRONG_CONSISTENCY = 2,  // deprecated
  ACL_OPT_ENABLE_KERNEL_EARLY_START = 3,
} aclSysParamOpt;

/// Task schedulers of a device.
typedef enum aclrtTsId {
  ACL_TS_ID_AICORE = 0,
  ACL_TS_ID_AIVECTOR = 1,
  ACL_TS_ID_RESERVED = 2,
} aclrtTsId;

/// State of an event, older form.
typedef enum aclrtEventStatus {
  ACL_EVENT_STATUS_COMPLETE = 0,
  ACL_EVENT_STATUS_NOT_READY = 1,
  ACL_EVENT_STATUS_RESERVED = 2,
} aclrtEventStatus;

/// State of the last record of an event. Mind the order: it is not that of aclrtEventStatus.
typedef enum aclrtEventRecordedStatus {
  ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
  ACL_EVENT_RECORDED_STATUS_COMPLETE = 1,
} aclrtEventRecordedStatus;

/// State of the waits for an event.
typedef enum aclrtEventWaitStatus {
  ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
  ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
  ACL_EVENT_WAIT_STATUS_RESERVED = 0xFFFF,
} aclrtEventWaitStatus;

/// State of a stream.
typedef enum aclrtStreamStatus {
  ACL_STREAM_STATUS_COMPLETE = 0,
  ACL_STREAM_STATUS_NOT_READY = 1,
  ACL_STREAM_STATUS_RESERVED = 0xFFFF,
} aclrtStreamStatus;

/// Whether a callback holds up the stream.
typedef enum aclrtCallbackBlockType {
  ACL_CALLBACK_NO_BLOCK = 0,
  ACL_CALLBACK_BLOCK = 1,
} aclrtCallbackBlockType;

/// Direction of a copy.
typedef enum aclrtMemcpyKind {
  ACL_MEMCPY_HOST_TO_HOST = 0,
  ACL_MEMCPY_HOST_TO_DEVICE = 1,
  ACL_MEMCPY_DEVICE_TO_HOST = 2,
  ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
  ACL_MEMCPY_DEFAULT = 4,
  ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
  ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6,
  ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7,
} aclrtMemcpyKind;

/// Which pages an allocation prefers; the host takes any of them.
typedef enum aclrtMemMallocPolicy {
  ACL_MEM_MALLOC_HUGE_FIRST = 0,
  ACL_MEM_MALLOC_HUGE_ONLY = 1,
  ACL_MEM_MALLOC_NORMAL_ONLY = 2,
  ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
  ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
  ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
  ACL_MEM_MALLOC_HUGE1G_ONLY = 6,
  ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
  ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x0100,
  ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,
  ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000,
} aclrtMemMallocPolicy;

/// Kinds of device memory.
typedef enum aclrtMemAttr {
  ACL_DDR_MEM = 0,
  ACL_HBM_MEM = 1,
  ACL_DDR_MEM_HUGE = 2,
  ACL_DDR_MEM_NORMAL = 3,
  ACL_HBM_MEM_HUGE = 4,
  ACL_HBM_MEM_NORMAL = 5,
  ACL_DDR_MEM_P2P_HUGE = 6,
  ACL_DDR_MEM_P2P_NORMAL = 7,
  ACL_HBM_MEM_P2P_HUGE = 8,
  ACL_HBM_MEM_P2P_NORMAL = 9,
  ACL_HBM_MEM_HUGE1G = 10,
  ACL_HBM_MEM_P2P_HUGE1G = 11,
  ACL_MEM_NORMAL = 12,
  ACL_MEM_HUGE = 13,
  ACL_MEM_HUGE1G = 14,
  ACL_MEM_P2P_NORMAL = 15,
  ACL_MEM_P2P_HUGE = 16,
  ACL_MEM_P2P_HUGE1G = 17,
} aclrtMemAttr;

/// How host memory is registered with a device.
typedef enum {
  ACL_HOST_REGISTER_MAPPED = 0,
  ACL_HOST_REGISTER_IOMEMORY = 4,
  ACL_HOST_REGISTER_READONLY = 8,
} aclrtHostRegisterType;

/// What becomes of results outside the range of their type.
typedef enum aclrtFloatOverflowMode {
  ACL_RT_OVERFLOW_MODE_SATURATION = 0,
  ACL_RT_OVERFLOW_MODE_INFNAN = 1,
  ACL_RT_OVERFLOW_MODE_UNDEF = 2,
} aclrtFloatOverflowMode;

/// Kinds of places that memory lies in.
typedef enum aclrtMemLocationType {
  ACL_MEM_LOCATION_TYPE_HOST = 0,
  ACL_MEM_LOCATION_TYPE_DEVICE = 1,
  ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2,
  ACL_MEM_LOCATION_TYPE_MANAGED = 3,
  ACL_MEM_LOCATION_TYPE_HOST_NUMA = 4,
} aclrtMemLocationType;

/// A place that memory lies in; id is the device's number.
typedef struct aclrtMemLocation {
  uint32_t id;
  aclrtMemLocationType type;
} aclrtMemLocation;

/// What is known about an address.
typedef struct aclrtPtrAttributes {
  aclrtMemLocation location;
  uint32_t pageSize;
  uint32_t rsv[4];
} aclrtPtrAttributes;

/// Health of a device.
typedef enum aclrtDeviceStatus {
  ACL_RT_DEVICE_STATUS_NORMAL = 0,
  ACL_RT_DEVICE_STATUS_ABNORMAL = 1,
  ACL_RT_DEVICE_STATUS_END = 0xFFFF,
} aclrtDeviceStatus;

/// Attributes of an allocation; none are offered, so the type stays incomplete.
typedef struct aclrtMallocConfig aclrtMallocConfig;

/// Whose last error is meant.
typedef enum aclrtLastErrLevel { ACL_RT_THREAD_LEVEL = 0 } aclrtLastErrLevel;

/// Properties of a device.
typedef enum {
  ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
  ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
  ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
  ACL_DEV_ATTR_VECTOR_CORE_NUM = 201,
  ACL_DEV_ATTR_WARP_SIZE = 202,
  ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE = 203,
  ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE = 204,  // deprecated
  ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE = 204,
  ACL_DEV_ATTR_MAX_GRID_DIM_X = 205,
  ACL_DEV_ATTR_MAX_GRID_DIM_Y = 206,
  ACL_DEV_ATTR_MAX_GRID_DIM_Z = 207,
  ACL_DEV_ATTR_MAX_BLOCK_PER_GRID = 208,
  ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK = 209,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_X = 210,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_Y = 211,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_Z = 212,
  ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 301,
  ACL_DEV_ATTR_L2_CACHE_SIZE = 302,
  ACL_DEV_ATTR_SMP_ID = 401,
  ACL_DEV_ATTR_PHY_CHIP_ID = 402,
  ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID = 403,  // misspelt alias
  ACL_DEV_ATTR_SUPER_POD_DEVICE_ID = 403,
  ACL_DEV_ATTR_SUPER_POD_SERVER_ID = 404,
  ACL_DEV_ATTR_SUPER_POD_ID = 405,
  ACL_DEV_ATTR_CUST_OP_PRIVILEGE = 406,
  ACL_DEV_ATTR_MAINBOARD_ID = 407,
  ACL_DEV_ATTR_HD_CONNECT_TYPE = 408,
  ACL_DEV_ATTR_DEVICE_FORM_FACTOR = 409,
  ACL_DEV_ATTR_IS_VIRTUAL = 501,
  ACL_DEV_ATTR_NPU_ARCH = 601,
} aclrtDevAttr;

// Initialisation and error texts

/// Starts the runtime. `configPath` names a JSON file and may be null or empty; its key
/// err_msg_mode is "0" (error texts per thread, the default) or "1" (per process), others are
/// accepted. ACL_ERROR_REPEAT_INITIALIZE while started (the call still counts),
/// ACL_ERROR_INVALID_FILE, ACL_ERROR_PARSE_FILE; ACL_ERROR_INVALID_PARAM for an unknown mode or for
/// a configuration that differs from the process's first one.
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/// Ends the runtime whatever the number of aclInit calls. ACL_ERROR_REPEAT_FINALIZE if it is ended.
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/// Takes back one aclInit; the last one ends the runtime. `refCount`, which may be null, gets the
/// number left. ACL_ERROR_REPEAT_FINALIZE if there is none.
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/// Texts of the failures since the last call in this thread, then forgets them; null if there were
/// none. The string is valid until the next call in this thread.
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

/// Version of the interface (deprecated upstream). ACL_ERROR_INVALID_PARAM for a null pointer.
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion,
                                             int32_t* patchVersion);

/// Name of the current device's chip, a static string; null on a host CPU or without a device.
ACL_FUNC_VISIBILITY const char* aclrtGetSocName(void);

// Devices. Their list is the environment variable SIGLOSS_DEVICES at the first use, by default the
// host CPU as device 0; a list that does not parse makes these calls fail with
// ACL_ERROR_RT_NO_DEVICE.

/// Takes a device: makes its default context, shared by the process, current for this thread. Each
/// call counts. ACL_ERROR_RT_INVALID_DEVICEID.
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

/// Takes back one aclrtSetDevice. With the last one the queued work is finished and all contexts
/// and streams of the device end; memory lives on until it is freed.
/// ACL_ERROR_RT_CONTEXT_RELEASE_ERROR without an aclrtSetDevice to take back,
/// ACL_ERROR_RT_INVALID_DEVICEID.
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

/// Device of the current context. ACL_ERROR_INVALID_PARAM (null), ACL_ERROR_RT_CONTEXT_NULL.
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

/// Number of devices; needs no current one. ACL_ERROR_INVALID_PARAM (null).
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

/// ACL_HOST. ACL_ERROR_INVALID_PARAM (null).
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

/// Waits for all streams of the current device and reports their failed tasks as
/// aclrtSynchronizeStream does. ACL_ERROR_RT_CONTEXT_NULL.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

// Contexts

/// Makes a context on a device and makes it current for this thread. ACL_ERROR_INVALID_PARAM
/// (null), ACL_ERROR_RT_INVALID_DEVICEID.
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);

/// Finishes the queued work and frees the context with its streams. ACL_ERROR_INVALID_PARAM (null),
/// ACL_ERROR_RT_CONTEXT_NULL for a default context or one that is not alive.
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

/// Makes a context current for this thread. ACL_ERROR_INVALID_PARAM (null),
/// ACL_ERROR_RT_CONTEXT_NULL for one that is not alive.
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

/// The current context of this thread. ACL_ERROR_INVALID_PARAM (null), ACL_ERROR_RT_CONTEXT_NULL.
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

// Streams. A stream belongs to the context that was current when it was made: with another one, or
// after its end, calls return ACL_ERROR_RT_STREAM_CONTEXT; without a current context
// ACL_ERROR_RT_CONTEXT_NULL; a handle of another kind ACL_ERROR_RT_INVALID_HANDLE.

/// Makes a stream in the current context. ACL_ERROR_INVALID_PARAM (null).
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

/// Finishes the queued work and frees the stream. ACL_ERROR_INVALID_PARAM (null).
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

/// Waits for the work queued so far. Returns and then forgets the code of the first task that
/// failed since the last report.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

/// The same for at most `timeout` milliseconds, -1 for ever: ACL_ERROR_RT_STREAM_SYNC_TIMEOUT when
/// they are over (the work goes on), ACL_ERROR_RT_PARAM_INVALID for a timeout below -1.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/// ACL_STREAM_STATUS_COMPLETE if nothing is queued or running. ACL_ERROR_INVALID_PARAM (null
/// status).
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

// Memory. Sizes are in bytes. Device memory is memory of the host, too, so no call looks at the
// direction that it is given beyond whether the enum has it, and every policy is served alike.
//
// An area that begins in memory of the functions here must not run past its end, counting the bytes
// past the requested size that are usable: calls refuse that with ACL_ERROR_RT_PARAM_INVALID, as
// they do an area that leaves the address space.

/// Device memory, aligned to 64 bytes, contents undefined; at least 32 bytes past the end are
/// readable and writable. ACL_ERROR_INVALID_PARAM (null pointer, size 0),
/// ACL_ERROR_RT_CONTEXT_NULL, ACL_ERROR_RT_MEMORY_ALLOCATION.
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/// aclrtMalloc, but only the bytes up to the next multiple of 32 are usable past the end.
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy);

/// aclrtMalloc of memory that may be cached, as all memory here is.
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void** devPtr, size_t size,
                                               aclrtMemMallocPolicy policy);

/// aclrtMalloc; `cfg` must be null, ACL_ERROR_RT_FEATURE_NOT_SUPPORT otherwise.
ACL_FUNC_VISIBILITY aclError aclrtMallocWithCfg(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy,
                                                aclrtMallocConfig* cfg);

/// Frees memory of aclrtMalloc and its variants, after the work that is queued now on any stream.
/// ACL_ERROR_INVALID_PARAM (null), ACL_ERROR_RT_DRV_INTERNAL_ERROR for any other address.
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

/// Makes the device see what the host's caches hold. They are coherent, so this only checks its
/// arguments. ACL_ERROR_INVALID_PARAM (null, size 0), ACL_ERROR_RT_PARAM_INVALID.
ACL_FUNC_VISIBILITY aclError aclrtMemFlush(void* devPtr, size_t size);

/// Makes the host see what the device wrote, in the same way.
ACL_FUNC_VISIBILITY aclError aclrtMemInvalidate(void* devPtr, size_t size);

/// Host memory, aligned to 64 bytes, contents undefined; needs no device. ACL_ERROR_INVALID_PARAM
/// (null pointer, size 0), ACL_ERROR_RT_MEMORY_ALLOCATION.
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);

/// Frees memory of aclrtMallocHost, after the work that is queued now on any stream.
/// ACL_ERROR_INVALID_PARAM (null), ACL_ERROR_RT_DRV_INTERNAL_ERROR for any other address.
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

/// Registers memory of the program with the current device, so that asynchronous calls need not
/// wait for it; `devPtr` gets its address for the device, which is `ptr`. To be taken back before
/// the memory is freed. All types are alike. ACL_ERROR_INVALID_PARAM (null pointer, size 0, type
/// outside the enum), ACL_ERROR_RT_CONTEXT_NULL, ACL_ERROR_RT_PARAM_INVALID if a part is registered
/// already or allocated by a function here.
ACL_FUNC_VISIBILITY aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type,
                                               void** devPtr);

/// Takes that back; queued work that uses the memory has to be waited for first.
/// ACL_ERROR_INVALID_PARAM (null), ACL_ERROR_RT_DRV_INTERNAL_ERROR for any other address.
ACL_FUNC_VISIBILITY aclError aclrtHostUnregister(void* ptr);

/// What an address points to, be it the start of a piece of memory or inside it:
/// ACL_MEM_LOCATION_TYPE_DEVICE for aclrtMalloc and its variants, _HOST for aclrtMallocHost and
/// registered memory, _UNREGISTERED for all else. The id is the device that was current when the
/// memory was allocated or registered, 0 for aclrtMallocHost and unregistered memory; the page size
/// is the host's, 0 for unregistered memory. Needs no device. ACL_ERROR_INVALID_PARAM (null).
ACL_FUNC_VISIBILITY aclError aclrtPointerGetAttributes(const void* ptr,
                                                       aclrtPtrAttributes* attributes);

/// Unused and all memory of the host, whatever kind of device memory `attr` names: the kinds are
/// one here. ACL_ERROR_INVALID_PARAM (null, attr outside the enum), ACL_ERROR_RT_CONTEXT_NULL.
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

// Copies and sets. Those named ...Async are tasks of a stream (null: the default one), in the order
// of its other tasks: the memory must stay alive, and what is read unchanged, until the stream is
// synchronised. They return at once if all their memory is from the functions above or registered;
// otherwise (pageable memory) when the task is done, after those before it. Their arguments are
// checked by the call; besides the codes named, they return those of streams.
// The others work at once, without waiting for streams.

/// Copies `count` bytes; the areas may overlap. `destMax` is the room at dst. A count of 0 succeeds
/// whatever the rest is. ACL_ERROR_INVALID_PARAM (null, kind outside the enum),
/// ACL_ERROR_RT_PARAM_INVALID (count > destMax).
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                                         aclrtMemcpyKind kind);

/// aclrtMemcpy as a task. All kinds are offered: ACL_MEMCPY_HOST_TO_HOST too, which platforms whose
/// device is apart from the host refuse.
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src,
                                              size_t count, aclrtMemcpyKind kind,
                                              aclrtStream stream);

/// Copies `height` rows of `width` bytes, whose starts are `dpitch` and `spitch` bytes apart; the
/// areas may overlap, and bytes between the rows stay as they are. A width or height of 0 succeeds
/// whatever the rest is. ACL_ERROR_INVALID_PARAM (null, kind outside the enum),
/// ACL_ERROR_RT_PARAM_INVALID (width > dpitch or width > spitch).
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch,
                                           size_t width, size_t height, aclrtMemcpyKind kind);

/// aclrtMemcpy2d as a task, with all kinds as for aclrtMemcpyAsync.
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src,
                                                size_t spitch, size_t width, size_t height,
                                                aclrtMemcpyKind kind, aclrtStream stream);

/// Sets `count` bytes to the low byte of `value`; `maxCount` is the room at devPtr. A count of 0
/// succeeds whatever the rest is. ACL_ERROR_INVALID_PARAM (null), ACL_ERROR_RT_PARAM_INVALID (count
/// > maxCount).
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value,
                                         size_t count);

/// aclrtMemset as a task.
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value,
                                              size_t count, aclrtStream stream);

/// Sets `N` units of 4 bytes to `value`; `memSize` is the room at ptr in bytes. Any address will
/// do, aligned or not. An N of 0 succeeds whatever the rest is. ACL_ERROR_INVALID_PARAM (null),
/// ACL_ERROR_RT_PARAM_INVALID (N units are more than memSize).
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N);

/// aclrtMemsetD32 as a task.
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value,
                                                 size_t N, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_RT_H_
