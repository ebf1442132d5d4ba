// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Tensors, scalars and executors: what the two-phase operator functions take.
#ifndef SIGLOSS_CANN_ACLNN_ACL_META_H_
#define SIGLOSS_CANN_ACLNN_ACL_META_H_

#include <cstdint>
#include <cstdlib>

#include "acl/acl_base.h"

#ifndef ACLNN_META
#define ACLNN_META
typedef struct aclOpExecutor aclOpExecutor;
typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclTensorList aclTensorList;
typedef struct aclScalarList aclScalarList;

typedef int32_t aclnnStatus;
constexpr aclnnStatus OK = 0;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A view of device memory: element (i0, ..., ik) lies at tensorData + (offset + sum(i * stride))
/// elements. Copies the arrays, not the data. `stride` null: row-major strides of the view's shape.
/// `storageDims` is the shape of the buffer behind the view and bounds what an operator may touch.
/// At most 25 dimensions are kept; 0 dimensions make a scalar. `tensorData` may be null until the
/// operator runs.
/// Returns null if an array is null while its count is not 0, or memory is short.
ACL_FUNC_VISIBILITY aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum,
                                               aclDataType dataType, const int64_t* stride,
                                               int64_t offset, aclFormat format,
                                               const int64_t* storageDims, uint64_t storageDimsNum,
                                               void* tensorData);
/// Frees the view, not the memory it shows. Null is accepted. Returns 0.
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyTensor(const aclTensor* tensor);

/// A copy of one element at `value`; null if `value` is null or the type has no fixed size.
ACL_FUNC_VISIBILITY aclScalar* aclCreateScalar(void* value, aclDataType dataType);
/// Null is accepted. Returns 0.
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyScalar(const aclScalar* scalar);

/// Shape of the view in a new array; the caller frees it with delete[]. 161001 for a null argument.
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims,
                                                uint64_t* viewDimsNum);
/// Shape of the storage in a new array; the caller frees it with delete[]. 161001 for a null
/// argument.
ACL_FUNC_VISIBILITY aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                                                   uint64_t* storageDimsNum);
/// Strides of the view, in elements, in a new array; the caller frees it with delete[]. 161001 for
/// a null argument.
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                                                  uint64_t* stridesNum);
/// Offset of the view's first element in its storage, in elements. 161001 for a null argument.
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset);
/// Format of the view. 161001 for a null argument.
ACL_FUNC_VISIBILITY aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format);
/// Element type. 161001 for a null argument.
ACL_FUNC_VISIBILITY aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType);

/// Lets the executor survive its second phase, to run any number of times until it is destroyed.
/// Its data may be moved with the address setters, as long as the tensors are not destroyed. 561103
/// for null, 561000 for an executor that was consumed or destroyed.
ACL_FUNC_VISIBILITY aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor);
/// Sets where the data of an input of the executor lies from its next run on; `tensor` is the one
/// given to the first phase. `index` is not looked at. 561103 if `tensor` or `executor` is null,
/// 161002 for an executor that was consumed or destroyed, and for a tensor that was destroyed or is
/// none of the executor's. On failure nothing is set.
ACL_FUNC_VISIBILITY aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                      aclTensor* tensor, void* addr);
/// The same for an output.
ACL_FUNC_VISIBILITY aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                       aclTensor* tensor, void* addr);
/// The same for any tensor.
ACL_FUNC_VISIBILITY aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                                                 aclTensor* tensor, void* addr);
/// Other names of the three setters.
ACL_FUNC_VISIBILITY aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                      aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                       aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                                                 aclTensor* tensor, void* addr);

/// Frees an executor that was not run, or a repeatable one. 561103 for null, 161002 for one that
/// was consumed or destroyed before.
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor);

#ifdef __cplusplus
}
#endif

#endif  // SIGLOSS_CANN_ACLNN_ACL_META_H_
