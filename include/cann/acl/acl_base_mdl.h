// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_ACL_ACL_BASE_MDL_H_
#define INC_EXTERNAL_ACL_ACL_BASE_MDL_H_

// Descriptions of tensors without data. Usable from C.
#include "acl/acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Number of dimensions that aclGetTensorDescNumDims gives when the rank is unknown.
#define ACL_UNKNOWN_RANK 0xFFFFFFFFFFFFFFFE

/// Element type, shape, format and name of a tensor.
typedef struct aclTensorDesc aclTensorDesc;

/// Describes a tensor; an extent of -1 is unknown, a first extent of -2 makes the rank unknown.
/// Null if numDims is negative, if dims is null with numDims > 0, or if memory is exhausted.
ACL_FUNC_VISIBILITY aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims,
                                                       const int64_t* dims, aclFormat format);

/// Frees a description; null and unknown pointers are ignored.
ACL_FUNC_VISIBILITY void aclDestroyTensorDesc(const aclTensorDesc* desc);

/// Element type; ACL_DT_UNDEFINED for a null or unknown description.
ACL_FUNC_VISIBILITY aclDataType aclGetTensorDescType(const aclTensorDesc* desc);

/// Format; ACL_FORMAT_UNDEFINED for a null or unknown description.
ACL_FUNC_VISIBILITY aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc);

/// Bytes of the elements; 0 where the element count is 0 or unknown.
ACL_FUNC_VISIBILITY size_t aclGetTensorDescSize(const aclTensorDesc* desc);

/// Number of elements, 1 for rank 0; 0 if an extent is unknown or the product overflows.
ACL_FUNC_VISIBILITY size_t aclGetTensorDescElementCount(const aclTensorDesc* desc);

/// Number of dimensions, or ACL_UNKNOWN_RANK; 0 for a null or unknown description.
ACL_FUNC_VISIBILITY size_t aclGetTensorDescNumDims(const aclTensorDesc* desc);

/// Extent of one dimension. ACL_ERROR_INVALID_PARAM if desc or dimSize is null, desc is unknown or
/// index is not below the number of dimensions.
ACL_FUNC_VISIBILITY aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index,
                                                   int64_t* dimSize);

/// Names the tensor; a null name is the empty one.
ACL_FUNC_VISIBILITY void aclSetTensorDescName(aclTensorDesc* desc, const char* name);

/// The name, valid until it is set again or the description freed; "" for a null description.
ACL_FUNC_VISIBILITY const char* aclGetTensorDescName(aclTensorDesc* desc);

#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_BASE_MDL_H_
